//! What a machine's expansion takes grows with its rows, and not faster.

use super::source;
use crate::fsm::States;
use crate::pipeline;
use std::fmt::Write as _;

/// Each state has so many rows.
const ROWS: usize = 5;

/// A stored machine with so many states. The names are all of a length, so that only their number counts.
fn machine(states: usize) -> String {
    let mut text = String::new();
    for state in 0..states {
        let initial = if state == 0 { "#[initial]" } else { "" };
        text.push_str(initial);
        for row in 0..ROWS {
            let _ = write!(text, "#[on(Command{row} => Event{row} => S{:02})] ", (state + row + 1) % states);
        }
        let _ = write!(text, "S{state:02}(State{state:02}), ");
    }
    format!("#[states(Big, name = \"big\")] enum BigState {{ {text} }}")
}

fn expanded(states: usize) -> usize {
    let expansion = pipeline::derive::<States>(source(&machine(states))).to_string();
    assert!(!expansion.contains("compile_error"), "the machine is right: {expansion}");
    expansion.len()
}

#[test]
fn forty_states_and_two_hundred_rows_take_no_more_for_each_row_than_ten_states() {
    let [ten, twenty, forty] = [10, 20, 40].map(expanded);
    // From 20 to 40 states twice as much is added as from 10 to 20.
    let (first, second) = (twenty - ten, forty - twenty);
    assert!(second.abs_diff(2 * first) * 100 < 2 * first, "{ten}, {twenty} and {forty} bytes");
}
