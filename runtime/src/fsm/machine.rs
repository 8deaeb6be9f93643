//! A machine: what all its states share, and the state that it is in.

#[cfg(feature = "persistence")]
use super::snapshots::Snapshots;
use super::table::Table;
use crate::actor::Declared;
use crate::mailbox::Capacity;

/// What a machine consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machine<A, S> {
    /// What all states share: the struct with `#[fsm]`.
    pub data: A,
    /// The state: the enum with `#[derive(States)]`.
    pub state: S,
}

/// The enum whose variants are a machine's states. Made by `#[derive(States)]`.
pub trait States: Sized + Send + Sync + 'static {
    /// The machine.
    const TABLE: Table;

    /// The name of the state: that of its variant.
    fn name(&self) -> &'static str;
}

/// The struct whose behaviour is a machine. Made by `#[derive(States)]`.
pub trait Fsm: Declared + Sync {
    /// The enum with the states.
    type States: States;
}

/// Half of the pair: the struct names the enum, and says how it is to be run. Made by `#[fsm(states = ..)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the state machine of `{S}`",
    note = "put `#[fsm(states = {S})]` on the struct `{Self}`"
)]
pub trait FsmOf<S: StatesOf<Self>>: Sized + Send + Sync + 'static {
    /// How many messages may wait, where the attribute says so.
    const MAILBOX: Option<Capacity> = None;
    /// How many commands may be postponed, where the attribute says so.
    const STASH: Option<Capacity> = None;
    #[cfg(feature = "persistence")]
    /// What snapshots of the machine hold, and when they are taken, where the attribute says so.
    const SNAPSHOTS: Snapshots<Self, S> = Snapshots::NONE;
}

/// The other half: the enum names the struct. Made by `#[derive(States)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not hold the states of `{A}`",
    note = "put `#[derive(States)]` and `#[states({A}, name = \"..\")]` on the enum `{Self}`"
)]
pub trait StatesOf<A>: Sized {}
