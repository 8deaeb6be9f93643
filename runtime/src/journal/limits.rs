//! What no engine takes, checked in one place so that all refuse the same.

use super::record::Unit;
use super::store::AppendError;

/// The most bytes of names and payloads in one unit.
pub const MAX_UNIT_BYTES: usize = 64 * 1024 * 1024;

/// A page of records ends once it holds this many bytes of payload. It always holds one record.
pub const MAX_PAGE_BYTES: usize = 4 * 1024 * 1024;

/// The highest number of an event, epoch or command: engines keep signed numbers.
pub const MAX_NUMBER: u64 = i64::MAX as u64;

impl Unit {
    /// The bytes of names and payloads in this unit.
    pub fn bytes(&self) -> usize {
        self.events.iter().map(|event| event.name.len() + event.payload.len()).sum()
    }

    /// The number that the last event of this unit gets.
    ///
    /// For those who write a store: it is asked for before anything is written, so that a refusal has stored nothing.
    ///
    /// # Errors
    ///
    /// [`AppendError::Invalid`] for a unit that no store can take: without events, above [`MAX_UNIT_BYTES`], or with a number above
    /// [`MAX_NUMBER`].
    pub fn last(&self) -> Result<u64, AppendError> {
        let refuse = |cause: String| AppendError::Invalid { key: self.key.clone(), cause: cause.into() };
        if self.events.is_empty() {
            return Err(refuse("it has no events".into()));
        }
        let bytes = self.bytes();
        if bytes > MAX_UNIT_BYTES {
            return Err(refuse(format!("it has {bytes} bytes, and {MAX_UNIT_BYTES} is the limit")));
        }
        for (what, number) in [
            ("the writer's epoch", self.epoch),
            ("the command's epoch", self.command.epoch),
            ("the command's number", self.command.number),
        ] {
            if number > MAX_NUMBER {
                return Err(refuse(format!("{what} is {number}, and {MAX_NUMBER} is the highest")));
            }
        }
        u64::try_from(self.events.len())
            .ok()
            .and_then(|events| self.expected.checked_add(events))
            .filter(|last| *last <= MAX_NUMBER)
            .ok_or_else(|| refuse(format!("its events would have numbers above {MAX_NUMBER}")))
    }
}
