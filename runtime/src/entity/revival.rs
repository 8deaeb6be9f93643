//! How a cell gets a new incarnation, for as long as it takes.
//!
//! What is wrong with the store is an outage, and the commands wait for its end. What is wrong with the entity's own data does not go away
//! by waiting: the commands are told, and the next one that comes tries again, but not more often than the back-off allows.

use super::cell::Cell;
use super::deadlines::Armed;
use super::failure::RecoveryError;
use super::id::EntityId;
use super::persistent::{PersistDispatch, Recover};
use super::recovery::{Incarnation, Search, Upto, recover};
use super::rejection::Rejection;
use super::remembered::Remembered;
use super::storage::Storage;
use super::trouble::TroubleKind;
use crate::actor::random;
use crate::clock;
use crate::mailbox::Phase;
use crate::observe;
use crate::panics::{Panicked, contain};
use std::future::{Future as _, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

/// A recovery that failed for the entity's own reasons.
#[derive(Debug)]
pub(super) struct Fault {
    why: RecoveryError,
    failures: u32,
    /// Nobody tries before this moment.
    until: Duration,
}

/// Commands in doubt, to be looked for in the recovery.
#[derive(Debug, Default)]
pub(super) struct InDoubt {
    pub(super) search: Search,
    /// The store is to be opened again if it still has this epoch: then nothing that is under way can be stored any more.
    pub(super) fence: Option<u64>,
    /// When the oldest of them was decided, by the monotonic clock.
    pub(super) since: Option<Duration>,
}

impl<A: PersistDispatch> Cell<A> {
    /// Recovers the entity.
    pub(super) async fn revive(&mut self, mut doubt: Option<&mut InDoubt>) -> Result<(), Rejection> {
        if let Some(Fault { why, until, .. }) = &self.fault
            && clock::monotonic() < *until
            && doubt.is_none()
        {
            return Err(Rejection::Recovery(why.clone()));
        }
        if self.is_abandoned {
            return Err(Rejection::Stopped);
        }
        self.inbox.set_phase(Phase::Recovering);
        let storage = Arc::clone(&self.storage);
        let since = doubt.as_ref().and_then(|doubt| doubt.since).unwrap_or_else(clock::monotonic);
        let _held = storage.under_way.hold(since);
        loop {
            // A stop waits for nobody's turn: each tries once more, until one of them has seen that it is no use.
            let turn = {
                let mut turn = pin!(storage.outage.turn());
                poll_fn(|task| match turn.as_mut().poll(task) {
                    Poll::Ready(turn) => Poll::Ready(Some(turn)),
                    Poll::Pending => self.inbox.poll_closed(task).map(|()| None),
                })
                .await
            };
            if turn.is_none() && storage.outage.is_hopeless() {
                self.is_abandoned = true;
                return Err(Rejection::Stopped);
            }
            let span = self.observer.recovery();
            let recovered = {
                let mut attempt = pin!(self.attempt(doubt.as_deref_mut()));
                poll_fn(|task| span.run(|| attempt.as_mut().poll(task))).await
            };
            if let Err(why) = &recovered {
                span.run(|| observe::not_recovered(std::any::type_name::<A>(), self.id.as_str(), why));
            }
            drop(span);
            observe::held(std::any::type_name::<A>(), since);
            match recovered {
                Ok((incarnation, replayed)) => {
                    drop(turn);
                    self.inbox.stall(false);
                    self.fault = None;
                    return self.settle_in(incarnation, replayed);
                }
                Err(why) if why.is_outage() => {
                    storage.outage.failed();
                    drop(turn);
                    // What waits is bounded, and whoever would have to wait for room is told that it may take long.
                    self.inbox.stall(true);
                    if self.inbox.is_closed() {
                        // A stop comes to an end, also when the outage does not.
                        self.abandon();
                        return Err(Rejection::Stopped);
                    }
                }
                Err(why) => {
                    drop(turn);
                    self.inbox.stall(false);
                    return Err(self.give_up(why));
                }
            }
        }
    }

    async fn attempt(&mut self, doubt: Option<&mut InDoubt>) -> Result<(Incarnation<A>, u64), RecoveryError> {
        let mut search = match doubt {
            None => None,
            Some(InDoubt { search, fence, .. }) => {
                if let Some(seen) = fence {
                    self.storage.reopen(*seen).await.map_err(RecoveryError::Read)?;
                }
                search.found.clear();
                Some(search)
            }
        };
        let permit = self.storage.permits.take().await;
        let (mut incarnation, replayed) =
            recover(&self.id, &self.storage, &self.make, Upto::NOW, search.as_deref_mut()).await?;
        incarnation.armed = Armed::read(&self.id, &self.storage).await.map_err(RecoveryError::Read)?;
        drop(permit);
        self.renew_post(search).await?;
        Ok((incarnation, replayed))
    }

    fn settle_in(&mut self, incarnation: Incarnation<A>, replayed: u64) -> Result<(), Rejection> {
        self.durable = incarnation.seq;
        if let Err(Panicked(cause)) = contain(|| A::recovered(&incarnation.state, &mut self.cx)) {
            let _ = contain(|| drop(incarnation));
            return Err(self.give_up(RecoveryError::HookPanicked { key: self.id.key().clone(), cause }));
        }
        // So long a history is read only once.
        if A::SNAPSHOT_EVERY.is_some_and(|every| replayed >= every.max(1))
            && let Some(snapshot) = self.take_snapshot(incarnation.seq, &incarnation.state)
        {
            self.save(snapshot);
        }
        let (id, seq) = (self.id.as_str(), incarnation.seq);
        self.observer.run(|| observe::recovered(std::any::type_name::<A>(), id, seq));
        self.incarnation = Some(incarnation);
        self.finished = None;
        // It may be in another state than the one that postponed them.
        self.postponed.retry();
        Ok(())
    }

    fn give_up(&mut self, why: RecoveryError) -> Rejection {
        let failures = self.fault.as_ref().map_or(0, |fault| fault.failures);
        let wait = self.cx.core.settings().backoff.delay(failures, random());
        let until = clock::monotonic().saturating_add(wait);
        self.rest.trouble(TroubleKind::Recovery, &why);
        self.fault = Some(Fault { why: why.clone(), failures: failures.saturating_add(1), until });
        // What the hook does is its own affair.
        let _ = contain(|| A::recovery_failed(&self.id, &why));
        Rejection::Recovery(why)
    }
}

impl<A: Recover> Incarnation<A> {
    /// What a caller with this id was answered before. The ids are read when the first is asked for.
    pub(super) async fn answered(
        &mut self,
        entity: &EntityId<A>,
        storage: &Storage,
        id: &str,
        limit: usize,
    ) -> Result<Option<Arc<[u8]>>, RecoveryError> {
        if self.remembered.is_none() {
            let stored = storage.read(storage.store().requests(entity.key().clone(), limit)).await;
            self.remembered = Some(Remembered::new(stored.map_err(RecoveryError::Read)?, limit));
        }
        Ok(self.remembered.as_ref().and_then(|remembered| remembered.answer(id)))
    }
}
