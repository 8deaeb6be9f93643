//! The same input gives the same bytes, in another process too: nothing may depend on addresses or on the order of a hash map.

use super::corpus::Annotated;
use super::fuzz::corpus;
use std::process::Command;

const CHILD: &str = "MAINSTAY_DETERMINISM_CHILD";

#[test]
fn two_processes_write_the_same() {
    // Every annotated item of the repository, so every macro, also with mistakes.
    let written: Vec<String> = corpus().into_iter().map(Annotated::expand).map(|tokens| tokens.to_string()).collect();
    if std::env::var_os(CHILD).is_some() {
        for written in written {
            println!("written: {written}");
        }
        return;
    }
    let other = Command::new(std::env::current_exe().expect("the test is running"))
        .args(["--exact", "tests::determinism::two_processes_write_the_same", "--nocapture"])
        .env(CHILD, "1")
        .output()
        .expect("the test can be run again");
    let output = String::from_utf8(other.stdout).expect("what was written is text");
    let mut rest = output.as_str();
    for written in written {
        let line = format!("written: {written}");
        let (_, after) = rest.split_once(&line).unwrap_or_else(|| panic!("another process did not write\n{line}"));
        rest = after;
    }
}
