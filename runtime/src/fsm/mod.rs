//! State machines: the table as data, and the machine that it drives.

mod actions;
mod elapsed;
mod machine;
mod picture;
mod query;
#[cfg(feature = "persistence")]
mod snapshots;
mod table;
mod volatile;

pub use actions::Actions;
pub use elapsed::Elapsed;
pub use machine::{Fsm, FsmOf, Machine, States, StatesOf};
pub use picture::Drawing;
pub use query::{Answer, MachineHandle, Permitted, StateName};
#[cfg(feature = "persistence")]
pub use snapshots::{KeptStates, Snapshots};
pub use table::{Deadline, Group, Outcome, Row, State, Table, Target, Trigger, Unhandled};
pub use volatile::{Goto, Move, goto};
