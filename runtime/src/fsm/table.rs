//! The table of a machine as data.

use std::time::Duration;

/// A machine: its states with their rows, in the order of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// The name of the machine in stores; of one that stores nothing, the name of its struct.
    pub name: &'static str,
    /// Whether the machine outlives its process: its rows store events.
    pub persistent: bool,
    /// The states.
    pub states: &'static [State],
    /// States that have rows in common.
    pub groups: &'static [Group],
    /// Rows for what a state has no row for.
    pub otherwise: &'static [Row],
    /// What every state answers and changes nothing.
    pub queries: &'static [&'static str],
}

/// A state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The name of the variant.
    pub name: &'static str,
    /// The first line of its documentation; empty if it has none.
    pub docs: &'static str,
    /// Whether a machine starts here.
    pub initial: bool,
    /// Whether there is no way out of here.
    pub terminal: bool,
    /// Whether no row leads here any more: a machine that is stored in this state may go on from it.
    pub deprecated: bool,
    /// Whether something is done when the state is entered.
    pub enter: bool,
    /// Whether something is done when the state is left.
    pub exit: bool,
    /// The group that it is in.
    pub group: Option<&'static str>,
    /// Its own rows, then those that it inherits from its group.
    pub rows: &'static [Row],
    /// Commands that the state takes and drops.
    pub discards: &'static [&'static str],
    /// Commands that wait for another state.
    pub postpones: &'static [&'static str],
    /// Whether all commands without a row wait for another state.
    pub postpones_rest: bool,
    /// What becomes of a command of which the state says nothing.
    pub unhandled: Unhandled,
}

/// States that have rows in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its name.
    pub name: &'static str,
    /// The names of its states.
    pub states: &'static [&'static str],
}

/// What may come of a command, a timer or a deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// What the row is for.
    pub trigger: Trigger,
    /// Whether the row is that of the state's group.
    pub inherited: bool,
    /// What may come of it.
    pub outcomes: &'static [Outcome],
}

/// What a row is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Trigger {
    /// A command, by the name of its type.
    Command(&'static str),
    /// A timer, by the name of its type.
    Timer(&'static str),
    /// The state has lasted so long.
    After(Deadline),
    /// No command has come for so long.
    IdleAfter(Deadline),
}

/// A time that a state may last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadline {
    /// Its name.
    pub name: &'static str,
    /// How long; `None` where a method says, which looks at the state.
    pub delay: Option<Duration>,
    /// How long, as it is written in the row.
    pub text: &'static str,
}

/// What may come of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The stored name of the event; `None` in a machine that stores nothing.
    pub event: Option<&'static str>,
    /// Where it leads.
    pub target: Target,
}

/// Where an outcome leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The machine stays in its state; nothing is left or entered.
    Stay,
    /// The machine leaves its state and enters it again.
    Reenter,
    /// The machine goes to the state of this name.
    To(&'static str),
}

/// What becomes of a command of which the state says nothing. Whoever waits for an answer gets
/// [`CallError::Unhandled`](crate::call::CallError::Unhandled), unless the command is postponed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unhandled {
    /// It is counted.
    Ignore,
    /// It is counted, and told to those who watch.
    #[default]
    Warn,
    /// It waits for another state.
    Postpone,
    /// It is a dead letter.
    Error,
}

impl Table {
    /// The state of that name.
    pub fn state(&self, name: &str) -> Option<&'static State> {
        self.states.iter().find(|state| state.name == name)
    }

    /// The commands for which the state of that name has a row, in the order of the source. None for a state that there is not.
    pub fn permitted(&self, state: &str) -> Vec<&'static str> {
        let rows = self.state(state).into_iter().flat_map(|state| state.rows);
        rows.filter_map(|row| row.trigger.command()).collect()
    }
}

impl State {
    /// A state without a name of which nothing is said: for the fields that a table by hand has no use for.
    ///
    /// ```
    /// use mainstay::fsm::State;
    ///
    /// const CLOSED: State = State { name: "Closed", terminal: true, ..State::EMPTY };
    /// assert!(CLOSED.rows.is_empty());
    /// ```
    pub const EMPTY: Self = Self {
        name: "",
        docs: "",
        initial: false,
        terminal: false,
        deprecated: false,
        enter: false,
        exit: false,
        group: None,
        rows: &[],
        discards: &[],
        postpones: &[],
        postpones_rest: false,
        unhandled: Unhandled::Warn,
    };
}

impl Trigger {
    /// The name of the command's type, if it is one.
    pub const fn command(&self) -> Option<&'static str> {
        match self {
            Self::Command(name) => Some(name),
            Self::Timer(_) | Self::After(_) | Self::IdleAfter(_) => None,
        }
    }

    /// The name of the command's or the timer's type, or of the deadline.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Command(name) | Self::Timer(name) => name,
            Self::After(deadline) | Self::IdleAfter(deadline) => deadline.name,
        }
    }
}
