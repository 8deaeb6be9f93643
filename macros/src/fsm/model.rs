//! What the rows mean: states, commands, events, and the methods that they ask for.
//!
//! Whatever is wrong with a row, what is known of it is kept, so that the user's methods stay members of the trait: one mistake is one
//! error, and editors go on completing.

mod build;
mod rows;

pub(super) use build::build;

use crate::emit::krate::Krate;
use proc_macro2::{Span, TokenStream};
use syn::{Generics, Ident, LitStr, Path, Type, Visibility};

/// What becomes of the enum.
pub(crate) enum Model {
    /// A machine.
    Machine(Box<Machine>),
    /// Nothing, for a reason that has been reported: what refers to it as a machine is told that it is one.
    Unusable { krate: Krate, ident: Ident, generics: Generics },
}

/// A machine.
pub(crate) struct Machine {
    /// Whether there is something in the enum that is not understood, and that may be rows.
    pub(super) has_slips: bool,
    /// The enum as it stands in the source.
    pub(super) source: TokenStream,
    pub(super) krate: Krate,
    pub(super) vis: Visibility,
    pub(super) enum_span: Span,
    /// The enum.
    pub(super) ident: Ident,
    /// The struct, as `#[states(..)]` names it.
    pub(super) data: Path,
    /// The name in stores.
    pub(super) name: Option<LitStr>,
    pub(super) handle: Ident,
    pub(super) flow: Ident,
    /// The state that `#[initial]` names, or the first: there is always one to go on with.
    pub(super) initial: usize,
    pub(super) states: Vec<State>,
    pub(super) otherwise: Vec<Row>,
    /// Event methods of the rows in `otherwise`.
    pub(super) otherwise_changes: Vec<Change>,
    pub(super) queries: Vec<Query>,
    /// All commands that have rows, each once, in the order of the source.
    pub(super) commands: Vec<Command>,
    /// All events, each once, in the order of the source.
    pub(super) events: Vec<EventType>,
    pub(super) own: Own,
    /// All generated methods in the order of the source, also those that are not generated because an earlier one has their name.
    pub(super) methods: Vec<Method>,
}

/// Names of what nobody else names. None of them is a name that the rows use, which would mean the wrong thing then.
pub(super) struct Own {
    /// The enum of everything that is in the mailbox, and its variants for what every machine is asked.
    pub(super) inbox: Ident,
    pub(super) state_name: Ident,
    pub(super) permitted: Ident,
    /// The enum of commands whose handlers are async.
    pub(super) later: Ident,
    /// The enum of all events.
    pub(super) any_event: Ident,
    /// The trait that stands for the user's handlers where they may be missing.
    pub(super) written: Ident,
    /// The trait that stands for recovery where an event may not be one.
    pub(super) recovered: Ident,
    /// The constant with the stored names of all events.
    pub(super) names: Ident,
}

/// A state.
pub(super) struct State {
    pub(super) ident: Ident,
    /// The user's struct; a unit variant has none.
    pub(super) data: Option<Type>,
    /// Whether the variant has fields that no state can have. Nothing is known of its value then.
    pub(super) is_broken: bool,
    pub(super) initials: Vec<Path>,
    pub(super) terminal: Option<Path>,
    pub(super) rows: Vec<Row>,
    pub(super) discards: Vec<Discard>,
    /// What events do here, each once.
    pub(super) changes: Vec<Change>,
}

/// What a command may lead to.
pub(super) struct Row {
    pub(super) command: Path,
    /// The name of the command's type.
    pub(super) name: Ident,
    pub(super) asyncness: bool,
    pub(super) method: Ident,
    pub(super) arrow: Span,
    pub(super) outcomes: Vec<Outcome>,
    pub(super) stored: Stored,
    /// Why there is no method for this row.
    pub(super) dropped: Option<Dropped>,
}

/// What the decision of a row stores.
pub(super) enum Stored {
    /// Its one event.
    Event(Path),
    /// One of its events: the enum of this name is generated.
    OneOf(Ident),
    /// The row is broken: the method may return anything.
    Unknown,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dropped {
    /// The command has an earlier row in the same state.
    Repeated,
    /// Another method has the same name.
    NameTaken,
    /// The query is a command of some row.
    HasRows,
}

/// An event that may come of a command.
pub(super) struct Outcome {
    pub(super) event: Path,
    pub(super) name: Ident,
    /// Where names derived from the event are located.
    pub(super) arrow: Span,
    /// The target as it is written.
    pub(super) word: Option<Path>,
    pub(super) target: Target,
    /// The event's first target in this state, where this one is another.
    pub(super) contradicts: Option<String>,
    /// Whether the event stands twice in one row.
    pub(super) repeated: bool,
}

/// Where an event leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
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
pub(super) struct Change {
    pub(super) event: Path,
    pub(super) name: Ident,
    pub(super) method: Ident,
    pub(super) arrow: Span,
    pub(super) target: Target,
    pub(super) dropped: Option<Dropped>,
}

/// A command that is dropped in a state.
pub(super) struct Discard {
    pub(super) command: Path,
    pub(super) name: Ident,
    pub(super) repeated: bool,
}

/// A question.
pub(super) struct Query {
    pub(super) command: Path,
    pub(super) name: Ident,
    pub(super) method: Ident,
    pub(super) dropped: Option<Dropped>,
}

/// A type that has rows.
pub(super) struct Command {
    pub(super) path: Path,
    pub(super) name: Ident,
    /// One of its rows is async, so its persist handler is.
    pub(super) asyncness: bool,
    /// Where it is written differently, which is a mistake.
    pub(super) others: Vec<Path>,
}

/// A type that is stored.
pub(super) struct EventType {
    pub(super) path: Path,
    pub(super) name: Ident,
    pub(super) others: Vec<Path>,
}

/// A generated method, and the word of the source that it is for.
pub(super) struct Method {
    pub(super) name: Ident,
    pub(super) word: Path,
    pub(super) why: String,
    /// Which earlier method has the same name.
    pub(super) taken_by: Option<String>,
}

impl Machine {
    /// The name of the struct.
    pub(super) fn data_name(&self) -> String {
        self.data.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default()
    }

    /// All rows: of the states, then those for all states.
    pub(super) fn rows(&self) -> impl Iterator<Item = &Row> {
        self.states.iter().flat_map(|state| &state.rows).chain(&self.otherwise)
    }

    /// The state that `target` leads to from `from`; none where it is unknown.
    pub(super) fn reached<'a>(&'a self, from: &'a State, target: &Target) -> Option<&'a State> {
        match target {
            Target::Stay | Target::Reenter | Target::Own => Some(from),
            Target::To(state) => self.states.get(*state).filter(|state| !state.is_broken),
            Target::Unknown | Target::Broken => None,
        }
    }
}

impl Row {
    /// Whether the row's decisions can be carried out: nothing of it is broken.
    pub(super) fn is_whole(&self) -> bool {
        self.dropped.is_none() && !matches!(self.stored, Stored::Unknown)
    }
}

impl Query {
    /// Whether there is a method for it.
    pub(super) fn has_method(&self) -> bool {
        matches!(self.dropped, None | Some(Dropped::HasRows))
    }
}

impl Change {
    /// Whether the event can be applied: nothing of it is broken.
    pub(super) fn is_whole(&self) -> bool {
        self.dropped.is_none() && !matches!(self.target, Target::Unknown | Target::Broken)
    }
}
