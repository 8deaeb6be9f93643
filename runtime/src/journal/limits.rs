//! What no engine takes, checked in one place so that all refuse the same.

use super::error::AppendError;
use super::record::{EntityKey, MAX_ID_BYTES};
use super::unit::{NewEvent, NewRequest, NewSnapshot, Row, Unit};

/// The most bytes in one unit: names, ids, payloads and replies together.
pub const MAX_UNIT_BYTES: usize = 64 * 1024 * 1024;

/// The most events in one unit, and the most rows.
pub const MAX_UNIT_PARTS: usize = 65_536;

/// The most bytes in the payload of a row.
pub const MAX_ROW_BYTES: usize = 16 * 1024 * 1024;

/// A page ends once it holds this many bytes of payload. It always holds one record.
pub const MAX_PAGE_BYTES: usize = 4 * 1024 * 1024;

/// The most bytes in a tag of an event, and in the trace of a unit.
pub const MAX_TAG_BYTES: usize = 255;

/// The highest number of an event, epoch or command: engines keep signed numbers.
pub const MAX_NUMBER: u64 = i64::MAX as u64;

impl Unit {
    /// The bytes of names, ids, payloads and replies in this unit.
    pub fn bytes(&self) -> usize {
        let events: usize = self.events.iter().map(NewEvent::bytes).sum();
        let rows: usize = self.rows.iter().map(|row| row.id.len() + row.payload.as_ref().map_or(0, Vec::len)).sum();
        let snapshot = self.snapshot.as_ref().map_or(0, NewSnapshot::bytes);
        let trace = self.trace.as_ref().map_or(0, |trace| trace.len() * self.events.len());
        events
            + rows
            + snapshot
            + trace
            + self.request.as_ref().map_or(0, |request| request.id.len() + request.reply.len())
    }

    /// The number that the entity's last event has after this unit.
    ///
    /// For those who write a store: it is asked for before anything is written, so that a refusal has stored nothing.
    ///
    /// # Errors
    ///
    /// [`AppendError::Invalid`] or [`AppendError::TooLarge`] for a unit that no store can take: without any part, above
    /// [`MAX_UNIT_BYTES`], [`MAX_UNIT_PARTS`] or [`MAX_ROW_BYTES`], with an id, a tag or a trace that has not 1 to 255 bytes, a tag that is not one word, or with a number above
    /// [`MAX_NUMBER`].
    pub fn last(&self) -> Result<u64, AppendError> {
        let key = &self.key;
        if self.events.is_empty() && self.rows.is_empty() && self.snapshot.is_none() && self.request.is_none() {
            return Err(invalid(key, "it has neither events nor anything else"));
        }
        within(key, "the list of events", self.events.len(), MAX_UNIT_PARTS)?;
        within(key, "the list of rows", self.rows.len(), MAX_UNIT_PARTS)?;
        within(key, "the unit", self.bytes(), MAX_UNIT_BYTES)?;
        self.events.iter().try_for_each(|event| event.check(key))?;
        self.trace.iter().try_for_each(|trace| label(key, "the trace", trace))?;
        self.rows.iter().try_for_each(|row| row.check(key))?;
        self.request.iter().try_for_each(|request| request.check(key))?;
        for (what, number) in [
            ("the writer's epoch", self.epoch),
            ("the command's epoch", self.command.epoch),
            ("the command's number", self.command.number),
        ] {
            if number > MAX_NUMBER {
                return Err(invalid(key, format!("{what} is {number}, and {MAX_NUMBER} is the highest")));
            }
        }
        let last = u64::try_from(self.events.len())
            .ok()
            .and_then(|events| self.expected.checked_add(events))
            .filter(|last| *last <= MAX_NUMBER)
            .ok_or_else(|| invalid(key, format!("its events would have numbers above {MAX_NUMBER}")))?;
        self.snapshot.iter().try_for_each(|snapshot| snapshot.check(key, last))?;
        Ok(last)
    }
}

impl NewEvent {
    fn bytes(&self) -> usize {
        self.name.len() + self.payload.len() + self.tags.iter().map(|tag| tag.len()).sum::<usize>()
    }

    fn check(&self, key: &EntityKey) -> Result<(), AppendError> {
        for tag in &self.tags {
            label(key, "a tag", tag)?;
            if tag.chars().any(|letter| letter.is_whitespace() || letter.is_control()) {
                return Err(invalid(key, format!("the tag {tag:?} of `{}` is not one word", self.name)));
            }
        }
        Ok(())
    }
}

impl NewSnapshot {
    fn bytes(&self) -> usize {
        self.name.len() + self.payload.len()
    }

    /// Refuses a snapshot of `key` after event `seq` that no store can take. For those who write a store.
    ///
    /// # Errors
    ///
    /// [`AppendError::Invalid`] when it is taken before the first event or none is to be kept, [`AppendError::TooLarge`] above
    /// [`MAX_UNIT_BYTES`].
    pub fn check(&self, key: &EntityKey, seq: u64) -> Result<(), AppendError> {
        if seq == 0 {
            return Err(invalid(key, "a snapshot of a state without events is the first state"));
        }
        if self.keep == 0 {
            return Err(invalid(key, "at least 1 snapshot has to be kept"));
        }
        within(key, "the snapshot", self.bytes(), MAX_UNIT_BYTES)
    }
}

impl NewRequest {
    fn check(&self, key: &EntityKey) -> Result<(), AppendError> {
        if self.id.is_empty() {
            return Err(invalid(key, "the id of the request is empty"));
        }
        if self.keep == 0 {
            return Err(invalid(key, "at least 1 request has to be kept"));
        }
        within(key, "the id of the request", self.id.len(), MAX_ID_BYTES)
    }
}

impl Row {
    fn check(&self, key: &EntityKey) -> Result<(), AppendError> {
        if self.id.is_empty() {
            return Err(invalid(key, "the id of a row is empty"));
        }
        within(key, "the id of a row", self.id.len(), MAX_ID_BYTES)?;
        within(key, "a row", self.payload.as_ref().map_or(0, Vec::len), MAX_ROW_BYTES)
    }
}

fn invalid(key: &EntityKey, cause: impl Into<std::sync::Arc<str>>) -> AppendError {
    AppendError::Invalid { key: key.clone(), cause: cause.into() }
}

fn label(key: &EntityKey, what: &'static str, text: &str) -> Result<(), AppendError> {
    if text.is_empty() {
        return Err(invalid(key, format!("{what} is empty")));
    }
    within(key, what, text.len(), MAX_TAG_BYTES)
}

fn within(key: &EntityKey, what: &'static str, found: usize, limit: usize) -> Result<(), AppendError> {
    if found > limit { Err(AppendError::TooLarge { key: key.clone(), what, found, limit }) } else { Ok(()) }
}
