//! `testing::Network`: what it does to messages, and that the seed decides.
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the messages are small")]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unchecked_time_subtraction,
    reason = "a test that cannot go on fails"
)]

use mainstay::prelude::*;
use mainstay::testing::{Faults, Network, Probe, Traffic, simulate};

#[derive(Message, Clone, Debug, PartialEq)]
struct Line(u32);

const LONG: Duration = Duration::from_hours(1);

/// What arrives of so many lines, each with the time of its arrival since the first was sent.
fn arrivals(world: u64, seed: u64, lines: u32, faults: Faults) -> (Vec<(u32, Duration)>, Traffic) {
    simulate(world, |sim| async move {
        let network = Network::new(seed);
        network.faults("a", "b", faults);
        let mut probe = Probe::<Line>::new();
        let link = network.link("a", "b", probe.recipient());
        let begun = sim.clock().now();
        for number in 0..lines {
            link.tell(Line(number)).expect("a network refuses nothing");
        }
        let mut arrived = Vec::new();
        let clock = sim.clock();
        let mut end = std::pin::pin!(clock.sleep(LONG));
        loop {
            tokio::select! {
                biased;
                received = probe.next() => arrived.push((received.message.0, sim.clock().now() - begun)),
                () = &mut end => return (arrived, network.traffic("a", "b")),
            }
        }
    })
}

fn numbers(arrived: &[(u32, Duration)]) -> Vec<u32> {
    arrived.iter().map(|(number, _)| *number).collect()
}

#[test]
fn c1_without_faults_all_arrive_at_once_and_in_order() {
    let (arrived, traffic) = arrivals(1, 1, 100, Faults::NONE);
    assert_eq!(numbers(&arrived), (0..100).collect::<Vec<_>>());
    assert!(arrived.iter().all(|(_, at)| at.is_zero()));
    assert_eq!(traffic, Traffic { sent: 100, arrived: 100, ..Traffic::default() });
}

#[test]
fn c1_messages_are_lost_by_probability() {
    let (arrived, traffic) = arrivals(1, 1, 1000, Faults { lose: 0.3, ..Faults::NONE });
    let arrived = numbers(&arrived);
    assert!((650..750).contains(&arrived.len()), "{}", arrived.len());
    assert!(arrived.is_sorted());
    assert_eq!((traffic.lost, traffic.arrived), (1000 - arrived.len() as u64, arrived.len() as u64));
    assert_eq!(arrivals(1, 1, 100, Faults::CUT).0, []);
}

#[test]
fn d28_every_third_may_be_lost() {
    let (arrived, _) = arrivals(1, 1, 9, Faults { lose_every: Some(3), ..Faults::NONE });
    assert_eq!(numbers(&arrived), [0, 1, 3, 4, 6, 7]);
}

#[test]
fn c1_messages_are_doubled_by_probability() {
    let (arrived, traffic) = arrivals(1, 1, 1000, Faults { duplicate: 0.3, ..Faults::NONE });
    let mut arrived = numbers(&arrived);
    assert_eq!(arrived.len() as u64, 1000 + traffic.doubled);
    assert!((250..350).contains(&traffic.doubled), "{traffic:?}");
    arrived.dedup();
    assert_eq!(arrived, (0..1000).collect::<Vec<_>>());
}

#[test]
fn c1_a_delay_keeps_the_order() {
    let (least, most) = (Duration::from_millis(10), Duration::from_millis(500));
    let (arrived, _) = arrivals(1, 1, 100, Faults { delay: least..most, ..Faults::NONE });
    assert_eq!(numbers(&arrived), (0..100).collect::<Vec<_>>());
    assert!(arrived.iter().all(|(_, at)| (least..most).contains(at)), "{arrived:?}");
    assert!(arrived[0].1 < arrived[99].1, "they are not all as late");
}

#[test]
fn c1_messages_are_overtaken_by_probability_and_none_is_lost() {
    let (arrived, traffic) = arrivals(1, 1, 100, Faults { reorder: 0.3, ..Faults::NONE });
    let mut arrived = numbers(&arrived);
    assert!(traffic.reordered > 20, "{traffic:?}");
    assert!(!arrived.is_sorted());
    arrived.sort_unstable();
    assert_eq!(arrived, (0..100).collect::<Vec<_>>());
}

#[test]
fn c1_one_that_nobody_overtakes_arrives_a_little_later() {
    let (arrived, _) = arrivals(1, 1, 1, Faults { reorder: 1.0, ..Faults::NONE });
    assert_eq!(arrived, [(0, Faults::OVERTAKEN)]);
}

#[test]
fn the_seed_of_the_network_decides_and_that_of_the_world_does_not() {
    let faults = || Faults { lose: 0.2, duplicate: 0.2, reorder: 0.2, ..Faults::NONE };
    let lines = |world, seed| numbers(&arrivals(world, seed, 200, faults()).0);
    assert_eq!(lines(1, 7), lines(1, 7));
    assert_eq!(lines(1, 7), lines(2, 7));
    assert_ne!(lines(1, 7), lines(1, 8));
}

#[test]
fn each_direction_and_each_pair_has_faults_of_its_own() {
    simulate(1, |_| async {
        let network = Network::new(1);
        network.faults("a", "b", Faults::CUT);
        let mut probe = Probe::<Line>::new();
        for (from, to, number) in [("a", "b", 1), ("b", "a", 2), ("a", "c", 3)] {
            network.link(from, to, probe.recipient()).tell(Line(number)).expect("a network refuses nothing");
        }
        assert_eq!(probe.expect().await.message, Line(2));
        assert_eq!(probe.expect().await.message, Line(3));
        network.faults("a", "b", Faults::NONE);
        network.link("a", "b", probe.recipient()).tell(Line(4)).expect("a network refuses nothing");
        assert_eq!(probe.expect().await.message, Line(4), "the cut is mended");
    });
}

#[test]
fn what_nobody_takes_is_counted_and_the_sender_is_not_told() {
    simulate(1, |_| async {
        let network = Network::new(1);
        let probe = Probe::<Line>::new();
        let link = network.link("a", "b", probe.recipient());
        probe.handle().kill();
        probe.handle().stopped().await;
        assert_eq!(link.tell(Line(1)), Ok(()));
        assert_eq!(network.traffic("a", "b"), Traffic { sent: 1, arrived: 1, refused: 1, ..Traffic::default() });
        assert!(link.is_closed());
    });
}
