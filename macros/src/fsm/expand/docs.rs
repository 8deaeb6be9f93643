//! The table in the documentation.

use super::super::model::{Machine, Row, State, Target};
use super::super::parse::words;
use syn::Path;

/// The lines of the documentation of `TABLE`.
pub(super) fn table(machine: &Machine) -> Vec<String> {
    let mut lines = vec![
        format!(" The machine [`{}`] as data.", machine.data_name()),
        String::new(),
        " | in | on | stores | and then |".to_owned(),
        " |---|---|---|---|".to_owned(),
    ];
    for (at, state) in machine.states.iter().enumerate() {
        let place = place(state, at == machine.initial);
        if state.rows.is_empty() && state.discards.is_empty() {
            lines.push(format!(" | {place} | | | |"));
        }
        for row in &state.rows {
            lines.extend(rows(machine, &place, row));
        }
        for discard in &state.discards {
            lines.push(format!(" | {place} | {} | nothing | drops it |", link(&discard.command)));
        }
    }
    for row in &machine.otherwise {
        lines.extend(rows(machine, "any other", row));
    }
    for query in &machine.queries {
        lines.push(format!(" | any | {} | nothing | answers |", link(&query.command)));
    }
    lines
}

fn rows<'a>(machine: &'a Machine, place: &'a str, row: &'a Row) -> impl Iterator<Item = String> + 'a {
    row.outcomes.iter().map(move |outcome| {
        let target = match &outcome.target {
            Target::Stay => "stays".to_owned(),
            Target::Reenter | Target::Own => "enters it again".to_owned(),
            Target::To(to) => machine.states.get(*to).map(|to| format!("goes to {}", variant(to))).unwrap_or_default(),
            Target::Unknown | Target::Broken => String::new(),
        };
        format!(" | {place} | {} | {} | {target} |", link(&row.command), link(&outcome.event))
    })
}

fn place(state: &State, is_initial: bool) -> String {
    let mut place = variant(state);
    if is_initial {
        place.push_str(", initial");
    }
    if state.terminal.is_some() {
        place.push_str(", terminal");
    }
    place
}

fn variant(state: &State) -> String {
    format!("[`{0}`](Self::{0})", state.ident)
}

/// A link to a type, by its name.
pub(super) fn link(path: &Path) -> String {
    let target = words(path);
    match target.rsplit_once("::") {
        Some((_, name)) => format!("[`{name}`]({target})"),
        None => format!("[`{target}`]"),
    }
}
