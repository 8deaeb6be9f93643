//! The plain value, at times that the tests give.

use super::{Deliveries, Delivery, DeliveryId, DeliverySettings, DeliverySnapshot, MaxUnconfirmedMessagesExceeded};
use crate::entity::{DecodeError, encode_state};
use std::time::Duration;

type Lines = Deliveries<&'static str, u64>;

const START: Duration = Duration::from_secs(1000);
const INTERVAL: Duration = DeliverySettings::DEFAULT.redeliver_interval;

fn recovering(settings: DeliverySettings) -> Lines {
    Deliveries::new(settings)
}

fn live(settings: DeliverySettings) -> Lines {
    let mut lines = recovering(settings);
    assert_eq!(lines.recovered(START), []);
    lines
}

/// Sends one, whose message is its id.
fn deliver(lines: &mut Lines, to: &'static str, now: Duration) -> Result<u64, MaxUnconfirmedMessagesExceeded> {
    let (id, sent) = lines.deliver(to, |id| id.0, now)?;
    assert_eq!(sent, (!lines.is_recovering()).then_some(Delivery { id, to, message: id.0 }));
    Ok(id.0)
}

fn ids(deliveries: &[Delivery<&'static str, u64>]) -> Vec<u64> {
    deliveries.iter().map(|delivery| delivery.id.0).collect()
}

/// What is resent at this time, and what is warned of.
fn tick(lines: &mut Lines, now: Duration) -> (Vec<u64>, Option<Vec<u64>>) {
    let found = lines.tick(now);
    let warned = found.warning.map(|warning| warning.deliveries.iter().map(|delivery| delivery.id.0).collect());
    (ids(&found.resend), warned)
}

#[test]
fn c22_to_c27_the_settings_are_those_of_the_seed() {
    let DeliverySettings {
        redeliver_interval,
        redelivery_burst_limit,
        warn_after_number_of_unconfirmed_attempts,
        max_unconfirmed_messages,
    } = DeliverySettings::default();
    assert_eq!(redeliver_interval, Duration::from_secs(5));
    assert_eq!(redelivery_burst_limit, 10_000);
    assert_eq!(warn_after_number_of_unconfirmed_attempts, 5);
    assert_eq!(max_unconfirmed_messages, 100_000);
    assert_eq!(DeliverySettings::DEFAULT.tick(), Duration::from_millis(2500));
}

#[test]
fn d01_c19_ids_begin_with_1_and_have_no_gaps_over_all_destinations() {
    let mut lines = live(DeliverySettings::DEFAULT);
    assert_eq!(deliver(&mut lines, "a", START), Ok(1));
    assert_eq!(deliver(&mut lines, "b", START), Ok(2));
    assert_eq!(deliver(&mut lines, "a", START), Ok(3));
    assert_eq!(lines.unconfirmed_count(), 3);
}

#[test]
fn d01_c27_beyond_the_limit_no_id_is_given() {
    let mut lines = live(DeliverySettings { max_unconfirmed_messages: 2, ..DeliverySettings::DEFAULT });
    assert_eq!(deliver(&mut lines, "a", START), Ok(1));
    assert_eq!(deliver(&mut lines, "a", START), Ok(2));
    assert_eq!(deliver(&mut lines, "a", START), Err(MaxUnconfirmedMessagesExceeded { max: 2 }));
    assert!(lines.confirm_delivery(DeliveryId(1)));
    assert_eq!(deliver(&mut lines, "a", START), Ok(3), "the one that was refused has none");
}

#[test]
fn d20_d37_a_place_is_reserved_before_anything_is_stored_and_never_asked_for_in_recovery() {
    let settings = DeliverySettings { max_unconfirmed_messages: 3, ..DeliverySettings::DEFAULT };
    let mut lines = live(settings.clone());
    for id in 1..=3 {
        assert_eq!(lines.reserve(), Ok(()));
        assert_eq!(deliver(&mut lines, "a", START), Ok(id));
    }
    assert_eq!(lines.reserve(), Err(MaxUnconfirmedMessagesExceeded { max: 3 }), "so nothing is stored");
    assert!(lines.confirm_delivery(DeliveryId(2)));
    assert_eq!(lines.reserve(), Ok(()));
    assert_eq!(lines.reserve(), Err(MaxUnconfirmedMessagesExceeded { max: 3 }), "the place is taken");
    lines.release();
    assert_eq!(lines.reserve(), Ok(()), "and free again");
    assert_eq!(deliver(&mut lines, "a", START), Ok(4));

    let mut again = recovering(DeliverySettings { max_unconfirmed_messages: 2, ..settings });
    for id in 1..=4 {
        assert_eq!(deliver(&mut again, "a", START), Ok(id));
    }
    assert!(again.confirm_delivery(DeliveryId(2)));
    assert_eq!(ids(&again.recovered(START)), [1, 3, 4]);
    assert_eq!(again.reserve(), Err(MaxUnconfirmedMessagesExceeded { max: 2 }));
}

#[test]
fn d02_d03_d25_in_recovery_nothing_is_sent_and_afterwards_all_at_once_by_id() {
    let mut lines = recovering(DeliverySettings::DEFAULT);
    for id in 1..=4 {
        assert_eq!(deliver(&mut lines, "a", START), Ok(id));
    }
    assert_eq!(tick(&mut lines, START * 2), (vec![], None), "not before the end of the recovery");
    assert!(lines.confirm_delivery(DeliveryId(2)));
    assert_eq!(ids(&lines.recovered(START)), [1, 3, 4]);
    assert_eq!(tick(&mut lines, START + INTERVAL / 2), (vec![], None));
    assert_eq!(deliver(&mut lines, "a", START + INTERVAL / 2), Ok(5), "ids go on");
    assert_eq!(tick(&mut lines, START + INTERVAL).0, [1, 3, 4]);
    assert_eq!(tick(&mut lines, START + INTERVAL * 3 / 2).0, [5]);
}

#[test]
fn d02_a_process_that_has_just_begun_resends_at_once_too() {
    let mut lines = recovering(DeliverySettings::DEFAULT);
    assert_eq!(deliver(&mut lines, "a", Duration::ZERO), Ok(1));
    assert_eq!(ids(&lines.recovered(Duration::ZERO)), [1]);
}

#[test]
fn d06_d34_a_burst_takes_the_lowest_overdue_ids_and_the_next_goes_on_with_the_others() {
    let mut lines = recovering(DeliverySettings { redelivery_burst_limit: 2, ..DeliverySettings::DEFAULT });
    for id in 1..=5 {
        assert_eq!(deliver(&mut lines, "a", START), Ok(id));
    }
    assert_eq!(ids(&lines.recovered(START)), [1, 2]);
    assert_eq!(tick(&mut lines, START + INTERVAL / 2).0, [3, 4]);
    assert_eq!(tick(&mut lines, START + INTERVAL).0, [1, 2], "overdue again, and the lowest");
    assert!(lines.confirm_delivery(DeliveryId(1)) && lines.confirm_delivery(DeliveryId(2)));
    assert_eq!(tick(&mut lines, START + INTERVAL * 3 / 2).0, [3, 4]);
    assert!(lines.confirm_delivery(DeliveryId(3)));
    assert_eq!(tick(&mut lines, START + INTERVAL * 2).0, [5]);
}

#[test]
fn d08_c25_the_warning_comes_with_the_sixth_send_and_once() {
    let mut lines = live(DeliverySettings::DEFAULT);
    assert_eq!(deliver(&mut lines, "a", START), Ok(1));
    for send in 2..=5 {
        assert_eq!(tick(&mut lines, START + INTERVAL * (send - 1)), (vec![1], None), "send {send}");
    }
    assert_eq!(tick(&mut lines, START + INTERVAL * 5), (vec![1], Some(vec![1])));
    for send in 7..=20 {
        assert_eq!(tick(&mut lines, START + INTERVAL * (send - 1)), (vec![1], None), "send {send}");
    }
}

#[test]
fn d08_c26_the_count_begins_anew_in_a_new_incarnation() {
    let mut lines = recovering(DeliverySettings::DEFAULT);
    assert_eq!(deliver(&mut lines, "a", START), Ok(1));
    assert_eq!(ids(&lines.recovered(START)), [1]);
    for send in 2..=5 {
        assert_eq!(tick(&mut lines, START + INTERVAL * (send - 1)), (vec![1], None), "send {send}");
    }
    assert_eq!(tick(&mut lines, START + INTERVAL * 5), (vec![1], Some(vec![1])));
}

#[test]
fn d09_d32_one_warning_tells_of_all_destinations() {
    let settings = DeliverySettings { warn_after_number_of_unconfirmed_attempts: 1, ..DeliverySettings::DEFAULT };
    let mut lines = live(settings);
    for to in ["a", "b", "c"] {
        assert!(deliver(&mut lines, to, START).is_ok());
    }
    assert!(lines.confirm_delivery(DeliveryId(2)));
    let warning = lines.tick(START + INTERVAL).warning.map(|warning| warning.deliveries);
    let told: Vec<_> = warning.into_iter().flatten().map(|told| (told.id.0, told.to, told.message)).collect();
    assert_eq!(told, [(1, "a", 1), (3, "c", 3)]);
    assert!(lines.confirm_delivery(DeliveryId(1)) && lines.confirm_delivery(DeliveryId(3)));
    assert_eq!(tick(&mut lines, START * 2), (vec![], None));
}

#[test]
fn d12_to_d14_only_the_first_confirmation_of_an_open_delivery_counts() {
    for mut lines in [live(DeliverySettings::DEFAULT), recovering(DeliverySettings::DEFAULT)] {
        assert!(!lines.confirm_delivery(DeliveryId(1)), "unknown");
        assert_eq!(deliver(&mut lines, "a", START), Ok(1));
        assert!(!lines.confirm_delivery(DeliveryId(2)), "not yet");
        assert!(lines.confirm_delivery(DeliveryId(1)));
        assert!(!lines.confirm_delivery(DeliveryId(1)), "again");
        assert_eq!(lines.recovered(START * 2), []);
        assert_eq!(deliver(&mut lines, "a", START), Ok(2));
    }
}

#[test]
fn d17_a_confirmation_that_is_read_before_its_delivery_does_not_count() {
    let mut lines = recovering(DeliverySettings::DEFAULT);
    assert!(!lines.confirm_delivery(DeliveryId(1)));
    assert_eq!(deliver(&mut lines, "a", START), Ok(1));
    assert_eq!(ids(&lines.recovered(START)), [1]);
}

#[test]
fn d18_d31_c29_a_snapshot_keeps_the_last_id_and_what_is_open_which_is_overdue_at_once() {
    let mut lines: Deliveries<String, u64> = Deliveries::new(DeliverySettings::DEFAULT);
    for _ in 1..=3 {
        assert!(lines.deliver("a".into(), |id| id.0, START).is_ok());
    }
    assert!(lines.confirm_delivery(DeliveryId(1)) && lines.confirm_delivery(DeliveryId(3)));
    let mut bytes = lines.delivery_snapshot().to_bytes();
    // Twice, as by two restarts.
    for _ in 1..=2 {
        let snapshot = bytes.as_deref().ok().map(DeliverySnapshot::from_bytes);
        let Some(Ok(snapshot)) = snapshot else { panic!("it is not read: {snapshot:?}") };
        let mut again: Deliveries<String, u64> = Deliveries::new(DeliverySettings::DEFAULT);
        again.set_delivery_snapshot(snapshot);
        bytes = again.delivery_snapshot().to_bytes();
        let resent = again.recovered(START);
        assert_eq!(resent, [Delivery { id: DeliveryId(2), to: "a".to_owned(), message: 2 }]);
        assert_eq!(again.deliver("a".into(), |id| id.0, START).map(|(id, _)| id), Ok(DeliveryId(4)));
    }
}

#[test]
fn c29_a_snapshot_of_a_newer_program_is_not_read() {
    #[derive(serde::Serialize)]
    struct Newer {
        version: u32,
        other: u8,
    }
    let bytes = encode_state(&Newer { version: 2, other: 0 }).unwrap_or_default();
    let read = DeliverySnapshot::<String, u64>::from_bytes(&bytes);
    assert_eq!(read, Err(DecodeError::Newer { stored: 2, known: 1 }));
    assert!(matches!(DeliverySnapshot::<String, u64>::from_bytes(&[1, 2]), Err(DecodeError::Payload(_))));
}

#[test]
fn d19_without_the_snapshot_ids_would_begin_anew() {
    let mut lines = live(DeliverySettings::DEFAULT);
    assert_eq!(deliver(&mut lines, "a", START), Ok(1));
    assert!(lines.confirm_delivery(DeliveryId(1)));
    let snapshot = lines.delivery_snapshot();
    assert_eq!((snapshot.last_id, snapshot.unconfirmed.len()), (DeliveryId(1), 0));
    let mut again = live(DeliverySettings::DEFAULT);
    again.set_delivery_snapshot(snapshot);
    assert_eq!(deliver(&mut again, "a", START), Ok(2));
}

#[test]
fn c21_an_id_of_the_senders_own_leads_to_the_delivery_until_that_is_confirmed() {
    let mut lines = live(DeliverySettings::DEFAULT);
    assert!(!lines.correlate("order 7", DeliveryId(1)), "not open");
    for id in 1..=3 {
        assert_eq!(deliver(&mut lines, "a", START), Ok(id));
    }
    assert!(lines.correlate("order 7", DeliveryId(1)));
    assert!(lines.correlate("order 8", DeliveryId(2)));
    assert_eq!(lines.delivery_id("order 7"), Some(DeliveryId(1)));

    let mut again = recovering(DeliverySettings::DEFAULT);
    again.set_delivery_snapshot(lines.delivery_snapshot());
    assert_eq!(again.delivery_id("order 8"), Some(DeliveryId(2)), "it is in the snapshot");
    assert!(again.confirm_delivery(DeliveryId(2)));
    assert_eq!(again.delivery_id("order 8"), None);

    assert!(again.correlate("order 7", DeliveryId(3)), "of several, the last counts");
    assert!(again.confirm_delivery(DeliveryId(1)));
    assert_eq!(again.delivery_id("order 7"), Some(DeliveryId(3)));
    assert!(again.correlate("order 9", DeliveryId(3)), "another one");
    assert_eq!((again.delivery_id("order 7"), again.delivery_id("order 9")), (None, Some(DeliveryId(3))));
}

#[test]
fn d23_a_clock_that_stands_or_goes_back_does_no_harm() {
    let mut lines = live(DeliverySettings::DEFAULT);
    assert_eq!(deliver(&mut lines, "a", START), Ok(1));
    assert_eq!(tick(&mut lines, Duration::ZERO), (vec![], None));
    assert_eq!(tick(&mut lines, START), (vec![], None));
    assert_eq!(tick(&mut lines, START + INTERVAL).0, [1]);
    assert_eq!(tick(&mut lines, Duration::MAX).0, [1]);
}
