//! The table of a machine as data.

/// A machine: its states with their rows, in the order of the source. Its first state is the one to start in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// The name of the machine in stores.
    pub name: &'static str,
    /// The states.
    pub states: &'static [State],
    /// Rows for commands that a state has no row for.
    pub otherwise: &'static [Row],
}

/// A state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The name of the variant.
    pub name: &'static str,
    /// Whether a machine starts here.
    pub initial: bool,
    /// Whether there is no way out of here.
    pub terminal: bool,
    /// What the state does with which command.
    pub rows: &'static [Row],
    /// Commands that the state takes and drops.
    pub discards: &'static [&'static str],
}

/// What is done with a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The name of the command's type.
    pub command: &'static str,
    /// The events that may come of it, each with where it leads.
    pub outcomes: &'static [Outcome],
}

/// An event that may come of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The stored name of the event.
    pub event: &'static str,
    /// Where it leads.
    pub target: Target,
}

/// Where an event leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The machine stays in its state; nothing is left or entered.
    Stay,
    /// The machine leaves its state and enters it again.
    Reenter,
    /// The machine goes to the state of this name.
    To(&'static str),
}

impl Table {
    /// The commands for which the state of that name has a row, in the order of the source. None for a state that there is not.
    pub fn permitted(&self, state: &str) -> Vec<&'static str> {
        let rows = self.states.iter().filter(|known| known.name == state).flat_map(|known| known.rows);
        rows.map(|row| row.command).collect()
    }
}
