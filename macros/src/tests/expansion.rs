//! `docs/expansion.md` shows what becomes of a small input of each macro, with comments: without them, it is what the macros write.

use super::corpus::{Annotated, annotated, read};
use super::{pretty, source};

/// Which macros are shown, each by a heading.
const SHOWN: [&str; 9] = [
    "`#[actor]`",
    "`#[handlers]`",
    "`#[actor(persistent)]`",
    "`#[handlers]` of a persistent actor",
    "`#[derive(Message)]`",
    "`#[derive(Event)]`",
    "`#[derive(Timer)]`",
    "`#[derive(Confirmable)]`",
    "`#[fsm]` and `#[derive(States)]`",
];

#[test]
fn what_the_expansions_show_is_what_is_written() {
    let text = read("macros/docs/expansion.md");
    let sections: Vec<(&str, &str)> = text.split("\n## ").skip(1).filter_map(|part| part.split_once('\n')).collect();
    assert_eq!(sections.iter().map(|(heading, _)| *heading).collect::<Vec<_>>(), SHOWN);
    for (heading, section) in sections {
        let blocks: Vec<&str> =
            section.split("```rust\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0)).collect();
        let [input, shown] = blocks[..] else { panic!("{heading}: what goes in, and what comes out") };
        let written = pretty(annotated(input).into_iter().map(Annotated::expand).collect());
        // Comments are no tokens, so that they are gone here.
        assert!(pretty(source(shown)) == written, "{heading}: this is written:\n{written}");
    }
}
