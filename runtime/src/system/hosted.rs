//! The types that a program hosts, over a store that is only looked at: what its entities were after each of their events.

use super::builder::{StartError, SystemBuilder, look_at};
use super::check::Check;
use super::entities::Entities;
use crate::entity::{Beginning, DecodeError, RecoveryError, StateAfter};
use crate::journal::{EntityKey, NewEvent, Record};
use std::fmt;

/// Hosted types and their store, for tools: states and events are read by the types' own code. Nothing is started, no timer fires, no hook runs and
/// nothing is written, not even the epoch.
///
/// Of an embedded store calls block until the disk has answered.
///
/// ```
/// use mainstay::journal::EntityKey;
/// use mainstay::prelude::*;
/// # use serde::{Deserialize, Serialize};
///
/// # #[derive(Message, Clone, Serialize, Deserialize)]
/// # struct Publish;
/// # #[derive(Event, Serialize, Deserialize)]
/// # #[event(name = "post.published")]
/// # struct Published;
/// # #[fsm(states = PostState)]
/// # #[derive(Default)]
/// # struct Post;
/// # #[derive(States)]
/// # #[states(Post, name = "post")]
/// # enum PostState {
/// #     #[initial]
/// #     #[on(Publish => Published => Online)]
/// #     Draft,
/// #     #[terminal]
/// #     Online,
/// # }
/// # impl PostFlow for Post {
/// #     fn draft_publish(&self, _: Publish, _: &mut Context<Self>) -> Decide<Self, Publish, Published> {
/// #         persist(Published)
/// #     }
/// #     fn draft_published(&mut self, _: &Published) {}
/// # }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let dir = tempfile::tempdir()?;
/// # let dir = dir.path();
/// let system = System::open(dir).host::<Post>().start().await?;
/// system.entity::<Post>("hello-world")?.ask(Publish).await?;
///
/// // Beside the system, which runs, or in another program.
/// let hosted = System::open(dir).host::<Post>().look()?;
/// let post = EntityKey::new("post", "hello-world")?;
/// assert_eq!(hosted.state_after(&post, 0).await?.name, Some("Draft"));
/// assert_eq!(hosted.state_after(&post, 1).await?.name, Some("Online"));
/// # Ok(())
/// # }
/// ```
pub struct Hosted {
    entities: Entities,
}

/// Why a state of the past cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LookError {
    /// The type is not hosted.
    #[error("`{kind}` is not hosted: add `.host::<..>()` or `.host_with(..)`")]
    Unhosted {
        /// The stable name of the type.
        kind: String,
    },
    /// The entity cannot be recovered up to there.
    #[error(transparent)]
    Recovery(#[from] RecoveryError),
}

impl SystemBuilder {
    /// Opens the store for reading alone, and starts nothing. With a directory it reads beside a system that has it open.
    ///
    /// It waits for the disk: call it before the first task runs, or from a thread that may block.
    ///
    /// # Errors
    ///
    /// There is no store in the directory, it cannot be read, or two hosted types have one name. Types that are stored need not be hosted.
    pub fn look(self) -> Result<Hosted, StartError> {
        Ok(Hosted { entities: look_at(self)? })
    }
}

impl Hosted {
    /// The stable names of the types, sorted.
    pub fn kinds(&self) -> Vec<&'static str> {
        let mut kinds: Vec<_> = self.entities.hosts().map(|host| host.kind()).collect();
        kinds.sort_unstable();
        kinds
    }

    /// What the entity was after its event `upto`, or is after its last one if there are fewer: recovered as its first message would do it, and
    /// dropped.
    ///
    /// # Errors
    ///
    /// The type is not hosted, or the entity cannot be recovered up to there: the error names event and cause.
    pub async fn state_after(&self, key: &EntityKey, upto: u64) -> Result<StateAfter, LookError> {
        self.entities.state_after(key, upto, Beginning::Snapshot).await
    }

    /// The same, without a snapshot that has event `upto` in it: from the first event on, or from the newest snapshot before `upto` where events were
    /// deleted. A snapshot at `upto` should say the same.
    ///
    /// # Errors
    ///
    /// As [`state_after`](Hosted::state_after); also where so many events were deleted that the state cannot be made without that snapshot.
    pub async fn replayed(&self, key: &EntityKey, upto: u64) -> Result<StateAfter, LookError> {
        self.entities.state_after(key, upto, Beginning::Events).await
    }

    /// The events of today that a stored event of `kind` is, encoded as they would be stored today: itself, unless its shape has changed since.
    /// `None` of a type that is not hosted, and no events of one that means nothing any more.
    ///
    /// # Errors
    ///
    /// The type cannot read it.
    pub fn as_today(&self, kind: &str, record: &Record) -> Option<Result<Vec<NewEvent>, DecodeError>> {
        self.entities.host_of(kind).map(|host| host.as_today(record))
    }

    /// Whether every entity would be recovered: as [`System::check`](super::System::check), and without a system.
    pub fn check(&self) -> Check<'_> {
        Check::new(&self.entities)
    }
}

impl Entities {
    pub(super) async fn state_after(
        &self,
        key: &EntityKey,
        upto: u64,
        from: Beginning,
    ) -> Result<StateAfter, LookError> {
        let host = self.host_of(key.kind()).ok_or_else(|| LookError::Unhosted { kind: key.kind().to_string() })?;
        Ok(host.state_after(key, self.storage(), upto, from).await?)
    }
}

impl fmt::Debug for Hosted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hosted").field("entities", &self.entities).finish()
    }
}
