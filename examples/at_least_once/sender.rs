//! The sender: stores what it is to send and what was confirmed, and does the same with either when it reads it again.

use super::receiver::{Confirm, Msg};
use mainstay::actor::StartFailure;
use mainstay::delivery::{
    AtLeastOnceDelivery, DeliveryId, DeliverySettings, MaxUnconfirmedMessagesExceeded, RedeliveryTick,
    UnconfirmedWarning,
};
use mainstay::entity::{decode, encode, is_named};
use mainstay::journal::{AppendError, CommandId, EntityKey, NewEvent, Record, Store, Unit};
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::error::Error;
use std::sync::Arc;

/// What it is stored as.
pub const PERSISTENCE_ID: &str = "persistence-id";

/// A message is to be sent.
#[derive(Event, Serialize, Deserialize)]
#[event(name = "msg.sent")]
struct MsgSent {
    message: String,
}

/// It was confirmed.
#[derive(Event, Serialize, Deserialize)]
#[event(name = "msg.confirmed")]
struct MsgConfirmed {
    delivery_id: DeliveryId,
}

/// Asks for a message to be sent. The reply comes when that is certain to happen.
#[derive(Message, Clone)]
#[message(reply = DeliveryId, error = NotAccepted)]
pub struct Text(pub String);

/// Asks which deliveries were confirmed, and how many are open.
#[derive(Message)]
#[message(reply = (BTreeSet<DeliveryId>, usize))]
pub struct Progress;

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAccepted {
    /// Nothing is stored. Try again when something was confirmed.
    #[error(transparent)]
    Busy(#[from] MaxUnconfirmedMessagesExceeded),
    #[error("whether it will be sent is not known")]
    Unknown,
}

/// How the sender is to find the destination: by name.
type Path = Arc<str>;

#[actor]
pub struct Sender {
    store: Arc<dyn Store>,
    seq: u64,
    delivery: AtLeastOnceDelivery<Path, Msg>,
    confirmed: BTreeSet<DeliveryId>,
    /// Confirms what it is warned of, as somebody does who gives up.
    gives_up: bool,
}

impl Sender {
    pub fn new(store: Arc<dyn Store>, destination: Recipient<Msg>, settings: DeliverySettings) -> Self {
        let delivery = AtLeastOnceDelivery::new(settings, move |_: &Path, msg| {
            // What cannot be sent is sent again like what is lost.
            let _ = destination.tell(msg);
        });
        Self { store, seq: 0, delivery, confirmed: BTreeSet::new(), gives_up: false }
    }

    #[must_use]
    pub fn giving_up(self) -> Self {
        Self { gives_up: true, ..self }
    }

    /// Live and in recovery.
    fn msg_sent(
        &mut self,
        sent: MsgSent,
        cx: &mut Context<Self>,
    ) -> Result<DeliveryId, MaxUnconfirmedMessagesExceeded> {
        self.delivery.deliver("destination".into(), |delivery_id| Msg { delivery_id, message: sent.message }, cx)
    }

    /// Live and in recovery.
    fn msg_confirmed(&mut self, confirmed: &MsgConfirmed) {
        if self.delivery.confirm_delivery(confirmed.delivery_id) {
            self.confirmed.insert(confirmed.delivery_id);
        }
    }

    fn recover(&mut self, record: &Record, cx: &mut Context<Self>) -> Result<(), StartFailure> {
        match &*record.name {
            name if is_named::<MsgSent>(name) => drop(self.msg_sent(decode(record)?, cx)?),
            name if is_named::<MsgConfirmed>(name) => self.msg_confirmed(&decode(record)?),
            name => return Err(format!("event {} is a `{name}`", record.seq).into()),
        }
        self.seq = record.seq;
        Ok(())
    }

    /// Says whether the event is stored. If not, the actor ends itself: what it has in memory may be wrong.
    async fn persist(&mut self, event: NewEvent, cx: &mut Context<Self>) -> bool {
        if let Err(why) = self.append(event).await {
            eprintln!("event {} is not known to be stored: {why}", self.seq + 1);
            cx.kill();
            return false;
        }
        self.seq += 1;
        true
    }

    async fn append(&self, event: NewEvent) -> Result<(), Box<dyn Error + Send + Sync>> {
        let (epoch, key) = (self.store.epoch(), EntityKey::new("sender", PERSISTENCE_ID)?);
        let command = CommandId { epoch, number: self.seq + 1 };
        let appended = self.store.append(Unit::new(key, self.seq, epoch, 0, command, vec![event])).await;
        if let Err(AppendError::Unknown { .. } | AppendError::Poisoned { .. }) = appended {
            // Whether it is stored is known when the store has been opened again: to the next incarnation, which reads it.
            self.store.reopen(epoch).await?;
        }
        Ok(appended.map(|_| ())?)
    }

    async fn confirm_one(&mut self, delivery_id: DeliveryId, cx: &mut Context<Self>) {
        let confirmed = MsgConfirmed { delivery_id };
        let Ok(event) = encode(&confirmed) else { return };
        if self.persist(event, cx).await {
            self.msg_confirmed(&confirmed);
        }
    }
}

#[handlers]
impl Sender {
    #[started]
    async fn recover_all(&mut self, cx: &mut Context<Self>) -> Result<(), StartFailure> {
        let key = EntityKey::new("sender", PERSISTENCE_ID)?;
        loop {
            let page = self.store.read(key.clone(), self.seq, u64::MAX, 100).await?;
            if page.records.is_empty() {
                break;
            }
            for record in &page.records {
                self.recover(record, cx)?;
            }
        }
        self.delivery.recovered(cx);
        Ok(())
    }

    #[handle(message)]
    async fn send(&mut self, Text(message): Text, cx: &mut Context<Self>) -> Result<DeliveryId, NotAccepted> {
        let sent = MsgSent { message };
        let Ok(event) = encode(&sent) else { return Err(NotAccepted::Unknown) };
        // Before it is stored: afterwards it could not be taken back.
        self.delivery.reserve()?;
        if !self.persist(event, cx).await {
            return Err(NotAccepted::Unknown);
        }
        Ok(self.msg_sent(sent, cx)?)
    }

    #[handle(message)]
    async fn confirm(&mut self, Confirm { delivery_id }: Confirm, cx: &mut Context<Self>) {
        self.confirm_one(delivery_id, cx).await;
    }

    #[handle(message)]
    fn redeliver(&mut self, _: RedeliveryTick, cx: &mut Context<Self>) {
        self.delivery.redeliver(cx);
    }

    #[handle(message)]
    async fn unconfirmed(&mut self, warning: UnconfirmedWarning<Path, Msg>, cx: &mut Context<Self>) {
        for delivery in warning.deliveries {
            eprintln!("{} is not confirmed", delivery.id);
            if self.gives_up {
                self.confirm_one(delivery.id, cx).await;
            }
        }
    }

    #[handle(message)]
    fn progress(&self, _: Progress) -> (BTreeSet<DeliveryId>, usize) {
        (self.confirmed.clone(), self.delivery.unconfirmed_count())
    }
}
