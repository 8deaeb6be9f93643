//! An actor that writes its events to a store by hand, and ends itself when it cannot. It needs a supervisor that keeps what it is sent.

use mainstay::actor::StartFailure;
use mainstay::entity::{decode, encode};
use mainstay::journal::{AppendError, CommandId, EntityKey, Store, Unit};
use mainstay::prelude::*;
use mainstay::supervise::{ConfirmableMessage, ConfirmationId, ConfirmationKey};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::error::Error;
use std::sync::Arc;

/// What it is stored as.
pub const PERSISTENCE_ID: &str = "fuber";

/// What callers send.
#[derive(Message, Clone)]
pub struct Add(pub u32);

/// What the supervisor makes of it: the actor must say when it is stored.
#[derive(Message, Clone)]
pub struct AddToCount {
    pub id: ConfirmationId,
    pub value: u32,
}

impl AddToCount {
    /// The wrap function of the supervisor.
    pub fn wrap(Add(value): Add, id: ConfirmationId) -> Self {
        Self { id, value }
    }
}

impl ConfirmableMessage for AddToCount {
    fn confirmation_id(&self) -> &ConfirmationId {
        &self.id
    }
}

#[derive(Message)]
#[message(reply = u64)]
pub struct GetCount;

/// What is stored: with the key, if it had one, by which an event that comes again is known.
#[derive(Event, Serialize, Deserialize)]
#[event(name = "count.added")]
struct Added {
    value: u32,
    key: Option<ConfirmationKey>,
}

#[actor]
pub struct WorkingPersistentActor {
    store: Arc<dyn Store>,
    seq: u64,
    count: u64,
    stored: HashSet<ConfirmationKey>,
}

impl WorkingPersistentActor {
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self { store, seq: 0, count: 0, stored: HashSet::new() }
    }

    fn apply(&mut self, Added { value, key }: &Added) {
        self.seq += 1;
        self.count += u64::from(*value);
        self.stored.extend(key);
    }

    /// Says whether the event is stored. If not, the actor ends itself: what it has in memory may be wrong.
    async fn persist(&mut self, event: Added, cx: &mut Context<Self>) -> bool {
        if let Err(why) = self.append(&event).await {
            eprintln!("{} is not known to be stored: {why}", event.value);
            cx.kill();
            return false;
        }
        self.apply(&event);
        true
    }

    async fn append(&self, event: &Added) -> Result<(), Box<dyn Error + Send + Sync>> {
        let (epoch, key) = (self.store.epoch(), EntityKey::new("working", PERSISTENCE_ID)?);
        let command = CommandId { epoch, number: self.seq + 1 };
        let appended = self.store.append(Unit::new(key, self.seq, epoch, 0, command, vec![encode(event)?])).await;
        if let Err(AppendError::Unknown { .. } | AppendError::Poisoned { .. }) = appended {
            // Whether it is stored is known when the store has been opened again: to the next incarnation, which reads it.
            self.store.reopen(epoch).await?;
        }
        Ok(appended.map(|_| ())?)
    }
}

#[handlers]
impl WorkingPersistentActor {
    #[started]
    async fn recover(&mut self) -> Result<(), StartFailure> {
        let key = EntityKey::new("working", PERSISTENCE_ID)?;
        loop {
            let page = self.store.read(key.clone(), self.seq, u64::MAX, 100).await?;
            if page.records.is_empty() {
                return Ok(());
            }
            for record in &page.records {
                self.apply(&decode(record)?);
            }
        }
    }

    #[handle(message)]
    async fn add(&mut self, add: AddToCount, cx: &mut Context<Self>) {
        let key = add.id.key();
        // It may be here for the second time: stored, but nobody has heard of it.
        if self.stored.contains(&key) || self.persist(Added { value: add.value, key: Some(key) }, cx).await {
            add.confirmation(PERSISTENCE_ID).tell();
        }
    }

    /// Of callers without a supervisor that keeps what they send: when the write fails, nobody hears of it.
    #[handle(message)]
    async fn add_once(&mut self, add: Add, cx: &mut Context<Self>) {
        self.persist(Added { value: add.0, key: None }, cx).await;
    }

    #[handle(message)]
    fn count(&self, _: GetCount) -> u64 {
        self.count
    }
}
