//! A contract in words.

use super::section::Section;
use crate::entity::{Contract, Earlier, Field, Shape, Taken};
use crate::fsm::{Row, State, Table, Target, Trigger};

/// What was promised, in the order of the source.
pub(super) fn sections(contract: &Contract) -> Vec<Section> {
    let mut sections = vec![Section::new(format!("type {}", contract.kind))];
    sections[0].lines.extend(contract.removed.iter().map(|name| format!("removed {name}")));
    if let Some(shape) = contract.snapshot {
        let mut section = Section::new(format!("snapshot {} version {}", shape.name, shape.version));
        section.lines.extend(contract.snapshot_fields.iter().map(field));
        sections.push(section);
    }
    sections.extend(contract.events.iter().map(shape));
    sections.extend(contract.takes.iter().map(|taken| Section::new(signature(taken))));
    sections.extend(contract.takes.iter().filter_map(|taken| taken.stored.as_ref()).map(shape));
    sections.extend(contract.table.iter().flat_map(machine));
    sections
}

/// What is stored under one name.
fn shape(shape: &Shape) -> Section {
    let Shape { kind, name, version, aliases, tags, fields, earlier, .. } = shape;
    // What fires is told apart from what is stored until then.
    let mut section = Section::new(format!("{} {name} version {version}", stored(kind.to_string().as_str())));
    section.lines.extend(aliases.iter().map(|alias| format!("alias {alias}")));
    section.lines.extend(tags.iter().map(|tag| format!("tag {tag}")));
    section.lines.extend(earlier.iter().map(|Earlier { version, ty, split }| {
        if *split {
            format!("version {version} is split as {ty}")
        } else {
            format!("version {version} is read as {ty}")
        }
    }));
    section.lines.extend(fields.iter().map(field));
    section
}

fn stored(kind: &str) -> String {
    if kind == "event" { kind.into() } else { format!("stored-{kind}") }
}

fn field(Field { name, ty, serde }: &Field) -> String {
    let ty = if ty.is_empty() { String::new() } else { format!(": {ty}") };
    let serde = if serde.is_empty() { String::new() } else { format!(", serde({serde})") };
    format!("field {name}{ty}{serde}")
}

/// `command deposit(amount: u64) -> u64`.
fn signature(Taken { kind, name, arguments, reply, .. }: &Taken) -> String {
    if reply.is_empty() {
        return format!("{kind} {name}");
    }
    let argument =
        |Field { name, ty, .. }: &Field| if name.is_empty() { (*ty).into() } else { format!("{name}: {ty}") };
    let arguments: Vec<String> = arguments.iter().map(argument).collect();
    format!("{kind} {name}({}) -> {reply}", arguments.join(", "))
}

fn machine(table: &Table) -> Vec<Section> {
    let mut sections: Vec<_> = table.states.iter().map(state).collect();
    if !table.otherwise.is_empty() {
        let mut section = Section::new("otherwise");
        section.lines.extend(table.otherwise.iter().flat_map(row));
        sections.push(section);
    }
    sections
}

fn state(state: &State) -> Section {
    let words = [(state.initial, "initial"), (state.terminal, "terminal"), (state.deprecated, "deprecated")];
    let words = words.iter().filter(|(is_so, _)| *is_so).map(|(_, word)| format!(", {word}"));
    let mut section = Section::new(format!("state {}{}", state.name, words.collect::<String>()));
    section.lines.extend(state.rows.iter().flat_map(row));
    section.lines.extend(state.discards.iter().map(|command| format!("discard {command}")));
    section.lines.extend(state.postpones.iter().map(|command| format!("postpone {command}")));
    section.lines.extend(state.postpones_rest.then(|| "postpone _".into()));
    section
}

/// A line for each outcome.
fn row(Row { trigger, outcomes, .. }: &Row) -> Vec<String> {
    let cause = match trigger {
        Trigger::Command(name) => (*name).to_owned(),
        Trigger::Timer(name) => format!("timer {name}"),
        Trigger::After(deadline) => format!("after {}", deadline.text),
        Trigger::IdleAfter(deadline) => format!("idle after {}", deadline.text),
    };
    let outcome = |outcome: &crate::fsm::Outcome| {
        let target = match outcome.target {
            Target::Stay => "stay",
            Target::Reenter => "reenter",
            Target::To(state) => state,
        };
        format!("row {cause} => {} => {target}", outcome.event.unwrap_or_default())
    };
    outcomes.iter().map(outcome).collect()
}
