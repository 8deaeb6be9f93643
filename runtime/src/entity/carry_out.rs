//! From a decision to a unit on its way: encoded, applied, appended.

use super::beside::Beside;
use super::cell::{Cell, now};
use super::codec::UnitError;
use super::inflight::{Decided, Write};
use super::persist::Events;
use super::persistent::{EventMeta, PersistDispatch};
use super::recovery::{Incarnation, time};
use super::rejection::Rejection;
use super::step::Conclude;
use super::task::Label;
use crate::clock;
use crate::journal::{Codec, MAX_ID_BYTES, NewEvent, NewRequest, Row, Unit};
use crate::panics::{Panicked, contain};
use std::sync::Arc;

impl<A: PersistDispatch> Cell<A> {
    /// Encodes, applies, appends: in this order, so that what cannot be encoded or applied is never stored.
    pub(super) fn carry_out(
        &mut self,
        label: Label,
        events: &Events<A::Event>,
        beside: &[Beside],
        mut conclusion: Box<dyn Conclude<A>>,
    ) {
        let Some(Incarnation { state, seq, mut remembered }) = self.incarnation.take() else { return };
        let events = events.as_slice();
        if label.request.as_ref().is_some_and(|id| id.is_empty() || id.len() > MAX_ID_BYTES) {
            let bytes = label.request.as_ref().map_or(0, |id| id.len());
            self.incarnation = Some(Incarnation { state, seq, remembered });
            return self.push_rejected(label, conclusion, UnitError::Id { bytes }.into());
        }
        let records = match contain(|| events.iter().map(A::encode).collect::<Result<Vec<_>, _>>()) {
            Ok(Ok(records)) => records,
            Ok(Err(why)) => {
                self.incarnation = Some(Incarnation { state, seq, remembered });
                return self.push_rejected(label, conclusion, why.into());
            }
            Err(Panicked(words)) => {
                let _ = contain(|| drop(state));
                return self.panicked(label, conclusion.take_back(), words);
            }
        };
        #[cfg(feature = "testing")]
        let from = A::state_name(&state);
        let at = now();
        let first = EventMeta { seq, at: time(at), command: label.command };
        let applied = contain(|| {
            let state = apply::<A>(state, events, &records, first)?;
            conclusion.applied(&state);
            let answer = label.request.as_ref().and_then(|_| conclusion.encode()).transpose()?;
            Ok::<_, UnitError>((state, answer))
        });
        let (state, answer) = match applied {
            Ok(Ok(applied)) => applied,
            // The state is gone with the event that it has no row for.
            Ok(Err(why)) => return self.push_rejected(label, conclusion, why.into()),
            Err(Panicked(words)) => return self.panicked(label, conclusion.take_back(), words),
        };
        #[cfg(feature = "testing")]
        if crate::testing::is_watched() {
            crate::testing::took::<A>(from, label.name, records.iter().map(|record| &*record.name));
        }
        let before = seq;
        let seq = before + records.len() as u64;
        let request = label.request.clone().zip(answer).map(|(id, reply)| {
            let (kept, reply_bytes) = (id.clone(), Arc::from(reply.as_slice()));
            if let Some(remembered) = &mut remembered {
                remembered.insert(kept, reply_bytes);
            }
            let keep = u32::try_from(self.cx.core.settings().remembered_ids).unwrap_or(u32::MAX);
            NewRequest { id, codec: Codec::MessagePack, reply, keep }
        });
        let snapshot = self.snapshot_due(before, seq, &state);
        self.incarnation = Some(Incarnation { state, seq, remembered });
        let rows: Vec<Row> = beside.iter().flat_map(Beside::rows).collect();
        let is_written = !records.is_empty() || request.is_some() || !rows.is_empty();
        let unit = Unit { request, rows, ..self.unit(&label, before, at, records) };
        let write = is_written.then(|| self.append(unit));
        self.log.push(Decided { label, write, rejected: None, conclusion, snapshot });
    }

    fn unit(&self, label: &Label, expected: u64, at: i64, events: Vec<NewEvent>) -> Unit {
        let unit = Unit::new(self.id.key().clone(), expected, self.storage.store().epoch(), at, label.command, events);
        Unit { trace: self.observer.trace(), ..unit }
    }

    fn append(&self, unit: Unit) -> Write {
        let (bytes, epoch) = (unit.bytes(), unit.epoch);
        let last = unit.expected + unit.events.len() as u64;
        Write { answer: self.storage.store().append(unit), last, epoch, since: clock::monotonic(), bytes }
    }

    fn push_rejected(&mut self, label: Label, conclusion: Box<dyn Conclude<A>>, why: Rejection) {
        self.log.push(Decided { label, write: None, rejected: Some(why), conclusion, snapshot: None });
    }
}

/// Applies the events of one decision, one after another.
fn apply<A: PersistDispatch>(
    mut state: A::State,
    events: &[A::Event],
    records: &[NewEvent],
    mut meta: EventMeta,
) -> Result<A::State, UnitError> {
    for (event, record) in events.iter().zip(records) {
        meta.seq += 1;
        state = A::apply(state, event, &meta)
            .map_err(|unexpected| UnitError::Unexpected { state: unexpected.state, event: record.name.clone() })?;
    }
    Ok(state)
}
