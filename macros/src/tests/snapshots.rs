//! Expansions, each in a file of its own. `UPDATE_EXPECT=1` writes them anew.

use super::{account, awkward, derives, mistaken, pretty};
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
fn derived_traits() {
    expect_file!["../../tests/snapshots/derives.rs"].assert_eq(&pretty(derives()));
}

#[test]
fn mistakes() {
    expect_file!["../../tests/snapshots/mistaken.rs"].assert_eq(&pretty(mistaken()));
}
