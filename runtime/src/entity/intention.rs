//! A message that is to be delivered to an entity from outside: the promise is stored, and kept by the entity itself.
//!
//! It becomes a row of the entity's own outbox, addressed to the entity: sent, sent again, known when it comes twice and ended like any other. So
//! the promise has no home but the entity that it is about, and nothing to be woken for it but that.

use super::beside::Beside;
use super::cell::{Cell, now};
use super::persistent::PersistDispatch;
use super::post::Staged;
use super::recovery::Search;
use super::rejection::Rejection;
use super::revival::InDoubt;
use super::task::Label;
use crate::actor::{Actor, ActorRef, Item, Other};
use crate::call::{CallError, Send, TellError};
use crate::delivery::Draft;
use crate::journal::{AppendError, Unit};
use std::convert::Infallible;
use tokio::sync::oneshot;

/// It is given up when another writer was there first so many times.
const CONFLICTS: u8 = 3;

/// A message that is to be delivered, and somebody waits until that is certain.
#[derive(Debug)]
pub(crate) struct Intention {
    draft: Draft,
    answer: oneshot::Sender<Result<(), Rejection>>,
}

/// Stores that `draft` is to be delivered, after what waits in the mailbox of the entity.
pub(super) async fn intend<A: Actor>(entity: &ActorRef<A>, draft: Draft) -> Result<(), CallError<Infallible>> {
    let (sender, answer) = oneshot::channel();
    let intention = Box::new(Intention { draft, answer: sender });
    let sent = Send::item(entity, Item::Other(Box::new(Other::Intend(intention)))).await;
    sent.map_err(|why| match why {
        TellError::Full => CallError::Full,
        TellError::Busy => CallError::Busy,
        TellError::Stopped => CallError::Stopped,
        TellError::Cycle { path } => CallError::Cycle { path },
    })?;
    Ok(answer.await.unwrap_or(Err(Rejection::Stopped))?)
}

impl<A: PersistDispatch> Cell<A> {
    pub(super) async fn intend(&mut self, Intention { draft, answer }: Intention) {
        let label = Label::new(self.storage.next_command(), None);
        let stored = self.keep_promise(&label, &[Beside::Deliver(draft)]).await;
        // Whoever asked may have gone away meanwhile: that is its right.
        let _ = answer.send(stored);
    }

    /// Stores what is to be delivered in a unit of its own, once. Nothing else is on its way meanwhile.
    async fn keep_promise(&mut self, label: &Label, beside: &[Beside]) -> Result<(), Rejection> {
        let mut conflicts = 0;
        loop {
            if self.incarnation.is_none() {
                self.revive(None).await?;
            }
            if let Err(why) = self.load_outbox(None).await {
                self.discard();
                if !why.is_outage() {
                    return Err(Rejection::Recovery(why));
                }
                // The recovery waits for the store.
                self.storage.outage.failed();
                continue;
            }
            self.admits(label, beside)?;
            let Some(seq) = self.incarnation.as_ref().map(|incarnation| incarnation.seq) else {
                return Err(Rejection::Stopped);
            };
            let at = now();
            let Staged { rows, posted } = match self.stage(label, beside, None, at) {
                Ok(staged) => staged,
                // It may be numbered, so the incarnation goes.
                Err(why) => {
                    self.discard();
                    return Err(why.into());
                }
            };
            let unit = Unit { rows, ..self.unit(label, seq, at, Vec::new()) };
            let epoch = unit.epoch;
            let write = self.append(unit);
            match self.storage.write(write.answer).await {
                Ok(_) => {
                    self.storage.outage.wrote();
                    if let Some(posted) = posted {
                        self.post(*posted);
                    }
                    return Ok(());
                }
                Err(AppendError::Unknown { cause } | AppendError::Poisoned { cause }) => {
                    self.storage.outage.failed();
                    self.discard();
                    // Only what is in the outbox is looked for: it has caused no event.
                    let search = Search { after: u64::MAX, ..Search::default() };
                    let mut doubt = InDoubt { fence: Some(epoch), search, ..InDoubt::default() };
                    if self.revive(Some(&mut doubt)).await.is_err() {
                        return Err(Rejection::Unknown { command: label.command, cause });
                    }
                    // One that is found was sent with the rest of the outbox.
                    if doubt.search.has(label.command) {
                        return Ok(());
                    }
                }
                Err(cause) => {
                    self.discard();
                    conflicts += 1;
                    let is_conflict = matches!(cause, AppendError::Conflict { .. } | AppendError::Fenced { .. });
                    if !is_conflict || conflicts == CONFLICTS {
                        return Err(Rejection::Store(cause));
                    }
                }
            }
        }
    }
}
