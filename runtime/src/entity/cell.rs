//! The life of an entity: commands in, events to the store, answers out.
//!
//! The cell outlives the incarnations of its entity. Mailbox, commands that wait and ways back to callers belong to the cell; an
//! incarnation holds nothing but the state, and is thrown away and recovered whenever it may differ from what is stored.

use super::codec::UnitError;
use super::id::EntityId;
use super::inflight::{Decided, InFlight, WINDOW};
use super::persistent::PersistDispatch;
use super::recovery::{Factory, Incarnation, recover};
use super::step::{Rejection, Verdict, Work};
use crate::actor::{Context, Exit, Item, TURN};
use crate::call::as_actor;
use crate::clock;
use crate::executor;
use crate::journal::{CommandId, NewEvent, Store, Unit};
use crate::mailbox::{Next, Receiver};
use crate::panics::{Panicked, contain};
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Poll;
use std::time::UNIX_EPOCH;

pub(crate) struct Cell<A: PersistDispatch> {
    pub(crate) id: EntityId<A>,
    pub(crate) make: Factory<A>,
    pub(crate) store: Arc<dyn Store>,
    /// Numbers the commands of this opening of the store.
    pub(crate) commands: Arc<AtomicU64>,
    pub(crate) inbox: Receiver<Item<A>>,
    pub(crate) cx: Context<A>,
}

impl<A: PersistDispatch> Cell<A> {
    /// Handles messages until the mailbox is closed and empty. The entity is recovered when the first one comes.
    pub(crate) async fn run(mut self) {
        let mut incarnation = None;
        let mut log = InFlight::new();
        let mut handled = 0;
        loop {
            match self.inbox.next().await {
                Next::Message(Item::Message(message)) => {
                    incarnation = self.handle(incarnation, message, &mut log).await;
                }
                Next::Message(Item::Tick(tick)) => {
                    incarnation = self.handle(incarnation, tick.message, &mut log).await;
                }
                // Entities leave no work to tasks and are not killed: both need `Dispatch`.
                Next::Message(Item::Work(_) | Item::Kept(_)) | Next::Signal(_) => {}
                Next::End => {
                    self.inbox.end(&Exit::Stopped);
                    return;
                }
            }
            handled += 1;
            // Commands that store nothing wait for nothing, so that others have to be given their turn.
            if handled % TURN == 0 {
                executor::turn().await;
            }
        }
    }

    /// Handles one message. Gives the incarnation back if it can go on.
    async fn handle(
        &mut self,
        incarnation: Option<Incarnation<A>>,
        message: A::Message,
        log: &mut InFlight<A>,
    ) -> Option<Incarnation<A>> {
        let incarnation = match incarnation {
            Some(incarnation) => incarnation,
            None => match recover(&self.id, &*self.store, &self.make).await {
                Ok(incarnation) => incarnation,
                Err(why) => {
                    A::reject(message, &Rejection::Recovery(why));
                    return None;
                }
            },
        };
        let number = self.commands.fetch_add(1, Ordering::Relaxed);
        self.cx.command = CommandId { epoch: self.store.epoch(), number };
        // A panic has answered the caller already. Deciding only reads, but what it read may have been changed behind a lock.
        let verdict = self.decide(&incarnation.state, message).await.ok()?;
        let incarnation = self.carry_out(incarnation, verdict, log)?;
        log.settle(WINDOW, &mut self.cx).await.ok()?;
        Some(incarnation)
    }

    async fn decide(&mut self, state: &A::State, message: A::Message) -> Result<Verdict<A>, Panicked> {
        match contain(|| A::dispatch(state, message, &mut self.cx))? {
            Work::Done(verdict) => Ok(verdict),
            Work::Later(message) => {
                let node = self.cx.node();
                let mut handler = pin!(A::dispatch_later(state, message, &mut self.cx));
                poll_fn(|task| match contain(|| as_actor(&node, || handler.as_mut().poll(task))) {
                    Ok(poll) => poll.map(Ok),
                    Err(panicked) => Poll::Ready(Err(panicked)),
                })
                .await
            }
        }
    }

    /// Encodes, applies, appends: in this order, so that what cannot be encoded or applied is never stored.
    fn carry_out(
        &mut self,
        incarnation: Incarnation<A>,
        verdict: Verdict<A>,
        log: &mut InFlight<A>,
    ) -> Option<Incarnation<A>> {
        let Verdict { event, mut conclusion } = verdict;
        let command = self.cx.command;
        let Some(event) = event else {
            if let Err(panicked) = contain(|| conclusion.applied(&incarnation.state)) {
                conclusion.release(Err(panicked.into()), &mut self.cx);
                return None;
            }
            log.push(Decided { command, stored: None, conclusion });
            return Some(incarnation);
        };
        let Incarnation { state, seq } = incarnation;
        let record = match contain(|| A::encode(&event)).map_err(Rejection::from).and_then(|made| Ok(made?)) {
            Ok(record) => record,
            Err(why) => {
                conclusion.release(Err(why), &mut self.cx);
                return Some(Incarnation { state, seq });
            }
        };
        let applied = contain(|| {
            let state = A::apply(state, &event)
                .map_err(|unexpected| UnitError::Unexpected { state: unexpected.state, event: record.name.clone() })?;
            conclusion.applied(&state);
            Ok::<_, Rejection>(state)
        });
        match applied.map_err(Rejection::from).and_then(|applied| applied) {
            Ok(state) => {
                let stored = Some(self.store.append(self.unit(seq, record)));
                log.push(Decided { command, stored, conclusion });
                Some(Incarnation { state, seq: seq + 1 })
            }
            Err(why) => {
                conclusion.release(Err(why), &mut self.cx);
                None
            }
        }
    }

    fn unit(&self, expected: u64, record: NewEvent) -> Unit {
        Unit::new(self.id.key().clone(), expected, self.store.epoch(), now(), self.cx.command, vec![record])
    }
}

/// Microseconds since 1970 UTC. A clock before 1970 counts as 1970: the time is for people to read, nothing depends on it.
fn now() -> i64 {
    let since = clock::wall().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_micros()).unwrap_or(i64::MAX)
}
