//! A timer that fires, as its entity sees it.

use super::keyed::Timer;
use super::row::Due;
use crate::call::{Accepts, Port};
use crate::entity::DecodeError;
use std::time::SystemTime;

/// A stored timer on its way to the message that it stands for, in [`PersistDispatch::fire`](crate::entity::PersistDispatch::fire).
#[derive(Debug)]
pub struct Firing<'a>(&'a Due);

impl<'a> Firing<'a> {
    pub(crate) fn new(due: &'a Due) -> Self {
        Self(due)
    }

    /// The timer's stored name.
    pub fn name(&self) -> &str {
        self.0.name()
    }

    /// The timer as a message of `A`, read as a `T`.
    ///
    /// # Errors
    ///
    /// It has a newer version, or does not fit the type.
    pub fn accept<A: Accepts<T>, T: Timer>(&self) -> Result<A::Message, DecodeError> {
        let stored = self.0.version();
        if stored > T::VERSION {
            return Err(DecodeError::Newer { stored, known: T::VERSION });
        }
        Ok(A::accept(T::upcast(stored, &self.0.payload())?, Port::none()))
    }
}

/// What a `#[timer]` method can know of the timer beside its value: [`Context::fired`](crate::actor::Context::fired).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fired {
    /// When it was due, to the microsecond. The time may have come long before it is handled.
    pub due: SystemTime,
    /// Of a repeating timer: how many of its times have passed since then. They do not come again.
    pub missed: u64,
}
