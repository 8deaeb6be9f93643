//! Rows, and what they consist of.

use super::super::parse::Form;
use proc_macro2::Span;
use std::time::Duration;
use syn::{Ident, Path};

/// What may come of a command, a timer or a deadline.
pub(in super::super) struct Row {
    pub(in super::super) form: Form,
    /// The type of the command or timer, or the name of the deadline.
    pub(in super::super) word: Path,
    /// Its last word.
    pub(in super::super) name: Ident,
    /// Of deadlines.
    pub(in super::super) delay: Option<Delay>,
    pub(in super::super) asyncness: bool,
    pub(in super::super) method: Ident,
    pub(in super::super) arrow: Span,
    /// Of machines that store events.
    pub(in super::super) outcomes: Vec<Outcome>,
    /// Of machines that do not: where the row may lead.
    pub(in super::super) goals: Vec<Goal>,
    pub(in super::super) stored: Stored,
    /// Why there is no method for this row.
    pub(in super::super) dropped: Option<Dropped>,
}

/// What the decision of a row stores.
pub(in super::super) enum Stored {
    /// Its one event.
    Event(Path),
    /// One of its events: the enum of this name is generated.
    OneOf(Ident),
    /// Nothing: the machine does not outlive its process.
    Nothing,
    /// The row is broken: the method may return anything.
    Unknown,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Dropped {
    /// The command has an earlier row in the same state.
    Repeated,
    /// Another method has the same name.
    NameTaken,
    /// The query is a command of some row.
    HasRows,
}

/// How long a deadline waits.
pub(in super::super) enum Delay {
    Fixed {
        text: String,
        time: Duration,
    },
    Constant(Path),
    /// A method says, which looks at the state.
    Method {
        name: Ident,
        dropped: Option<Dropped>,
    },
    /// What stands there has been reported.
    Broken,
}

/// Where a row that stores nothing may lead.
pub(in super::super) struct Goal {
    pub(in super::super) word: Path,
    pub(in super::super) target: Target,
    /// Whether it stands twice in one row.
    pub(in super::super) repeated: bool,
}

/// An event that may come of a command.
pub(in super::super) struct Outcome {
    pub(in super::super) event: Path,
    pub(in super::super) name: Ident,
    /// Where names derived from the event are located.
    pub(in super::super) arrow: Span,
    /// The target as it is written.
    pub(in super::super) word: Option<Path>,
    pub(in super::super) target: Target,
    /// The event's first target in this state, where this one is another.
    pub(in super::super) contradicts: Option<String>,
    /// Whether the event stands twice in one row.
    pub(in super::super) repeated: bool,
}

/// Where an event leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Target {
    Stay,
    Reenter,
    /// To the state with that number.
    To(usize),
    /// To the state itself, which is a mistake.
    Own,
    /// To what is no state, for the compiler to say so.
    Unknown,
    /// To nothing that could be read, which has been reported.
    Broken,
}

/// What an event does to a state: a method that takes the state there.
pub(in super::super) struct Change {
    pub(in super::super) event: Path,
    pub(in super::super) name: Ident,
    pub(in super::super) method: Ident,
    pub(in super::super) arrow: Span,
    pub(in super::super) target: Target,
    pub(in super::super) dropped: Option<Dropped>,
}

/// A command that is discarded or postponed.
pub(in super::super) struct Named {
    pub(in super::super) command: Path,
    pub(in super::super) name: Ident,
    pub(in super::super) repeated: bool,
}

impl Row {
    pub(in super::super) fn is_command(&self) -> bool {
        self.form == Form::Command
    }

    /// Whether the row's decisions can be carried out: nothing of it is broken.
    pub(in super::super) fn is_whole(&self) -> bool {
        self.dropped.is_none() && !matches!(self.stored, Stored::Unknown)
    }
}

impl Change {
    /// Whether the event can be applied: nothing of it is broken.
    pub(in super::super) fn is_whole(&self) -> bool {
        self.dropped.is_none() && !matches!(self.target, Target::Unknown | Target::Broken)
    }
}
