//! One entity, to be looked at: what is stored of it, and what is known of it in memory. It is neither asked nor woken.

use super::entities::Entities;
use super::hosted::LookError;
use super::run::System;
use crate::delivery::{PendingDelivery, pending};
use crate::entity::{Beginning, Glance, RecoveryError, Shown, StateAfter, Trouble};
use crate::journal::{EntityKey, ReadError, Row, Table};
use crate::mailbox::Phase;
use crate::timer::{Due, PendingTimer};
use serde::{Serialize, Serializer};
use std::fmt;
use std::sync::Arc;

/// So many timers and so many deliveries are listed, and read at a time.
const LISTED: usize = 1_000;

/// What there is to know of an entity at some moment. Displayed, it is a few lines.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Inspection {
    /// The stable name of its type.
    #[serde(serialize_with = "text")]
    pub kind: Arc<str>,
    /// Its id.
    #[serde(serialize_with = "text")]
    pub id: Arc<str>,
    /// What it has in memory. `None` if nobody has asked for it, or it was passivated and nobody has a handle.
    #[serde(serialize_with = "displayed")]
    pub phase: Option<Phase>,
    /// How many messages wait, as in [`Branch::depth`](super::Branch::depth).
    pub depth: usize,
    /// What went wrong with it last, since it has been in memory.
    pub last_error: Option<Trouble>,
    /// The state that is stored: that after its last event. It is made by the code that runs live, of a value that the factory made, so that what
    /// is not stored is as the factory makes it. What is decided and not durable yet is not in it. An error if the entity cannot be recovered.
    #[serde(serialize_with = "state")]
    pub state: Result<StateAfter, RecoveryError>,
    /// The number of its last event; 0 if it has none.
    pub last: u64,
    /// Events up to this number were deleted; 0 if none were.
    pub deleted: u64,
    /// Its timers, deadlines of a machine's state among them: the first 1 000.
    pub timers: Vec<PendingTimer>,
    /// What it has decided to send and knows of no confirmation: the first 1 000.
    pub unconfirmed: Vec<PendingDelivery>,
}

impl System {
    /// What there is to know of the entity `key`, live or not: its stored state, its timers and unconfirmed deliveries, how many messages wait, and
    /// what went wrong with it last.
    ///
    /// It is read from the store, and not from the entity: one that is busy, or stuck in a handler, is seen all the same, and one that is asleep
    /// is not woken. For its state, its events are read from the newest snapshot on. An entity that was never stored is in its first state, with
    /// no events.
    ///
    /// ```
    /// use mainstay::mailbox::Phase;
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
    /// # #[states(Post, name = "post", allow(dead_end))]
    /// # enum PostState {
    /// #     #[initial]
    /// #     #[on(Publish => Published => Online)]
    /// #     Draft,
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
    /// let system = System::volatile().host::<Post>().start().await?;
    /// let post = system.entity::<Post>("hello-world")?;
    /// post.ask(Publish).await?;
    ///
    /// let seen = system.inspect(post.id().key()).await?;
    /// assert_eq!(seen.state?.name, Some("Online"));
    /// assert_eq!((seen.phase, seen.last, seen.depth), (Some(Phase::Live), 1, 0));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The type is not hosted; or the store cannot be read, or what is stored beside the events.
    ///
    /// # Cancel safety
    ///
    /// It only reads: dropping it changes nothing.
    pub async fn inspect(&self, key: &EntityKey) -> Result<Inspection, LookError> {
        self.0.entities.inspect(key).await
    }

    /// What the entity `key` was after its event `upto`, or is after its last one if there are fewer. It is read from the store, as by
    /// [`inspect`](System::inspect); [`SystemBuilder::look`](super::SystemBuilder::look) does it without a system.
    ///
    /// # Errors
    ///
    /// The type is not hosted, or the entity cannot be recovered up to there: the error names event and cause.
    ///
    /// # Cancel safety
    ///
    /// It only reads: dropping it changes nothing.
    pub async fn state_after(&self, key: &EntityKey, upto: u64) -> Result<StateAfter, LookError> {
        self.0.entities.state_after(key, upto, Beginning::Snapshot).await
    }
}

