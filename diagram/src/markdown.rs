//! Markdown.

use crate::drawing::Drawing;
use crate::machine::{Row, State, Target};

pub(crate) fn write(drawing: &Drawing) -> String {
    let machine = &drawing.machine;
    let mut lines = vec!["| in | on | stores | and then |".to_owned(), "|---|---|---|---|".to_owned()];
    for (at, state) in machine.states.iter().enumerate() {
        let place = place(drawing, state, at == machine.start());
        let mut rows: Vec<String> = state.rows.iter().flat_map(|row| self::row(&place, row)).collect();
        rows.extend(
            state.postpones.iter().map(|name| format!("| {place} | {} | nothing | keeps it for later |", code(name))),
        );
        rows.extend(state.discards.iter().map(|name| format!("| {place} | {} | nothing | drops it |", code(name))));
        rows.extend(state.notes.iter().map(|note| format!("| {place} | | | {} |", cell(note))));
        if rows.is_empty() {
            rows.push(format!("| {place} | | | |"));
        }
        lines.extend(rows);
    }
    lines.extend(machine.otherwise.iter().flat_map(|row| self::row("any other", row)));
    lines.join("\n") + "\n"
}

fn row(place: &str, row: &Row) -> Vec<String> {
    let each = row.outcomes.iter().map(|outcome| {
        let event = if outcome.event.is_empty() { "nothing".to_owned() } else { code(&outcome.event) };
        let mut target = match &outcome.target {
            Target::Stay => "stays".to_owned(),
            Target::Reenter => "enters it again".to_owned(),
            Target::To(name) => format!("goes to {}", code(name)),
        };
        if outcome.is_marked {
            target = format!("**{target}**");
        }
        let cause = row.cause.shown();
        let cause = if row.cause.is_time() { cell(&cause) } else { code(&cause) };
        format!("| {place} | {cause} | {event} | {target} |")
    });
    each.collect()
}

fn place(drawing: &Drawing, state: &State, is_initial: bool) -> String {
    let mut place = code(&state.name);
    for (word, applies) in
        [("initial", is_initial), ("terminal", state.terminal), ("current", drawing.is_current(&state.name))]
    {
        if applies {
            place.push_str(", ");
            place.push_str(word);
        }
    }
    place
}

fn code(name: &str) -> String {
    if name.contains('`') {
        cell(name)
    } else {
        format!("`{}`", name.replace('|', "\\|").replace(char::is_control, " "))
    }
}

/// Text in a cell of a table.
fn cell(words: &str) -> String {
    let mut escaped = String::new();
    for letter in words.chars() {
        match letter {
            '|' | '\\' | '`' | '*' | '_' | '<' | '[' => escaped.extend(['\\', letter]),
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}
