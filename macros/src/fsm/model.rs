//! What the rows mean: states, commands, events, and the methods that they ask for.
//!
//! Whatever is wrong with a row, what is known of it is kept, so that the user's methods stay members of the trait: one mistake is one
//! error, and editors go on completing.

mod build;
mod place;
mod resolve;
mod row;

pub(super) use build::{build, for_editors};
pub(super) use place::{Group, Hook, List, Member, State};
pub(super) use resolve::{Answer, Source};
pub(super) use row::{Change, Delay, Dropped, Goal, Named, Outcome, Row, Stored, Target};

use super::parse::Form;
use crate::emit::krate::Krate;
use proc_macro2::{Span, TokenStream};
use syn::{Generics, Ident, LitStr, Path, Visibility};

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
    pub(super) kind: Kind,
    pub(super) krate: Krate,
    pub(super) vis: Visibility,
    pub(super) enum_span: Span,
    /// The enum.
    pub(super) ident: Ident,
    /// The struct, as `#[states(..)]` names it.
    pub(super) data: Path,
    /// The name in stores.
    pub(super) name: Option<LitStr>,
    /// Stored names of events that mean nothing any more.
    pub(super) removed: Vec<LitStr>,
    /// What becomes of a command without a row, where the state does not say.
    pub(super) unhandled: Unhandled,
    /// Which of the rules about the graph are not looked at.
    pub(super) allows: Vec<Rule>,
    pub(super) handle: Ident,
    pub(super) flow: Ident,
    /// The state that `#[initial]` names, or the first: there is always one to go on with.
    pub(super) initial: usize,
    pub(super) states: Vec<State>,
    pub(super) groups: Vec<Group>,
    /// Rows for all states that have none of their own: of `#[otherwise(..)]`, and of `#[timer(..)]` on the enum.
    pub(super) otherwise: Vec<Row>,
    /// Event methods of the rows in `otherwise`.
    pub(super) otherwise_changes: Vec<Change>,
    pub(super) queries: Vec<Query>,
    /// What is done when the machine is stopped.
    pub(super) on_stop: Option<Hook>,
    /// All commands that have rows, each once, in the order of the source.
    pub(super) commands: Vec<Command>,
    /// All events, each once, in the order of the source.
    pub(super) events: Vec<EventType>,
    pub(super) own: Own,
    /// All generated methods in the order of the source, also those that are not generated because an earlier one has their name.
    pub(super) methods: Vec<Method>,
}

/// Whether a machine outlives its process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Its rows store events.
    Persistent,
    /// They do not.
    Volatile,
}

/// What becomes of a command that has no row. Who waits for an answer always gets one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Unhandled {
    Ignore,
    #[default]
    Warn,
    Postpone,
    Error,
}

/// A rule about the graph from which a machine may be exempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    Unreachable,
    DeadEnd,
    NeverRetried,
    PostponeCycle,
    NoEnd,
}

/// Names of what nobody else names. None of them is a name that the rows use, which would mean the wrong thing then.
pub(super) struct Own {
    /// The enum of everything that is in the mailbox, and its variants for what every machine is asked.
    pub(super) inbox: Ident,
    pub(super) state_name: Ident,
    pub(super) permitted: Ident,
    pub(super) subscribe: Ident,
    /// The variant for deadlines that have passed.
    pub(super) elapsed: Ident,
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
    /// The enum of all deadlines, and its variant in the mailbox's.
    pub(super) deadline: Ident,
    /// What is done when a state is entered or left.
    pub(super) enter: Ident,
    pub(super) leave: Ident,
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
    /// What its rows are for: a command, a timer, or, for all deadlines together, what tells that one has passed.
    pub(super) form: Form,
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

    /// All rows: of the states, of the groups, then those for all states.
    pub(super) fn rows(&self) -> impl Iterator<Item = &Row> {
        self.lists().flat_map(|list| &list.rows).chain(&self.otherwise)
    }

    /// The states and the groups, each with the name by which messages mean it.
    pub(super) fn places(&self) -> impl Iterator<Item = (&Ident, &List)> {
        let states = self.states.iter().map(|state| (&state.ident, &state.list));
        states.chain(self.groups.iter().map(|group| (&group.name, &group.list)))
    }

    /// Of the states, then of the groups.
    pub(super) fn lists(&self) -> impl Iterator<Item = &List> {
        self.places().map(|(_, list)| list)
    }

    /// Whether every target is a state. One that is not is reported by the compiler, who knows all the names that are near.
    pub(super) fn targets_are_known(&self) -> bool {
        let known = |target: &Target| !matches!(target, Target::Unknown | Target::Broken);
        let mut members = self.groups.iter().flat_map(|group| &group.members);
        self.lists().flat_map(|list| &list.changes).all(Change::is_whole)
            && self.rows().flat_map(|row| &row.goals).all(|goal| known(&goal.target))
            && members.all(|member| member.state.is_some())
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

impl Query {
    /// Whether there is a method for it.
    pub(super) fn has_method(&self) -> bool {
        matches!(self.dropped, None | Some(Dropped::HasRows))
    }
}
