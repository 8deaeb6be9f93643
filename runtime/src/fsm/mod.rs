//! State machines: the table as data, and the machine that it drives.

mod machine;
mod picture;
mod query;
mod snapshots;
mod table;

pub use machine::{Fsm, FsmOf, Machine, States, StatesOf};
pub use picture::Drawing;
pub use query::{Answer, MachineHandle, Permitted, StateName};
pub use snapshots::{KeptStates, Snapshots};
pub use table::{Deadline, Group, Outcome, Row, State, Table, Target, Trigger, Unhandled};
