//! What is drawn.

use crate::drawing::Drawing;

/// A machine: its states with their rows, in the order of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Machine {
    /// The name of the machine.
    pub name: String,
    /// The states.
    pub states: Vec<State>,
    /// Rows for what a state has no row for.
    pub otherwise: Vec<Row>,
}

/// A state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Its name.
    pub name: String,
    /// What it is for, in a sentence or two. May be empty.
    pub doc: String,
    /// Whether a machine starts here.
    pub initial: bool,
    /// Whether there is no way out of here.
    pub terminal: bool,
    /// What it does with what.
    pub rows: Vec<Row>,
    /// Commands that it keeps for a later state.
    pub postpones: Vec<String>,
    /// Commands that it takes and drops.
    pub discards: Vec<String>,
    /// What else is to be said of it, each a few words.
    pub notes: Vec<String>,
}

/// What is done when something happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What happens.
    pub cause: Cause,
    /// What may come of it.
    pub outcomes: Vec<Outcome>,
}

/// What a row is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A command of this name comes.
    Command(String),
    /// The state has lasted for so long.
    After {
        /// The name of the delay. May be empty.
        name: String,
        /// How long, as people write it. Empty where it is known only when the state is entered.
        delay: String,
    },
    /// No command has come for so long.
    IdleAfter {
        /// The name of the delay. May be empty.
        name: String,
        /// How long, as people write it. Empty where it is known only when the state is entered.
        delay: String,
    },
    /// A timer of this name is due.
    Timer(String),
}

/// What may come of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The event that is stored. Empty if nothing is.
    pub event: String,
    /// Where it leads.
    pub target: Target,
    /// Whether it is to stand out: a report of coverage marks what no test has taken.
    pub is_marked: bool,
}

/// Where an event leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Nowhere: nothing is left or entered.
    Stay,
    /// Out of the state and into it again.
    Reenter,
    /// To the state of this name.
    To(String),
}

impl Machine {
    /// A drawing of it, to be written in one of several languages.
    pub fn drawing(&self) -> Drawing {
        Drawing::new(self.clone())
    }

    /// The state that a machine starts in: the first, if none says that it is.
    pub(crate) fn start(&self) -> usize {
        self.states.iter().position(|state| state.initial).unwrap_or(0)
    }
}

impl State {
    /// A state without rows.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }
}

impl Cause {
    /// What people read: `Pay`, `after 15m`, `timer Remind`.
    pub(crate) fn shown(&self) -> String {
        let delay = |words: &str, name: &str, delay: &str| match (name, delay) {
            (name, "") => format!("{words} {name}"),
            ("", delay) => format!("{words} {delay}"),
            (name, delay) => format!("{words} {delay}: {name}"),
        };
        match self {
            Self::Command(name) => name.clone(),
            Self::After { name, delay: long } => delay("after", name, long),
            Self::IdleAfter { name, delay: long } => delay("idle for", name, long),
            Self::Timer(name) => format!("timer {name}"),
        }
    }

    /// Whether time causes it, and nobody's command.
    pub(crate) fn is_time(&self) -> bool {
        !matches!(self, Self::Command(_))
    }
}

impl Outcome {
    /// What people read of it beside an arrow: `Pay / order.paid`.
    pub(crate) fn shown(&self, cause: &Cause) -> String {
        match &*self.event {
            "" => cause.shown(),
            event => format!("{} / {event}", cause.shown()),
        }
    }
}
