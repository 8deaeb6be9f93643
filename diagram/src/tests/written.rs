//! What is written of a machine.

use super::machine;
use crate::machine::{Machine, Row};
use crate::text::{broken, identifier};

fn each(check: impl Fn(&Machine)) {
    for seed in 0..40 {
        for (states, rows) in [(1, 4), (3, 7), (15, 40)] {
            check(&machine(seed, states, rows));
        }
    }
    check(&Machine::default());
}

fn rows(machine: &Machine) -> impl Iterator<Item = &Row> {
    machine.states.iter().flat_map(|state| &state.rows).chain(&machine.otherwise)
}

/// The texts of an SVG, with the tags checked: each is closed, in order, and has its attributes in quotes.
fn texts(svg: &str) -> Vec<String> {
    let mut open: Vec<&str> = Vec::new();
    let mut texts = Vec::new();
    for part in svg.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("a tag ends");
        assert!(!text.contains('>'), "`>` in {text:?}");
        for entity in text.split('&').skip(1) {
            let known = ["lt;", "gt;", "amp;", "quot;", "#39;"];
            assert!(known.iter().any(|known| entity.starts_with(known)), "&{entity}");
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            continue;
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "quotes in <{tag}>");
        let name = tag.split(' ').next().unwrap();
        assert!(name.chars().all(|letter| letter.is_ascii_lowercase()), "<{name}>");
        if !tag.ends_with('/') {
            open.push(name);
            texts.push(text.to_owned());
        }
    }
    assert!(open.is_empty(), "{open:?} are open");
    texts
}

#[test]
fn an_svg_is_well_formed_whatever_the_names_are() {
    each(|machine| {
        texts(&machine.drawing().title("<&>\"'\u{0}").current("<").to_svg());
    });
}

#[test]
fn an_svg_has_no_empty_line_so_that_it_can_stand_in_markdown() {
    each(|machine| assert!(!machine.drawing().title("a\n\nb").to_svg().trim_end().contains("\n\n")));
}

#[test]
fn every_state_and_every_row_is_drawn() {
    let escaped = |text: &str| {
        let control = text.replace(char::is_control, " ");
        control
            .replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;")
            .replace('"', "&quot;")
            .replace('\'', "&#39;")
    };
    each(|machine| {
        let svg = machine.drawing().to_svg();
        let texts = texts(&svg);
        for state in &machine.states {
            assert!(texts.contains(&escaped(&state.name)), "{}", state.name);
        }
        for row in rows(machine) {
            for outcome in &row.outcomes {
                for line in broken(&outcome.shown(&row.cause)) {
                    assert!(texts.contains(&escaped(&line)), "{line}");
                }
            }
        }
    });
}

#[test]
fn the_same_machine_gives_the_same_bytes() {
    each(|machine| {
        let all = |machine: &Machine| {
            let drawing = machine.drawing();
            [drawing.to_svg(), drawing.to_mermaid(), drawing.to_dot(), drawing.to_markdown()]
        };
        assert_eq!(all(machine), all(&machine.clone()));
    });
}

#[test]
fn the_ids_of_two_machines_differ() {
    let ids = |name: &str| {
        let machine = Machine { name: name.into(), ..Machine::default() };
        let svg = machine.drawing().to_svg();
        svg.split("id=\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(ids("order"), ["order-title", "order-desc"]);
    assert_ne!(ids("my-order"), ids("my_order"));
    assert_ne!(identifier("a b"), identifier("a_b"));
    let machine = Machine::default();
    assert!(machine.drawing().id("second").to_svg().contains("id=\"second-title\""));
}

#[test]
fn an_svg_grows_with_its_rows_and_not_faster() {
    let size = |rows| machine(7, 40, rows).drawing().to_svg().len();
    let without = size(0);
    for rows in [50, 100, 200, 400, 800] {
        // For each a line, with its bends, its text, and what the description says of it.
        let per_row = (size(rows) - without) / rows;
        assert!(per_row < 600, "{per_row} bytes for each of {rows} rows");
    }
}

#[test]
fn a_name_breaks_out_of_no_language() {
    each(|machine| {
        let drawing = machine.drawing();
        for line in drawing.to_mermaid().lines().skip(4).filter(|line| line.contains(" : ")) {
            assert!(!line.split_once(" : ").unwrap().1.contains([':', ';', '{', '}']) || line.contains('#'), "{line}");
        }
        let dot = drawing.to_dot();
        assert_eq!(dot.replace("\\\\", "").replace("\\\"", "").matches('"').count() % 2, 0, "{dot}");
        for line in drawing.to_markdown().lines() {
            assert_eq!(line.replace("\\|", "").matches('|').count(), 5, "{line}");
        }
    });
}

#[test]
fn a_table_has_a_line_for_each_outcome() {
    each(|machine| {
        let markdown = machine.drawing().to_markdown();
        let outcomes: usize = rows(machine).map(|row| row.outcomes.len()).sum();
        let lists: usize = machine.states.iter().map(|state| state.discards.len()).sum();
        let empty = machine.states.iter().filter(|state| state.rows.is_empty() && state.discards.is_empty()).count();
        assert_eq!(markdown.lines().count(), 2 + outcomes + lists + empty);
    });
}
