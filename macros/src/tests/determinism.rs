//! The same input gives the same bytes, in another process too: nothing may depend on addresses or on the order of a hash map.

use super::examples::expand;
use super::{account, awkward, awkward_persistent, derives, mistaken};
use std::process::Command;

const CHILD: &str = "MAINSTAY_DETERMINISM_CHILD";

#[test]
fn two_processes_write_the_same() {
    let examples = ["account.rs", "order.rs", "ledger.rs"].map(expand);
    let written: String = [account(), awkward(), awkward_persistent(), derives(), mistaken()]
        .iter()
        .chain(&examples)
        .map(ToString::to_string)
        .collect();
    let line = format!("written: {written}");
    if std::env::var_os(CHILD).is_some() {
        println!("{line}");
        return;
    }
    let other = Command::new(std::env::current_exe().expect("the test is running"))
        .args(["--exact", "tests::determinism::two_processes_write_the_same", "--nocapture"])
        .env(CHILD, "1")
        .output()
        .expect("the test can be run again");
    let output = String::from_utf8(other.stdout).expect("what was written is text");
    assert!(output.contains(&line), "another process wrote something else:\n{output}");
}
