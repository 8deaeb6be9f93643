//! State machines: the table as data, and the machine that it drives.
//!
//! Rules of `spec/fsm.md` without a test of their number, and why:
//! - F3, F16, F60: parallel regions. A machine is in one state; two things at once are two machines.
//! - F4, F22, F24: states inside of states, which have an order among themselves or remember which was the last. A group lends its rows to its
//!   states and is none itself, so that there is one state to leave, one row to take and nothing to remember.
//! - F5: the event that led there, seen from the hooks. They see the state: what they need of the event, the row puts into it.
//! - F6: the order of another library, which is that of F26 here.
//! - F13, F66: several hooks of one kind on a state. A second one is an error of the macro: `tests/ui/fsm/repeated_hook.rs`.
//! - F14: work that belongs to a state begins when the state is stable. There are no rows without a trigger, so that a state that was entered is
//!   one in which the machine waits for what comes next.
//! - F52: a delay below zero. A `Duration` has none, and one that is written in a row is an error: `tests/ui/fsm/bad_delay.rs`. A deadline that is
//!   overdue comes at once, which is F74.
//! - F67: a target that is no state. There is no such value, and a name that is none is an error: `tests/ui/fsm/unknown_target.rs`.

#[cfg(feature = "persistence")]
mod actions;
#[cfg(feature = "persistence")]
mod elapsed;
mod machine;
#[cfg(feature = "persistence")]
mod picture;
mod query;
#[cfg(feature = "persistence")]
mod snapshots;
mod table;
mod transitions;
mod volatile;

#[cfg(feature = "persistence")]
pub use actions::Actions;
#[cfg(feature = "persistence")]
pub use elapsed::Elapsed;
pub use machine::{Fsm, FsmOf, Machine, States, StatesOf};
#[cfg(feature = "persistence")]
pub use picture::Drawing;
pub use query::{Answer, MachineHandle, Permitted, StateName};
#[cfg(feature = "persistence")]
pub use snapshots::{KeptStates, Snapshots};
pub use table::{Deadline, Group, Outcome, Row, State, Table, Target, Trigger, Unhandled};
pub(crate) use transitions::Subscribers;
pub use transitions::{Subscribe, TRANSITIONS_KEPT, Transition, Transitions};
pub use volatile::{Goto, Move, goto};
