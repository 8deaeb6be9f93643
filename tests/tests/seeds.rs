//! `docs/seeds.md`: every capability has its row, and what the rows name exists.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::path::Path;

/// Steps in which rows may come that nothing shows yet.
const LATER: [&str; 2] = ["PostgreSQL", "cluster"];

#[test]
fn every_capability_of_the_seeds_is_shown_by_a_test_that_exists_or_named_as_a_later_step() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let table = std::fs::read_to_string(root.join("docs/seeds.md")).expect("it is there");
    let rows: Vec<_> = table.lines().filter(|line| line.starts_with("| C")).collect();
    for (number, row) in (1..).zip(&rows) {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        let [_, name, _, shown, _] = cells[..] else { panic!("{row} has three cells") };
        assert_eq!(name, format!("C{number}"), "in order and without gaps");
        let code: Vec<_> = shown.split('`').skip(1).step_by(2).collect();
        let later = shown.split("later: ").nth(1).map(|step| step.split(',').next().unwrap_or(step));
        assert!(later.is_none_or(|step| LATER.contains(&step)), "{name}: {later:?}");
        assert!(later.is_some() || !code.is_empty(), "{name} is shown by nothing");
        for path in code {
            let (file, test) = path.split_once("::").unwrap_or((path, ""));
            let source = std::fs::read_to_string(root.join(file)).unwrap_or_else(|why| panic!("{name}: {file}: {why}"));
            let there = ["(", "<"].iter().any(|end| source.contains(&format!("fn {test}{end}")));
            assert!(test.is_empty() || there, "{name}: {file} has no {test}");
        }
    }
    assert_eq!(rows.len(), 71);
}
