//! The shutdown program as a service manager runs it: a signal to the process, and what it says then.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};

/// Starts the program, sends it `signals` when it has accepted its pages, and gives what it printed and how it ended.
fn told(arguments: &[&str], signals: &[Signal]) -> (String, ExitStatus) {
    let mut binary: PathBuf = std::env::current_exe().expect("a test has a path");
    binary.pop();
    binary.pop();
    binary.push("examples/shutdown");
    let mut child: Child = Command::new(binary)
        .args(arguments)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the example is built with the tests");
    let mut out = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut printed = String::new();
    out.read_line(&mut printed).expect("it prints text");
    let pid = Pid::from_child(&child);
    for &signal in signals {
        kill_process(pid, signal).expect("it runs until it is told to end");
    }
    out.read_to_string(&mut printed).expect("it prints text");
    (printed, child.wait().expect("it ends"))
}

#[test]
fn what_was_accepted_before_a_signal_is_handled() {
    for signal in [Signal::TERM, Signal::INT] {
        let (printed, status) = told(&["300"], &[signal]);
        assert_eq!(printed, "accepted 300\nprinted 300\neverything has ended\n");
        assert!(status.success(), "{status}");
    }
}

#[test]
fn who_has_not_ended_by_the_deadline_is_named_and_what_was_left_is_counted() {
    let (printed, status) = told(&["1000000", "--deadline", "0"], &[Signal::TERM]);
    let mut lines = printed.lines();
    assert_eq!(lines.next(), Some("accepted 1000000"));
    assert_eq!(lines.next(), Some("not ended by the deadline, and killed: 1 × shutdown::Printer"));
    let left = lines.next().and_then(|line| line.strip_suffix(" pages were not printed"));
    assert!(left.is_some_and(|left| left.parse::<u32>().is_ok_and(|left| left > 0)), "{printed}");
    assert_eq!((lines.next(), status.code()), (None, Some(1)));
}
