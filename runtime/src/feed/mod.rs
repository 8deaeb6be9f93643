//! Read models, fed from the journal: every stored event in one order, as a stream, and what keeps a projection of them.
//!
//! The guide's chapter `feeds` has the words and a program. In short:
//!
//! | what | how often an event is taken | where the place is kept |
//! |---|---|---|
//! | [`Feed`] | as often as it is asked for | with whoever reads it |
//! | [`Follower`], run by [`System::follow`](crate::system::System::follow) | at least once | in the system's store |
//! | [`View`] in a [`SqliteView`], run by [`System::project`](crate::system::System::project) | exactly once | in the same SQLite file as the view's own tables |
//! | [`Projection`], run by [`System::project`](crate::system::System::project) | as its own storage allows | with the projection |
//!
//! # The order
//!
//! Each event has a place in the order in which all events of a store became durable. Places rise, with gaps; none is given twice, and none appears behind one that
//! was read. So a place is all that has to be remembered: reading goes on after it without a gap and without a repetition. Only what is durable is read.
//!
//! What was deleted or purged is passed over: who has read it already is not told, and who begins anew does not see it. A read model that must forget with its entity
//! is told so by an event of the entity's, before the purge.
//!
//! A projection of one store is of no use with another. Where a store is behind a projection, since it was restored from an older copy, the projection stops with
//! [`FeedError::Ahead`] and has to be rebuilt.

mod decode;
mod follower;
mod progress;
mod projection;
mod run;
mod stream;
#[cfg(feature = "sqlite")]
mod view;

pub(crate) use follower::Stored;
pub use follower::{Follower, TakeError};
pub use progress::{BehindError, Phase, Progress, ProjectError, Stopped};
pub use projection::{ATTEMPTS, Failure, Projection};
pub(crate) use run::Running;
/// The library of [`View::project`]'s connection.
#[cfg(feature = "sqlite")]
pub use rusqlite;
pub use stream::{Feed, FeedError};
#[cfg(feature = "sqlite")]
pub use view::{SqliteView, View, ViewError, ViewReader};
