//! The permits program as a user runs it: the report, crash and resume, bad input.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What the real log must give; see issue 2.
const REAL_REPORT: &str = "\
events 8577
cases 1434
accepted 8576
refused 1
confirmation Adjusting 3
confirmation Checked 12
confirmation Determined 2
confirmation Received 118
confirmation Sent 1299
advice Advising 3
advice Decided 1219
advice Drafted 5
advice Pending 125
advice Printed 59
advice Weighing 23
";

#[test]
fn the_sample_is_run_without_arguments() {
    let output = permits(&[]);
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(report.starts_with("events 25\ncases 5\naccepted 24\nrefused 1\n"), "{report}");
}

#[test]
fn a_log_of_real_size_survives_crashes_at_any_point() {
    let log = Log::generate(1434, 8577);
    survives_crashes(&log.text, &log.report());
}

#[test]
fn the_real_log_survives_crashes_at_any_point() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/permits.csv");
    match std::fs::read_to_string(&file) {
        Ok(text) => survives_crashes(&text, REAL_REPORT),
        Err(error) if std::env::var_os("MAINSTAY_REAL_LOG").is_some() => panic!("{}: {error}", file.display()),
        Err(error) => eprintln!("SKIPPED: the real log is not beside the checkout ({error})"),
    }
}

fn survives_crashes(text: &str, report: &str) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let log = dir.path().join("log.csv");
    std::fs::write(&log, text).expect("the log is written");
    let log = log.to_str().expect("UTF-8");
    for replies in ["1", "100", "4000", "8000"] {
        let data = dir.path().join(replies);
        let data = data.to_str().expect("UTF-8");
        let crashed = permits(&[log, "--data", data, "--crash-after", replies]);
        assert_eq!(crashed.status.signal(), Some(9), "killed by its own hand: {crashed:?}");
        assert_eq!(crashed.stdout, b"", "a crash reports nothing");
        let resumed = permits(&[log, "--data", data]);
        assert_eq!(String::from_utf8_lossy(&resumed.stdout), report, "after {replies}: {resumed:?}");
        let again = permits(&[log, "--data", data, "--concurrency", "7"]);
        assert_eq!(String::from_utf8_lossy(&again.stdout), report, "everything sent once more: {again:?}");
    }
}

#[test]
fn a_second_owner_of_the_directory_is_refused() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let owner = mainstay::journal::SqliteStore::open(dir.path()).expect("nobody else is there");
    let data = dir.path().to_str().expect("UTF-8");
    let second = permits(&["--data", data]);
    assert_eq!(second.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&second.stderr).contains(data), "names the directory: {second:?}");
    drop(owner);
}

#[test]
fn bad_input_is_one_line_that_names_file_line_and_reason_and_changes_nothing() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let header = "case,activity,timestamp\n";
    let cases: [(&str, Option<String>, &[&str]); 6] = [
        ("missing.csv", None, &["cannot be read"]),
        ("columns.csv", Some("id,what,when\n1,T02,now\n".into()), &["column `case`"]),
        ("empty.csv", Some(format!("{header}c1,Confirmation of receipt,t\n,T02 Check,t\n")), &[":3:", "case is empty"]),
        ("activity.csv", Some(format!("{header}c1,T21 Fly,t\n")), &[":2:", "unknown activity `T21 Fly`"]),
        ("word.csv", Some(format!("{header}c1,Confirmation,t\n")), &[":2:", "unknown activity"]),
        ("short.csv", Some(format!("{header}c1,T02\n")), &[":2:", "fields"]),
    ];
    for (name, text, words) in cases {
        let log = dir.path().join(name);
        let data = dir.path().join(format!("{name}.data"));
        if let Some(text) = text {
            std::fs::write(&log, text).expect("the log is written");
        }
        let output = permits(&[log.to_str().expect("UTF-8"), "--data", data.to_str().expect("UTF-8")]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{name}: {said}");
        assert_eq!(said.lines().count(), 1, "{name}: {said}");
        for word in words.iter().chain([&name]) {
            assert!(said.contains(word), "{name} says {word}: {said}");
        }
        assert!(output.stdout.is_empty() && !data.exists(), "{name} changes nothing");
    }
}

