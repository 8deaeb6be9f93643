//! Rows and states of a machine that are being typed.

use crate::page::Page;

/// What a row looks like while it is typed.
const ROWS: [&str; 15] = [
    "#[",
    "#[on",
    "#[on]",
    "#[on(",
    "#[on()]",
    "#[on(Add)]",
    "#[on(Add =)]",
    "#[on(Add =>",
    "#[on(Add =>)]",
    "#[on(Add => Item)]",
    "#[on(Add => ItemAdded =>)]",
    "#[on(Add => ItemAdded => Pa)]",
    "#[on(Add => ItemAdded => stay,)]",
    "#[on(Add => ItemAdded => stay, Gone =>)]",
    "#[on(async)]",
];

/// What a state looks like while it is typed, before another one.
const STATES: [&str; 4] = ["Lost", "Lost(", "Lost()", "Lost(Lo)"];

/// The machine on `page` with each of the 19 rows and states that are being typed.
pub fn half_typed_rows(page: &Page) -> Vec<(&'static str, Page)> {
    let rows = ROWS.map(|row| (row, page.with("// A row is typed here.", row)));
    let states = STATES.map(|state| (state, page.with("// A state is typed here.", state)));
    rows.into_iter().chain(states).collect()
}
