//! The catalogue: each message is shown by a case in `tests/ui`, and explained in the guide. And the tables about cases are true.

use crate::diag::catalogue::{actor, derive, fsm, options, persistent, rows};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Messages that no program can get from the compiler, which reads the item before any macro does; `half_typed` has them.
const OF_EDITORS: [&str; 1] = ["unreadable"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// All slugs, each once.
fn slugs() -> BTreeSet<&'static str> {
    let lists = [actor::SLUGS, derive::SLUGS, fsm::SLUGS, options::SLUGS, persistent::SLUGS, rows::SLUGS];
    lists.concat().into_iter().collect()
}

/// Everything that the compiler says in the cases called `name`.
fn said_in(name: &str) -> String {
    let folders = fs::read_dir(root().join("tests/ui")).expect("there are cases");
    let answers = folders.map(|folder| folder.expect("it can be read").path().join(format!("{name}.stderr")));
    answers.filter(|answer| answer.exists()).map(|answer| read(&answer)).collect()
}

#[test]
fn each_slug_has_a_case_of_its_name_that_shows_it() {
    let shows = |slug: &&str| said_in(slug).lines().any(|line| line.ends_with(&format!("guide::errors#{slug}")));
    let missing: Vec<_> = slugs().into_iter().filter(|slug| !OF_EDITORS.contains(slug) && !shows(slug)).collect();
    assert!(missing.is_empty(), "no `tests/ui/*/<slug>.rs` is answered with `see:  ..#<slug>`: {missing:?}");
}

#[test]
fn each_slug_has_a_section_of_the_guide_and_each_section_a_slug() {
    let guide = read(&root().join("runtime/src/guide/errors.md"));
    let sections: BTreeSet<_> = guide.lines().filter_map(|line| line.strip_prefix("### ")).collect();
    assert_eq!(slugs(), sections, "slugs on the left, sections of `guide/errors.md` on the right");
}

#[test]
fn each_slug_is_named_where_the_guide_keeps_the_rule() {
    let guide = read(&root().join("runtime/src/guide/errors.md"));
    let (mut programs, mut block) = (String::new(), None);
    for line in guide.lines() {
        match (line.strip_prefix("```"), block) {
            (Some(language), None) => block = Some(language),
            (Some(_), Some(_)) => block = None,
            // A block without a language is a program, which `cargo test --doc` runs.
            (None, Some("")) => programs.push_str(line),
            (None, _) => {}
        }
    }
    let is_missing = |slug: &&str| !OF_EDITORS.contains(slug) && !programs.contains(&format!("`{slug}`"));
    let missing: Vec<_> = slugs().into_iter().filter(is_missing).collect();
    assert!(missing.is_empty(), "no program of `guide/errors.md` has a comment that names these: {missing:?}");
}

/// The cells of the rows of the tables below `heading`, without the head of the table.
fn table(text: &str, heading: &str) -> Vec<Vec<String>> {
    let (_, part) = text.split_once(heading).unwrap_or_else(|| panic!("there is no `{heading}`"));
    let lines =
        part.lines().skip_while(|line| !line.starts_with("|-")).skip(1).take_while(|line| line.starts_with('|'));
    lines.map(|line| line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect()).collect()
}

/// What stands between backticks and names a case (`fsm/no_fsm`) or a test (`actor::calls_are_answered`).
fn named(cell: &str) -> impl Iterator<Item = &str> {
    let is_name = |word: &&str| word.contains('/') || word.contains("::");
    cell.split('`').skip(1).step_by(2).filter(is_name)
}

fn exists(name: &str) -> bool {
    match name.split_once("::") {
        Some((file, test)) => {
            let source = fs::read_to_string(root().join(format!("tests/tests/{file}.rs"))).unwrap_or_default();
            source.contains(&format!("fn {test}("))
        }
        None => ["tests/ui", "."].iter().any(|folder| {
            let path = root().join(folder).join(name);
            path.with_extension("rs").is_file() || path.is_dir()
        }),
    }
}

#[test]
fn what_the_tables_of_errors_name_is_there() {
    let text = read(&root().join("macros/docs/errors.md"));
    let all = ["## Mistakes", "## Awkward inputs", "## Reports"].map(|heading| table(&text, heading)).concat();
    assert!(all.len() > 80, "the tables have {} rows", all.len());
    for row in all {
        let last = row.last().expect("a row has cells");
        assert!(named(last).next().is_some() || last.starts_with("none: "), "nothing shows {row:?}");
        let missing: Vec<_> = named(last).filter(|name| !exists(name)).collect();
        assert!(missing.is_empty(), "there is no {missing:?}");
    }
}

#[test]
fn every_reported_row_is_in_the_table() {
    // The numbers that are left out are rows of another list.
    const ROWS: [u32; 36] = [
        1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 29, 31, 32, 34, 35, 37, 38, 40, 41, 43,
        44, 46, 47, 49, 50, 52, 53,
    ];
    let text = read(&root().join("macros/docs/errors.md"));
    let numbers = table(&text, "## Reports").into_iter().map(|row| row.first().and_then(|cell| cell.parse().ok()));
    let numbers: Vec<Option<u32>> = numbers.collect();
    assert_eq!(numbers, ROWS.map(Some));
}

#[test]
fn a_mistake_has_as_many_errors_as_the_table_says() {
    let text = read(&root().join("macros/docs/errors.md"));
    for row in table(&text, "## Mistakes") {
        let [_, _, here, case] = &row[..] else { panic!("four cells: {row:?}") };
        let case = named(case).next().expect("a case");
        let answer = read(&root().join("tests/ui").join(case).with_extension("stderr"));
        let errors = answer.lines().filter(|line| line.starts_with("error")).count();
        assert_eq!(errors.to_string(), *here, "{case}");
    }
}

#[test]
fn the_counts_of_cases_are_those_of_the_folders() {
    let contributing = read(&root().join("CONTRIBUTING.md"));
    let said: Vec<_> = table(&contributing, "Cases that must not compile")
        .into_iter()
        .map(|row| match &row[..] {
            [folder, _, count] => (folder.trim_matches('`').to_owned(), count.clone()),
            other => panic!("three cells: {other:?}"),
        })
        .collect();
    let mut there: Vec<_> = fs::read_dir(root().join("tests/ui"))
        .expect("there are cases")
        .map(|folder| {
            let folder = folder.expect("it can be read");
            let files = fs::read_dir(folder.path()).expect("it is a folder").flatten();
            let cases = files.filter(|file| file.path().extension().is_some_and(|ending| ending == "rs")).count();
            (folder.file_name().to_string_lossy().into_owned(), cases.to_string())
        })
        .collect();
    there.sort();
    assert_eq!(said, there);
}
