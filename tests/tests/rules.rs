//! Every rule of `spec/persistence.md` and of `spec/fsm.md`, and every reported case is named: by a test, or where it stands why there is none.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The rules of each letter go from 1 to this.
const RULES: [(char, u32); 8] =
    [('e', 95), ('t', 72), ('p', 14), ('w', 16), ('g', 12), ('v', 17), ('f', 78), ('d', 56)];

/// Rules that no test shows yet, and that nothing is written about. Whoever builds or shows one takes it out of here.
const NOT_SHOWN_YET: &[(char, u32)] = &[];

/// The rows of `cases/actors.md`.
const ACTOR_ROWS: [&str; 31] = [
    "a1", "a2", "a4", "a5", "a6", "a8", "a10", "a12", "a14a", "a14b", "a14c", "a14d", "a14e", "a14f", "a14g", "a16",
    "a18", "a20", "a22", "a24", "a26", "a28a", "a28b", "a28c", "a28d", "a28e", "a28f", "a28g", "a30", "a32", "b1",
];
const ACTOR_ROWS_ON_OTHERS: [&str; 4] = ["b3", "b5", "b7", "b9"];

/// The rows B of `cases/reported.md` are the even numbers up to this.
const LAST_REPORTED: u32 = 62;

/// Its rows F, on machines, are the odd numbers up to this.
const LAST_REPORTED_ON_MACHINES: u32 = 39;

/// Where it stands why there is no test: in the tables and lists of these files.
const REASONS: [&str; 8] = [
    "runtime/src/entity/mod.rs",
    "runtime/src/fsm/mod.rs",
    "runtime/src/delivery/mod.rs",
    "runtime/src/timer/mod.rs",
    "runtime/src/conformance/mod.rs",
    "tests/tests/case_actors.rs",
    "tests/tests/case_reported.rs",
    "tests/tests/case_machines.rs",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The words of the names of all functions in tests: `case_b60_e38_numbers_go_on` has `case`, `b60` and so on.
fn test_names() -> Vec<Vec<String>> {
    let mut names = Vec::new();
    let mut folders =
        ["runtime", "tests/tests", "examples/tests", "benches/tests", "cli/tests"].map(|dir| root().join(dir)).to_vec();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display())) {
            let path = entry.expect("it can be read").path();
            if path.is_dir() && !path.ends_with("target") {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let source = fs::read_to_string(&path).expect("it can be read");
                for rest in source.split("fn ").skip(1) {
                    let name = rest.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').next();
                    names.push(name.unwrap_or_default().split('_').map(str::to_owned).collect());
                }
            }
        }
    }
    names
}

/// The letter and the number of a word such as `e38` or `t01`.
fn rule(word: &str) -> Option<(char, u32)> {
    let letter = word.chars().next()?;
    let number = word.get(1..)?.parse().ok()?;
    letter.is_ascii_lowercase().then_some((letter, number))
}

/// What names of tests say: `t01_to_t11` is all from the one to the other.
fn tested() -> BTreeSet<(char, u32)> {
    let mut tested = BTreeSet::new();
    for words in test_names().iter().filter(|words| words.first().is_some_and(|first| first != "case")) {
        collect(words, &mut tested);
    }
    for words in test_names().iter().filter(|words| words.first().is_some_and(|first| first == "case")) {
        // `b9` of a case is no rule, and neither is `f9`, which comes first and alone; the rules that it proves come after it.
        let is_on_machines = words.get(1).and_then(|word| rule(word)).is_some_and(|(letter, _)| letter == 'f');
        collect(&words[if is_on_machines { 2 } else { 1 }..], &mut tested);
    }
    tested
}

fn collect(words: &[String], tested: &mut BTreeSet<(char, u32)>) {
    for (at, word) in words.iter().enumerate() {
        let Some((letter, number)) = rule(word) else { continue };
        let from = match (at.checked_sub(2).and_then(|at| rule(&words[at])), at.checked_sub(1).map(|at| &*words[at])) {
            (Some((of, from)), Some("to")) if of == letter => from,
            _ => number,
        };
        tested.extend((from..=number).map(|number| (letter, number)));
    }
}

/// The documentation of the files that say why there is no test for something.
fn reasons() -> String {
    let doc = |file: &str| {
        let source = fs::read_to_string(root().join(file)).unwrap_or_else(|why| panic!("{file}: {why}"));
        source.lines().filter(|line| line.starts_with("//!")).map(str::to_owned).collect::<Vec<_>>().join("\n")
    };
    REASONS.map(doc).join("\n")
}

