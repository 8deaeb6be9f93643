//! The guide: each of its programs runs or has a twin among those that must not compile, each chapter is found from the first page, and the page for
//! those who come from Akka.NET has every name of the articles that this library set out from.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

fn page(chapter: &str) -> String {
    read(format!("runtime/src/guide/{chapter}.md"))
}

/// The chapters, in the order of their modules.
fn chapters() -> Vec<String> {
    let modules = read("runtime/src/guide/mod.rs");
    modules.lines().filter_map(|line| Some(line.strip_prefix("pub mod ")?.trim_end_matches(" {}").to_owned())).collect()
}

/// A block of a page: what it is in, and its lines without what hides them.
struct Block {
    language: String,
    lines: Vec<String>,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for line in page.lines() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(_), Some(block)) => blocks.push(block),
            (Some(language), None) => open = Some(Block { language: language.to_owned(), lines: Vec::new() }),
            (None, Some(mut block)) => {
                let hidden = line.trim_start().strip_prefix("# ").or_else(|| (line.trim() == "#").then_some(""));
                block.lines.push(hidden.unwrap_or(line).to_owned());
                open = Some(block);
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block has no end");
    blocks
}

/// The programs of a page that run.
fn programs(page: &str) -> String {
    let programs = blocks(page).into_iter().filter(|block| block.language.is_empty());
    programs.flat_map(|block| block.lines).collect::<Vec<_>>().join("\n")
}

/// What stands between backticks.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[test]
fn every_program_of_the_guide_runs_or_is_also_a_case_that_must_not_compile() {
    for chapter in chapters() {
        let page = page(&chapter);
        assert!(page.contains("```\n"), "{chapter} has no program");
        for block in blocks(&page) {
            match &*block.language {
                "" | "text" | "toml" => {}
                "compile_fail" => {
                    let (first, program) = block.lines.split_first().expect("it has lines");
                    let twin = first.strip_prefix("// ").unwrap_or_else(|| panic!("{chapter}: {first} names no twin"));
                    assert_eq!(read(format!("tests/{twin}")).trim(), program.join("\n").trim(), "{chapter} and {twin}");
                    assert!(!read(format!("tests/{twin}").replace(".rs", ".stderr")).is_empty());
                }
                other => panic!("{chapter} has a block with `{other}`, which nobody runs"),
            }
        }
    }
}

#[test]
fn the_first_page_leads_to_every_chapter_in_the_order_of_the_modules() {
    let first = page("guide");
    let items = first.lines().filter(|line| line.starts_with("- [") || line.get(1..4) == Some(". ["));
    let linked: Vec<_> =
        items.filter_map(|line| Some(line.split_once("](")?.1.split_once(')')?.0.to_owned())).collect();
    assert_eq!(linked, chapters());
}

/// The rows of the tables of a page that have two cells.
fn rows(page: &str) -> Vec<(&str, &str)> {
    let rows = page.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    rows.filter_map(|row| row.split_once(" | ")).collect()
}

#[test]
fn every_name_of_the_articles_has_a_row_on_the_page_for_those_who_come_from_akka_net() {
    let page = page("coming_from_akka_net");
    let there: BTreeSet<_> = rows(&page).into_iter().flat_map(|(theirs, _)| code(theirs)).collect();
    for name in read("tests/tests/guide/akka_net.txt").lines() {
        assert!(there.contains(name), "`{name}` has no row");
    }
}

/// What stands in code and is no item: features.
const FEATURES: [&str; 2] = ["metrics", "tracing"];

/// A cell without what is linked, which rustdoc checks.
fn unlinked(cell: &str) -> String {
    let mut text = String::new();
    let mut rest = cell;
    while let Some((before, link)) = rest.split_once('[').filter(|(_, link)| link.contains("](")) {
        // `#[..]` is no link.
        if before.ends_with('#') {
            text.push_str(before);
            rest = link;
            continue;
        }
        text.push_str(before);
        rest = link.split_once("](").and_then(|(_, target)| target.split_once(')')).map_or("", |(_, rest)| rest);
    }
    text + rest
}

