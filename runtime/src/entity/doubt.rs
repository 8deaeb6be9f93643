//! What a cell does when a write has failed, or nobody knows whether it has.
//!
//! The incarnation may believe what is not stored, so it goes. Nothing of it may be stored later: every write under way is waited for, and
//! where one of them stays without a word, the store is opened again, which refuses it. Then the entity recovers and looks for the commands: one
//! whose events are there gets the answer that was made for it, and the others are run again, in order. So none is lost, and none takes
//! effect twice.

use super::cell::Cell;
use super::inflight::{Decided, Settled};
use super::persistent::PersistDispatch;
use super::rejection::Rejection;
use super::revival::InDoubt;
use super::step::Conclude;
use super::task::Task;
use super::turned_down::reject;
use crate::journal::AppendError;
use crate::observe::Stamp;
use std::future::poll_fn;

impl<A: PersistDispatch> Cell<A> {
    /// Finds out what became of everything in flight, of which `first` has failed.
    pub(super) async fn resolve(&mut self, first: Settled<A>) {
        self.discard();
        self.held = false;
        let mut doubtful = vec![first];
        while let Some(settled) = poll_fn(|task| self.log.poll(task, &self.storage)).await {
            doubtful.push(settled);
        }
        let since = doubtful.iter().filter_map(|settled| settled.decided.write.as_ref()).map(|write| write.since).min();
        let mut doubt = InDoubt { since, ..InDoubt::default() };
        doubt.search.after = self.durable;
        for Settled { decided, outcome } in &doubtful {
            if let (Some(write), Err(AppendError::Unknown { .. } | AppendError::Poisoned { .. })) =
                (&decided.write, outcome)
            {
                doubt.fence = doubt.fence.max(Some(write.epoch));
            }
        }
        if doubt.fence.is_some() {
            self.storage.outage.failed();
        }
        match self.revive(Some(&mut doubt)).await {
            Ok(()) => self.tell_apart(doubtful, &doubt),
            Err(why) => doubtful.into_iter().for_each(|doubtful| self.give_back(doubtful, &why)),
        }
    }

    /// What is stored is answered, the rest is run again.
    fn tell_apart(&mut self, doubtful: Vec<Settled<A>>, doubt: &InDoubt) {
        let mut again = Vec::new();
        // Whether all that was decided so far is stored as it was decided: then what only read it may be answered too.
        let mut is_sound = true;
        // Whether one before it has failed. Then a conflict is the doing of that one, and nobody else's.
        let mut is_behind = false;
        for Settled { decided, outcome } in doubtful {
            let was_behind = is_behind;
            is_behind |= outcome.is_err();
            let search = || outcome.is_ok() || doubt.search.has(decided.label.command);
            let is_stored = decided.write.is_some().then(search);
            is_sound &= is_stored.unwrap_or(true);
            if is_stored.unwrap_or(is_sound) {
                self.release(decided);
                continue;
            }
            let Decided { mut label, write, conclusion, .. } = decided;
            // What nobody waits for comes again by itself.
            let Some(message) = conclusion.map(Conclude::take_back) else { continue };
            match outcome {
                Err(cause @ AppendError::Conflict { .. }) if !was_behind => {
                    label.conflicts += 1;
                    if label.conflicts >= self.cx.core.settings().conflicts {
                        self.turn_down(label, message, &Rejection::Store(cause));
                        continue;
                    }
                }
                // Somebody else has the store now: running the command again would end in the same way.
                Err(cause @ AppendError::Fenced { .. })
                    if doubt.fence.is_none()
                        && write.is_some_and(|write| write.epoch == self.storage.store().epoch()) =>
                {
                    self.turn_down(label, message, &Rejection::Store(cause));
                    continue;
                }
                Err(
                    AppendError::Unknown { .. }
                    | AppendError::Poisoned { .. }
                    | AppendError::Fenced { .. }
                    | AppendError::Conflict { .. },
                )
                | Ok(()) => {}
                Err(cause) => {
                    self.turn_down(label, message, &Rejection::Store(cause));
                    continue;
                }
            }
            if !self.tries_again(&mut label) {
                reject::<A>(message, &Rejection::Stopped);
                continue;
            }
            again.push(Task { label, stamp: Some(Stamp::here()), message });
        }
        for task in again.into_iter().rev() {
            self.again.push_front(task);
        }
        if self.is_abandoned {
            self.discard();
        }
    }

    /// The entity could not be recovered. What may be stored is said to be unknown: nobody will find out.
    fn give_back(&mut self, Settled { decided, outcome }: Settled<A>, why: &Rejection) {
        let command = decided.label.command;
        let why = match outcome {
            Err(AppendError::Unknown { cause }) => &Rejection::Unknown { command, cause },
            // Its unit is stored, and its answer with the incarnation that is gone.
            Ok(()) if decided.write.is_some() => return self.release(decided),
            Err(_) | Ok(()) => why,
        };
        if let Some(message) = decided.take_back() {
            reject::<A>(message, why);
        }
    }
}
