//! `docs/operations.md`: its commands are run in order, and say what it says they do.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![cfg(unix)]

use std::fmt::Write as _;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Stands for what is another thing in each run.
const VARIES: char = '…';

/// A command of the document, and what it prints.
#[derive(Debug)]
struct Step {
    command: String,
    output: String,
}

#[test]
fn the_walk_through_the_tool_is_as_it_is_written() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let document = std::fs::read_to_string(root.join("docs/operations.md")).expect("it is there");
    let steps = steps(&document);
    assert!(steps.len() > 15, "the walk is in blocks of the language `console`");

    let dir = tempfile::tempdir().expect("a temporary directory");
    let programs = dir.path().join("programs");
    std::fs::create_dir(&programs).expect("room");
    symlink(permits(), programs.join("permits")).expect("it is built with the tests");
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").expect("there is one"));
    let mut wrong = String::new();
    for Step { command, output } in steps {
        let ran = Command::new("sh")
            .args(["-c", &format!("{{ {command}; }} 2>&1")])
            .env("PATH", &path)
            .current_dir(dir.path())
            .output();
        let printed = String::from_utf8(ran.expect("there is a shell").stdout).expect("it is text");
        if !is_like(&printed, &output) {
            write!(wrong, "$ {command}\n{printed}\nwhere the document has\n{output}\n").expect("it is a text");
        }
    }
    assert!(wrong.is_empty(), "docs/operations.md is out of date:\n{wrong}");
}

#[test]
fn what_varies_is_named_and_nothing_else_is_let_through() {
    assert!(is_like("at 12:30, done\n", "at …, done\n"));
    assert!(is_like("a\n", "a\n"));
    assert!(!is_like("a b\n", "a\n"));
    assert!(!is_like("a\nb\n", "a…\n"), "a line is not left out");
    assert!(!is_like("at 12:30, failed\n", "at …, done\n"));
}

/// Commands begin with `$ `, and what they print follows.
fn steps(document: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for block in document.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        for line in block.lines() {
            if let Some(command) = line.strip_prefix("$ ") {
                steps.push(Step { command: command.into(), output: String::new() });
            } else {
                let step = steps.last_mut().expect("a block begins with a command");
                step.output.push_str(line);
                step.output.push('\n');
            }
        }
    }
    steps
}

/// Whether it was printed line by line, but for what varies within a line.
fn is_like(printed: &str, written: &str) -> bool {
    printed.lines().count() == written.lines().count() && printed.lines().zip(written.lines()).all(is_like_line)
}

fn is_like_line((printed, written): (&str, &str)) -> bool {
    let parts: Vec<_> = written.split(VARIES).collect();
    let [first, middle @ .., last] = &parts[..] else { return printed == written };
    let inner = printed.strip_prefix(first).and_then(|rest| rest.strip_suffix(last));
    let mut rest = inner;
    for part in middle {
        rest = rest.and_then(|rest| rest.split_once(part).map(|(_, after)| after));
    }
    rest.is_some()
}

/// Cargo has built it beside this test.
fn permits() -> PathBuf {
    let mut binary = std::env::current_exe().expect("a test has a path");
    binary.pop();
    binary.pop();
    binary.push("examples/permits");
    binary
}
