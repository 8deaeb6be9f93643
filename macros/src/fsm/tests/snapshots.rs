//! Expansions, each in a file of its own. `UPDATE_EXPECT=1` writes them anew.

use super::{ORDER, fsm, source, states};
use crate::derive::confirmable::Confirmable;
use crate::pipeline;
use crate::tests::pretty;
use expect_test::expect_file;

#[test]
fn a_machine() {
    let mut output = fsm("states = OrderState, mailbox = 64", "pub struct Order { #[volatile] gateway: Gateway }");
    output.extend(states(ORDER));
    expect_file!["../../../tests/snapshots/order.rs"].assert_eq(&pretty(output));
}

#[test]
fn a_machine_with_snapshots() {
    let machine = "struct Order { #[volatile] gateway: Gateway, notes: Vec<String>, total: u64 }";
    let output = fsm("states = m::OrderState, snapshot_every = 1_000, snapshot_version = 2", machine);
    expect_file!["../../../tests/snapshots/order_snapshots.rs"].assert_eq(&pretty(output));
}

#[test]
fn a_machine_with_groups_and_hooks() {
    let job = r#"
        #[states(Job, name = "job", unhandled = ignore)]
        #[group(Active(Waiting, Running), on(Cancel => Cancelled => Gone), on(Note => Noted => stay), postpone(Resume))]
        enum JobState {
            /// Not begun.
            #[initial]
            #[on(Begin => Begun => Running)]
            #[enter]
            #[postpone(_)]
            Waiting,
            #[on(Pause => WasPaused => Paused)]
            #[exit]
            #[unhandled(error)]
            Running(Running),
            #[on(Resume => Resumed => Running)]
            Paused(Paused),
            #[deprecated_state]
            #[on(Cancel => Cancelled => Gone)]
            Held,
            #[terminal]
            #[enter]
            Gone(Gone),
        }
    "#;
    expect_file!["../../../tests/snapshots/job.rs"].assert_eq(&pretty(states(job)));
}

#[test]
fn the_smallest_machine() {
    let enum_of_one = r#"
        #[states(m::Switch, name = "switch", crate = ::other::mainstay)]
        enum SwitchState {
            #[initial]
            #[on(r#move::Flip => Flipped => On)]
            Off,
            #[on(r#move::Flip => Flipped => Off)]
            On,
        }
    "#;
    expect_file!["../../../tests/snapshots/switch.rs"].assert_eq(&pretty(states(enum_of_one)));
}

#[test]
fn a_machine_that_stores_nothing() {
    let breaker = r#"
        #[states(Breaker)]
        #[otherwise(Describe => stay)]
        pub enum BreakerState {
            #[initial]
            #[exit]
            #[on(Fail => stay | Open)]
            #[on(async Probe => stay)]
            Closed(Closed),
            #[after(cool: "10s" => HalfOpen)]
            #[postpone(Probe)]
            #[discard(Fail)]
            Open(Open),
            #[enter]
            #[on(Probe => Closed)]
            HalfOpen,
        }
    "#;
    expect_file!["../../../tests/snapshots/breaker.rs"].assert_eq(&pretty(states(breaker)));
}

#[test]
fn a_machine_with_timers_and_deadlines() {
    let lease = r#"
        #[states(Lease, name = "lease")]
        #[timer(Nag => Nagged => stay)]
        #[group(Held(Active, Grace), after(overdue: TOO_LONG => Lost => Free))]
        enum LeaseState {
            #[initial]
            #[on(Take => Taken => Active)]
            Free,
            #[after(term: _ => Lapsed => Grace)]
            #[idle_after(quiet: "10m" => Lapsed => Grace)]
            #[timer(async Call => Called => reenter)]
            Active(Active),
            #[on(Take => Taken => Active)]
            Grace,
        }
    "#;
    expect_file!["../../../tests/snapshots/lease.rs"].assert_eq(&pretty(states(lease)));
}

#[test]
fn a_machine_that_takes_deliveries() {
    let mut output =
        pipeline::derive::<Confirmable>(source("#[confirmable(name = \"letter\")] pub struct Letter { text: String }"));
    let letterbox = r#"
        #[states(Letterbox, name = "letterbox", allow(no_end))]
        enum LetterboxState {
            #[initial]
            #[on(Letter => Kept => Full)]
            Empty,
            #[on(LetterDelivery => Passed => Empty)]
            #[postpone(Letter)]
            #[on(Undelivered<Letter> => Kept => stay)]
            Full(Full),
        }
    "#;
    output.extend(states(letterbox));
    expect_file!["../../../tests/snapshots/letterbox.rs"].assert_eq(&pretty(output));
}