impl Entities {
    async fn inspect(&self, key: &EntityKey) -> Result<Inspection, LookError> {
        let host =
            self.host_of(key.kind()).ok_or_else(|| LookError::Unhosted { kind: key.kind().to_string() })?.clone();
        let store = self.storage().store();
        // What is not there: only the numbers are wanted.
        let page = self.storage().read(store.read(key.clone(), u64::MAX, u64::MAX, 1)).await.map_err(unread)?;
        let timers = self.timers(key).await?;
        let unconfirmed = self.unconfirmed(key).await?;
        let state = match self.state_after(key, u64::MAX, Beginning::Snapshot).await {
            Ok(state) => Ok(state),
            Err(LookError::Recovery(why)) if !why.is_outage() => Err(why),
            Err(why) => return Err(why),
        };
        // Last, so that it is not older than what is stored.
        let (phase, depth, last_error) = match host.glance(key.id()) {
            Some(Glance { phase, depth, trouble }) => (Some(phase), depth, trouble),
            None => (None, 0, None),
        };
        Ok(Inspection {
            kind: key.kind().clone(),
            id: key.id().clone(),
            phase,
            depth,
            last_error,
            state,
            last: page.last,
            deleted: page.deleted,
            timers,
            unconfirmed,
        })
    }

    /// The first timers of an entity.
    pub(super) async fn timers(&self, key: &EntityKey) -> Result<Vec<PendingTimer>, LookError> {
        self.listed(key, Table::Timer, |row| Due::read(row).map(|due| Some(due.pending(row)))).await
    }

    /// The first deliveries of an entity that are not confirmed.
    pub(super) async fn unconfirmed(&self, key: &EntityKey) -> Result<Vec<PendingDelivery>, LookError> {
        self.listed(key, Table::Outbox, pending).await
    }

    /// The first rows of a table, as `read` understands them.
    async fn listed<T>(
        &self,
        key: &EntityKey,
        table: Table,
        read: impl Fn(&Row) -> Result<Option<T>, Arc<str>>,
    ) -> Result<Vec<T>, LookError> {
        let (mut listed, mut after) = (Vec::new(), None);
        while listed.len() < LISTED {
            let rows = self.storage().store().rows(key.clone(), table, after, LISTED);
            let rows = self.storage().read(rows).await.map_err(unread)?;
            let Some(last) = rows.last() else { break };
            after = Some(last.id.clone());
            for row in &rows {
                let row = read(row).map_err(|cause| RecoveryError::Row { key: key.clone(), table, cause })?;
                listed.extend(row);
            }
        }
        listed.truncate(LISTED);
        Ok(listed)
    }
}

fn unread(cause: ReadError) -> LookError {
    LookError::Recovery(RecoveryError::Read(cause))
}

fn text<S: Serializer>(text: &str, to: S) -> Result<S::Ok, S::Error> {
    text.serialize(to)
}

#[allow(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference to the field")]
fn displayed<S: Serializer>(phase: &Option<Phase>, to: S) -> Result<S::Ok, S::Error> {
    phase.map(|phase| phase.to_string()).serialize(to)
}

/// A state in words.
#[derive(Serialize)]
struct Described<'a> {
    seq: u64,
    name: Option<&'a str>,
    words: Option<String>,
}

impl<'a> Described<'a> {
    fn new(state: &'a StateAfter) -> Self {
        let stored = || state.stored.as_deref().map(|bytes| format!("{:?}", Shown(bytes)));
        Self { seq: state.seq, name: state.name, words: state.debug.clone().or_else(stored) }
    }
}

fn state<S: Serializer>(state: &Result<StateAfter, RecoveryError>, to: S) -> Result<S::Ok, S::Error> {
    state.as_ref().map(Described::new).map_err(ToString::to_string).serialize(to)
}

impl fmt::Display for Inspection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, id, phase, depth, last_error, state, last, timers, unconfirmed, .. } = self;
        let phase = phase.map_or_else(|| "not in memory".to_owned(), |phase| phase.to_string());
        writeln!(f, "{kind} \"{id}\": {phase}, {depth} waiting, {last} events")?;
        match state.as_ref().map(Described::new) {
            Ok(Described { name, words, .. }) => {
                let words = words.as_deref().or(name).unwrap_or("its type has neither `Debug` nor snapshots");
                writeln!(f, "  state: {words}")?;
            }
            Err(why) => writeln!(f, "  state: {why}")?,
        }
        for PendingTimer { name, tries, .. } in timers {
            writeln!(f, "  timer `{name}`, tried {tries} times")?;
        }
        for PendingDelivery { id, to, name, .. } in unconfirmed {
            writeln!(f, "  delivery {id} of `{name}` to {to}")?;
        }
        last_error.iter().try_for_each(|trouble| writeln!(f, "  last error: {trouble}"))
    }
}
