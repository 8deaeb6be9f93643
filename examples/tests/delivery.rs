//! The programs that deliver, as a user runs them.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::process::Command;

fn printed(program: &str, arguments: &[&str]) -> String {
    let mut binary = std::env::current_exe().expect("a test has a path");
    binary.pop();
    binary.pop();
    binary.push("examples");
    binary.push(program);
    let output = Command::new(binary).args(arguments).output().expect("the example is built with the tests");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn c2_to_c9_a_message_is_delivered_to_the_printer_that_was_put_in_place_of_a_broken_one_or_has_failed() {
    assert_eq!(printed("guaranteed", &[]), "printed: a letter\ndelivered after 3 sends\nfailed after 6 sends\n");
}

#[test]
fn c14_to_c20_each_message_is_confirmed_although_a_third_is_lost_and_the_process_kills_itself() {
    for messages in [1, 2, 10, 100] {
        let arguments = ["--messages", &messages.to_string(), "--interval", "50"];
        let text = printed("at_least_once", &arguments);
        assert!(text.contains("signal: 9"), "{text}");
        let last = format!("confirmed {messages} of {messages}, ids 1..{messages}");
        assert_eq!(text.lines().last(), Some(&*last), "{text}");
    }
}
