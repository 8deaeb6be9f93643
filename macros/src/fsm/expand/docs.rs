//! The table in the documentation.

use super::super::model::{Delay, Machine, Row, State, Target};
use super::super::parse::{Form, words};
use syn::Path;
use syn::ext::IdentExt as _;

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
        let before = lines.len();
        for (row, _) in machine.rows_in(state) {
            lines.extend(rows(machine, &place, row));
        }
        for named in machine.discards_in(state) {
            lines.push(format!(" | {place} | {} | nothing | drops it |", link(&named.command)));
        }
        for named in machine.postpones_in(state) {
            lines.push(format!(" | {place} | {} | nothing | postpones it |", link(&named.command)));
        }
        if machine.postpones_rest(state) {
            lines.push(format!(" | {place} | anything else | nothing | postpones it |"));
        }
        if lines.len() == before {
            lines.push(format!(" | {place} | | | |"));
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
    let trigger = trigger(row);
    let of_events = row.outcomes.iter().map(|outcome| (link(&outcome.event), &outcome.target));
    let of_goals = row.goals.iter().map(|goal| ("nothing".to_owned(), &goal.target));
    of_events.chain(of_goals).map(move |(stored, target)| {
        let target = match target {
            Target::Stay => "stays".to_owned(),
            Target::Reenter | Target::Own => "enters it again".to_owned(),
            Target::To(to) => machine.states.get(*to).map(|to| format!("goes to {}", variant(to))).unwrap_or_default(),
            Target::Unknown | Target::Broken => String::new(),
        };
        format!(" | {place} | {trigger} | {stored} | {target} |")
    })
}

/// What the machine looks at a row for.
fn trigger(row: &Row) -> String {
    let name = &row.name;
    let delay = || row.delay.as_ref().map(delay).unwrap_or_default();
    match row.form {
        Form::Command => link(&row.word),
        Form::Timer => format!("{}, a timer", link(&row.word)),
        Form::After => format!("`{name}`: after {}", delay()),
        Form::IdleAfter => format!("`{name}`: after {} without a command", delay()),
    }
}

/// A delay as it is written.
pub(in super::super) fn delay(delay: &Delay) -> String {
    match delay {
        Delay::Fixed { text, .. } => text.clone(),
        Delay::Constant(path) => words(path),
        Delay::Method { name, .. } => format!("{}()", name.unraw()),
        Delay::Broken => String::new(),
    }
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
