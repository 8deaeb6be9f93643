//! The program with the store that fails, as a user runs it.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::process::Command;

/// Runs it with ten seeds; gives how many writes it took with each.
fn writes(by_hand: bool) -> Vec<u32> {
    let mut binary = std::env::current_exe().expect("a test has a path");
    binary.pop();
    binary.pop();
    binary.push("examples/unreliable");
    (1..=10)
        .map(|seed: u32| {
            let mut program = Command::new(&binary);
            program.args(["--quick", "--seed", &seed.to_string()]);
            if by_hand {
                program.arg("--by-hand");
            }
            let output = program.output().expect("it runs");
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.success(), "{output:?}");
            assert_eq!(text.lines().last(), Some("total 5050"), "seed {seed}: {text}");
            let count = text.strip_prefix("writes ").and_then(|rest| rest.split(',').next());
            count.and_then(|count| count.parse().ok()).expect("it counts the writes")
        })
        .collect()
}

#[test]
fn c49_all_work_of_a_generated_actor_is_done_whatever_fails() {
    writes(false);
}

#[test]
fn c49_all_work_of_an_actor_by_hand_is_done_whatever_fails() {
    assert!(writes(true).iter().sum::<u32>() > 1000, "some have failed");
}