#[test]
fn what_stands_beside_a_name_of_akka_net_is_compiled_on_the_same_page() {
    let page = page("coming_from_akka_net");
    // The articles' own names lead to things of other programs.
    let (tables, _) = page.split_once("# Names of the articles' own").expect("they come last");
    let programs = programs(&page);
    let programs: BTreeSet<_> = programs.split(|c| !is_word(c)).chain(FEATURES).collect();
    for (theirs, ours) in rows(tables) {
        for code in code(&unlinked(ours)) {
            for word in code.split(|c| !is_word(c)).filter(|word| word.len() > 3) {
                assert!(programs.contains(word), "`{word}`, beside {theirs}, is in no program");
            }
        }
    }
}

#[test]
fn the_machine_is_no_longer_than_the_actor_with_become() {
    let page = page("machines");
    let long = |text: &str| text.lines().filter(|line| !line.trim().is_empty()).count();
    let (_, become_) = page.split_once("```text\n").expect("it is there");
    let (become_, rest) = become_.split_once("```").expect("it ends");
    let (_, machine) = rest.split_once("#[fsm").expect("it is there");
    let (machine, _) = machine.split_once("# #[tokio::main").expect("it ends");
    assert!(become_.contains("Become(") && machine.contains("#[derive(States)]"));
    assert!(long(machine) <= long(become_), "{} lines and {}", long(machine), long(become_));
}

/// What looks like a name of an interface and is none: words of the prose, attributes of C#, variables, misspelt names.
const NO_NAMES: [&str; 13] = [
    "Akka.NET",
    "At",
    "Delivery",
    "Empty",
    "Least",
    "NuGet",
    "Obsolete",
    "Once",
    "PeristentActor",
    "PersistenceSupervsior",
    "Protocol",
    "iN",
    "liveBook",
];

/// The names in an article: keys, packages, words of several parts, and in lines of code all words with a capital letter.
fn names(article: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for line in article.lines() {
        let line = line.split("//").next().unwrap_or(line);
        let text = line.trim();
        let ends = text.ends_with(['{', '}', ';', ')', ',']) || text.starts_with('{') || text.contains("=>");
        let is_code =
            (ends || line.starts_with("  ")) && text.len() <= 150 && !text.starts_with(['•', '1', '2', '3', '4']);
        let outside: String =
            if is_code { text.split('"').step_by(2).collect::<Vec<_>>().join(" ") } else { text.to_owned() };
        for word in outside.split(|c: char| !is_word(c) && c != '.' && c != '-') {
            let word = word.trim_matches(['.', '-']);
            if word.starts_with("akka.") || word.starts_with("Akka.") {
                names.insert(word.to_owned());
                continue;
            }
            for part in word.split(['.', '-']) {
                let letters: Vec<_> = part.chars().collect();
                let humps = letters.windows(2).any(|two| two[0].is_lowercase() && two[1].is_uppercase());
                let interface =
                    matches!(letters[..], ['I', second, third, ..] if second.is_uppercase() && third.is_lowercase());
                let capital = letters.len() > 1 && letters.first().is_some_and(|first| first.is_uppercase());
                if humps || interface || is_code && capital {
                    names.insert(part.to_owned());
                }
            }
        }
    }
    for word in NO_NAMES {
        names.remove(word);
    }
    names
}

#[test]
fn the_list_of_names_is_that_of_the_articles() {
    let articles = root().join("../shared/seeds");
    let Ok(entries) = std::fs::read_dir(&articles) else {
        eprintln!("SKIPPED: the articles are not beside the checkout");
        return;
    };
    let mut found = BTreeSet::new();
    for entry in entries {
        let path = entry.expect("it can be listed").path();
        found.extend(names(&std::fs::read_to_string(&path).expect("it can be read")));
    }
    let listed: BTreeSet<_> = read("tests/tests/guide/akka_net.txt").lines().map(str::to_owned).collect();
    found.extend(["Ack", "FSM", "Failure", "Success"].map(str::to_owned)); // in prose, as other words are
    assert_eq!(found, listed);
}