/// Whether the text names `A14c` or, with a range, `E6–E9`.
fn is_named(text: &str, letter: char, number: u32) -> bool {
    let letter = letter.to_ascii_uppercase();
    let words: Vec<_> = text
        .replace('–', " to ")
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let of = |word: &str| word.strip_prefix(letter).and_then(|number| number.parse::<u32>().ok());
    words.iter().enumerate().any(|(at, word)| {
        let Some(last) = of(word) else { return false };
        let is_range = at >= 2 && words[at - 1] == "to";
        let first = if is_range { of(&words[at - 2]).unwrap_or(last) } else { last };
        (first..=last).contains(&number)
    })
}

#[test]
fn every_rule_has_a_test_of_its_number_or_a_reason_why_there_is_none() {
    let (tested, reasons) = (tested(), reasons());
    let missing: Vec<_> = RULES
        .iter()
        .flat_map(|&(letter, last)| (1..=last).map(move |number| (letter, number)))
        .filter(|rule| !NOT_SHOWN_YET.contains(rule))
        .filter(|&(letter, number)| !tested.contains(&(letter, number)) && !is_named(&reasons, letter, number))
        .map(shown)
        .collect();
    assert!(missing.is_empty(), "no test and no reason: {missing:?}");
}

#[test]
fn what_is_not_shown_yet_has_neither_a_test_nor_a_reason() {
    let (tested, reasons) = (tested(), reasons());
    let is_known =
        |&(letter, number): &(char, u32)| tested.contains(&(letter, number)) || is_named(&reasons, letter, number);
    let stale: Vec<_> = NOT_SHOWN_YET.iter().copied().filter(is_known).map(shown).collect();
    assert!(stale.is_empty(), "these are shown, take them off the list: {stale:?}");
}

fn shown((letter, number): (char, u32)) -> String {
    format!("{}{number}", letter.to_ascii_uppercase())
}

/// The rows that tests are called after, such as `case_b40_b58_..`, or `case_actor_a28c_b9_..`.
fn cases(of_actors: bool) -> BTreeSet<String> {
    let mut cases = BTreeSet::new();
    for words in test_names() {
        let rest = match words.iter().map(|word| &**word).collect::<Vec<_>>()[..] {
            ["case", "actor", ..] if of_actors => &words[2..],
            ["case", "actor", ..] => continue,
            // What follows the row are rules, of the same letter.
            ["case", row, ..] if !of_actors && row.starts_with('f') => &words[1..2],
            ["case", ..] if !of_actors => &words[1..],
            _ => continue,
        };
        cases.extend(rest.iter().take_while(|word| is_row(word)).cloned());
    }
    cases
}

/// A letter, a number, and perhaps another letter.
fn is_row(word: &str) -> bool {
    let number = word.get(1..).unwrap_or_default();
    let number = number.strip_suffix(|letter: char| letter.is_ascii_lowercase()).unwrap_or(number);
    word.starts_with(|letter: char| letter.is_ascii_lowercase()) && number.parse::<u32>().is_ok()
}

fn has_row(text: &str, row: &str) -> bool {
    text.split(|letter: char| !letter.is_ascii_alphanumeric()).any(|word| word.eq_ignore_ascii_case(row) && word != row)
}

#[test]
fn every_reported_case_has_a_test_of_its_name_or_a_line_that_says_why_not() {
    let (actors, others, reasons) = (cases(true), cases(false), reasons());
    let of_actors = ACTOR_ROWS.iter().chain(&ACTOR_ROWS_ON_OTHERS).map(|row| ((*row).to_owned(), &actors));
    let of_others = (1..=LAST_REPORTED / 2).map(|half| (format!("b{}", half * 2), &others));
    let on_machines = (1..=LAST_REPORTED_ON_MACHINES).step_by(2).map(|number| (format!("f{number}"), &others));
    let missing: Vec<_> = of_actors
        .chain(of_others)
        .chain(on_machines)
        .filter(|(row, cases)| !cases.contains(row) && !has_row(&reasons, row))
        .map(|(row, _)| row)
        .collect();
    assert!(missing.is_empty(), "no test and no reason: {missing:?}");
}
