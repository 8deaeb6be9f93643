//! Expansions, each in a file of its own. `UPDATE_EXPECT=1` writes them anew.

use super::{account, awkward, awkward_persistent, derives, diary, mistaken, pretty, small_persistent};
use expect_test::expect_file;

#[test]
fn an_actor() {
    expect_file!["../../tests/snapshots/account.rs"].assert_eq(&pretty(account()));
}

#[test]
fn awkward_shapes() {
    expect_file!["../../tests/snapshots/awkward.rs"].assert_eq(&pretty(awkward()));
}

#[test]
fn awkward_persistent_shapes() {
    expect_file!["../../tests/snapshots/awkward_persistent.rs"].assert_eq(&pretty(awkward_persistent()));
}

#[test]
fn actors_with_one_event_and_with_none() {
    expect_file!["../../tests/snapshots/small_persistent.rs"].assert_eq(&pretty(small_persistent()));
}

#[test]
fn an_actor_with_timers() {
    expect_file!["../../tests/snapshots/diary.rs"].assert_eq(&pretty(diary()));
}

#[test]
fn derived_traits() {
    expect_file!["../../tests/snapshots/derives.rs"].assert_eq(&pretty(derives()));
}

#[test]
fn mistakes() {
    expect_file!["../../tests/snapshots/mistaken.rs"].assert_eq(&pretty(mistaken()));
}
