//! The picture in words, for those who cannot see it.

use crate::drawing::Drawing;
use crate::graph::ANY;
use crate::machine::{Row, Target};

pub(super) fn machine(drawing: &Drawing) -> String {
    let machine = &drawing.machine;
    let mut words = Vec::new();
    if let Some(start) = machine.states.get(machine.start()) {
        words.push(format!("Starts in {}.", start.name));
    }
    if let Some(current) = machine.states.iter().find(|state| drawing.is_current(&state.name)) {
        words.push(format!("Is in {}.", current.name));
    }
    for state in &machine.states {
        let mut does: Vec<String> = state.rows.iter().flat_map(row).collect();
        for (verb, names) in [("postpones", &state.postpones), ("discards", &state.discards)] {
            if !names.is_empty() {
                does.push(format!("{verb} {}", names.join(", ")));
            }
        }
        does.extend(state.notes.iter().cloned());
        if state.terminal {
            does.push("terminal".to_owned());
        }
        words.push(sentence(&state.name, &does));
    }
    if !machine.otherwise.is_empty() {
        let does: Vec<String> = machine.otherwise.iter().flat_map(row).collect();
        words.push(sentence(ANY, &does));
    }
    words.join(" ")
}

fn sentence(name: &str, does: &[String]) -> String {
    if does.is_empty() { format!("{name}.") } else { format!("{name}: {}.", does.join("; ")) }
}

fn row(row: &Row) -> impl Iterator<Item = String> {
    row.outcomes.iter().map(|outcome| {
        let target = match &outcome.target {
            Target::Stay => "stays".to_owned(),
            Target::Reenter => "enters it again".to_owned(),
            Target::To(name) => format!("to {name}"),
        };
        let marked = if outcome.is_marked { ", marked" } else { "" };
        format!("{}, {target}{marked}", outcome.shown(&row.cause))
    })
}
