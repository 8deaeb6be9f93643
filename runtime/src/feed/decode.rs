//! What was found, as the event that it is.

use crate::entity::{DecodeError, Event, Recover, decode, decode_every, is_named};
use crate::journal::Found;

impl Found {
    /// The event as an `E`, of its version or an earlier one; `None` where it is stored under another name.
    ///
    /// # Errors
    ///
    /// It is of a newer version or does not fit the type; or it is none or several events of today ([`DecodeError::Split`]), which
    /// [`events`](Found::events) reads.
    pub fn event<E: Event>(&self) -> Result<Option<E>, DecodeError> {
        if is_named::<E>(&self.record.name) { decode(&self.record).map(Some) } else { Ok(None) }
    }

    /// What the event is of today for entities of the type `A`: nearly always one. None where it belongs to another type, or means nothing any more.
    ///
    /// # Errors
    ///
    /// The type knows no event of that name, or it is of a newer version, or it does not fit.
    pub fn events<A: Recover>(&self) -> Result<Vec<A::Event>, DecodeError> {
        if **self.key.kind() == *A::KIND && !A::is_removed(&self.record.name) {
            decode_every::<A>(&self.record)
        } else {
            Ok(Vec::new())
        }
    }
}