#[test]
fn the_engine_alone_says_its_rate() {
    let output = permits(&["--engine-only"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.starts_with("engine 30 units in "), "{output:?}");
}

/// Runs the program. Cargo has built it beside this test.
fn permits(arguments: &[&str]) -> Output {
    let mut binary: PathBuf = std::env::current_exe().expect("a test has a path");
    binary.pop();
    binary.pop();
    binary.push("examples/permits");
    Command::new(binary).args(arguments).output().expect("the example is built with the tests")
}

/// A made-up log, always the same, with the report that it must give.
struct Log {
    text: String,
    rows: Vec<(usize, u8)>,
}

/// From, code, to. The code 1 stands for the registration.
const CONFIRMATION: &[(&str, u8, &str)] = &[
    ("Received", 2, "Checked"),
    ("Checked", 2, "Checked"),
    ("Checked", 3, "Adjusting"),
    ("Checked", 4, "Determined"),
    ("Adjusting", 2, "Checked"),
    ("Determined", 3, "Adjusting"),
    ("Determined", 5, "Sent"),
];
const ADVICE: &[(&str, u8, &str)] = &[
    ("Pending", 6, "Weighing"),
    ("Weighing", 6, "Weighing"),
    ("Weighing", 7, "Advising"),
    ("Weighing", 8, "Advising"),
    ("Weighing", 9, "Advising"),
    ("Weighing", 10, "Decided"),
    ("Advising", 7, "Advising"),
    ("Advising", 8, "Advising"),
    ("Advising", 9, "Advising"),
    ("Advising", 6, "Weighing"),
    ("Decided", 11, "Drafted"),
    ("Decided", 16, "Reported"),
    ("Drafted", 12, "Reviewed"),
    ("Reviewed", 13, "Drafted"),
    ("Reviewed", 14, "Approved"),
    ("Approved", 15, "Printed"),
    ("Reported", 17, "Inspected"),
    ("Inspected", 18, "Reported"),
    ("Inspected", 19, "Concluded"),
    ("Concluded", 20, "Printed"),
];

fn step(table: &[(&'static str, u8, &'static str)], from: &str, code: u8) -> Option<&'static str> {
    table.iter().find(|row| row.0 == from && row.1 == code).map(|row| row.2)
}

impl Log {
    /// Walks cases along the tables; about one row in twenty is a code at random, so a deviation more often than not.
    fn generate(cases: usize, rows: usize) -> Self {
        let mut random = Random(0x2545_F491_4F6C_DD1D);
        let mut log = Self { text: "case,activity,timestamp,resource\n".into(), rows: Vec::new() };
        let mut states = vec![("Received", "Pending"); cases];
        (0..cases).for_each(|case| log.push(case, 1));
        while log.rows.len() < rows {
            let case = random.below(cases);
            let (confirmation, advice) = &mut states[case];
            let open = |table: &[(&'static str, u8, &'static str)], from: &str| -> Vec<u8> {
                table.iter().filter(|row| row.0 == from).map(|row| row.1).collect()
            };
            let mut codes = open(CONFIRMATION, confirmation);
            codes.extend(open(ADVICE, advice));
            let code = if codes.is_empty() || random.below(20) == 0 {
                1 + u8::try_from(random.below(20)).expect("small")
            } else {
                codes[random.below(codes.len())]
            };
            *confirmation = step(CONFIRMATION, confirmation, code).unwrap_or(confirmation);
            *advice = step(ADVICE, advice, code).unwrap_or(advice);
            log.push(case, code);
        }
        log
    }

    fn push(&mut self, case: usize, code: u8) {
        let activity = match code {
            1 => "Confirmation of receipt".to_owned(),
            7 => "T07-1 Draft advice".to_owned(),
            code => format!("T{code:02} Something"),
        };
        writeln!(self.text, "made-up-{case},{activity},2026-01-01 00:00:00+00:00,someone").expect("memory");
        self.rows.push((case, code));
    }

    /// The report, by a loop and a table and nothing of ours.
    fn report(&self) -> String {
        let mut states: BTreeMap<usize, (&str, &str, bool)> = BTreeMap::new();
        let (mut accepted, mut refused) = (0, 0);
        for &(case, code) in &self.rows {
            let state = states.entry(case).or_insert(("Received", "Pending", false));
            let next = match code {
                1 => (!std::mem::replace(&mut state.2, true)).then_some(()),
                2..=5 => step(CONFIRMATION, state.0, code).map(|to| state.0 = to),
                _ => step(ADVICE, state.1, code).map(|to| state.1 = to),
            };
            if next.is_some() { accepted += 1 } else { refused += 1 }
        }
        let cases: BTreeSet<_> = states.keys().collect();
        let mut lines: BTreeMap<String, u32> = BTreeMap::new();
        let mut advice: BTreeMap<String, u32> = BTreeMap::new();
        for (confirmed, advised, _) in states.values() {
            *lines.entry(format!("confirmation {confirmed}")).or_default() += 1;
            *advice.entry(format!("advice {advised}")).or_default() += 1;
        }
        assert!(refused > 100, "the log has deviations");
        let mut report =
            format!("events {}\ncases {}\naccepted {accepted}\nrefused {refused}\n", self.rows.len(), cases.len());
        for (line, count) in lines.into_iter().chain(advice) {
            writeln!(report, "{line} {count}").expect("memory");
        }
        report
    }
}

/// xorshift64: the same numbers everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end as u64).expect("small")
    }
}
