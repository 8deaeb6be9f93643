//! Snapshots: when they are taken, and how they get into the store.
//!
//! The state is encoded while it is current, and saved when the events in it are durable. That is a write of its own: one that fails costs
//! nothing but the snapshot.

use super::cell::{Cell, now};
use super::failure::SnapshotError;
use super::id::EntityId;
use super::inflight::{TakenSnapshot, poll_alarm};
use super::persistent::{PersistDispatch, Recover};
use super::recovery::{Incarnation, say};
use super::storage::Storage;
use crate::clock::{self, Sleep};
use crate::journal::{AppendError, Codec, NewSnapshot, Pending};
use crate::panics::{Panicked, contain};
use std::collections::VecDeque;
use std::future::Future as _;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

/// Snapshots on their way to the store.
#[derive(Default)]
pub(super) struct Saves {
    /// Oldest first, and since when.
    waiting: VecDeque<(Pending<(), AppendError>, Duration)>,
    /// For the deadline of the oldest.
    alarm: Option<Sleep>,
}

impl Saves {
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Takes note of the answers that have come, and of those that have not come in time: nothing waits for a snapshot for ever.
    pub(super) fn poll<A: Recover>(&mut self, id: &EntityId<A>, storage: &Storage, task: &mut Context<'_>) {
        while let Some((save, since)) = self.waiting.front_mut() {
            let saved = match Pin::new(save).poll(task) {
                Poll::Ready(saved) => saved,
                Poll::Pending
                    if poll_alarm(&mut self.alarm, since.saturating_add(storage.deadline), task).is_ready() =>
                {
                    Err(AppendError::Unknown { cause: storage.late() })
                }
                Poll::Pending => return,
            };
            self.waiting.pop_front();
            if let Err(why) = saved {
                say(id, &SnapshotError::Save(why));
            }
        }
    }
}

impl<A: PersistDispatch> Cell<A> {
    /// Takes a snapshot of `state` after event `seq`, if the command has asked for one or its events have crossed a multiple.
    pub(super) fn snapshot_due(&mut self, before: u64, seq: u64, state: &A::State) -> Option<TakenSnapshot> {
        let is_wanted = std::mem::take(&mut self.cx.hand().snapshot);
        let is_crossed =
            seq > before && A::SNAPSHOT_EVERY.is_some_and(|every| before / every.max(1) != seq / every.max(1));
        if is_wanted || is_crossed { self.take_snapshot(seq, state) } else { None }
    }

    /// Takes the snapshot that an effect has asked for, unless there are commands whose decisions are not durable: the next one takes it, or the last
    /// of those.
    pub(super) fn snapshot_behind_effects(&mut self) {
        if !self.log.is_empty() || !std::mem::take(&mut self.cx.hand().snapshot) {
            return;
        }
        let Some(Incarnation { state, seq, .. }) = &self.incarnation else { return };
        if let Some(snapshot) = self.take_snapshot(*seq, state) {
            self.save(snapshot);
        }
    }

    pub(super) fn take_snapshot(&self, seq: u64, state: &A::State) -> Option<TakenSnapshot> {
        if A::SNAPSHOT.is_none() || seq == 0 {
            return None;
        }
        match contain(|| A::snapshot(state)) {
            Ok(Ok(payload)) => return Some(TakenSnapshot { seq, payload }),
            Ok(Err(why)) => say(&self.id, &SnapshotError::Encode(why)),
            Err(Panicked(words)) => say(&self.id, &SnapshotError::Panicked(words)),
        }
        None
    }

    /// Saves a snapshot whose events are durable.
    pub(super) fn save(&mut self, TakenSnapshot { seq, payload }: TakenSnapshot) {
        let Some(shape) = A::SNAPSHOT else { return };
        let store = self.storage.store();
        let snapshot = NewSnapshot {
            name: shape.name.into(),
            version: shape.version,
            codec: Codec::MessagePack,
            payload,
            keep: self.cx.core.settings().snapshots_kept,
        };
        let save = store.save(self.id.key().clone(), seq, store.epoch(), now(), snapshot);
        self.saves.waiting.push_back((save, clock::monotonic()));
    }
}
