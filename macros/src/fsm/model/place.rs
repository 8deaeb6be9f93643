//! Where rows stand: states and groups of states.

use super::Unhandled;
use super::row::{Change, Dropped, Named, Row};
use syn::{Ident, Path, Token, Type};

/// A state.
pub(in super::super) struct State {
    pub(in super::super) ident: Ident,
    /// The user's struct; a unit variant has none.
    pub(in super::super) data: Option<Type>,
    /// Whether the variant has fields that no state can have. Nothing is known of its value then.
    pub(in super::super) is_broken: bool,
    /// The first line of its documentation.
    pub(in super::super) docs: Option<String>,
    pub(in super::super) initials: Vec<Path>,
    pub(in super::super) terminal: Option<Path>,
    /// It may be loaded and left, and not entered.
    pub(in super::super) deprecated: Option<Path>,
    pub(in super::super) enter: Option<Hook>,
    pub(in super::super) exit: Option<Hook>,
    pub(in super::super) unhandled: Option<Unhandled>,
    /// The number of the group that it is in.
    pub(in super::super) group: Option<usize>,
    pub(in super::super) list: List,
}

/// Rows that stand in one place: a state, or a group.
#[derive(Default)]
pub(in super::super) struct List {
    pub(in super::super) rows: Vec<Row>,
    pub(in super::super) discards: Vec<Named>,
    pub(in super::super) postpones: Vec<Named>,
    /// Each `_` among what is postponed.
    pub(in super::super) postpones_rest: Vec<Token![_]>,
    /// What events do here, each once.
    pub(in super::super) changes: Vec<Change>,
}

/// Rows that several states have in common.
pub(in super::super) struct Group {
    pub(in super::super) name: Ident,
    /// Its states, as it names them.
    pub(in super::super) members: Vec<Member>,
    pub(in super::super) list: List,
}

/// A state as its group names it.
pub(in super::super) struct Member {
    pub(in super::super) word: Ident,
    /// Its number. None if there is no such state, for the compiler to say so.
    pub(in super::super) state: Option<usize>,
    /// The group that it is in already.
    pub(in super::super) taken_by: Option<Ident>,
}

/// What is done when a state is entered or left, or the machine is stopped.
pub(in super::super) struct Hook {
    pub(in super::super) word: Path,
    pub(in super::super) method: Ident,
    pub(in super::super) repeated: Vec<Path>,
    pub(in super::super) dropped: Option<Dropped>,
}
