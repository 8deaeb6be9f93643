//! What can be wrong with a timer: when it is set, and when it fires.

use super::row::MAX_TIMER_BYTES;
use crate::entity::DecodeError;
use crate::journal::{EntityKey, ReadError};
use std::sync::Arc;

/// Why a timer cannot be set. Nothing of its decision was stored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TimerError {
    /// The timer's `Serialize` failed, or that of its key.
    #[error("timer `{timer}` cannot be encoded: {cause}")]
    Encode {
        /// The timer's name.
        timer: &'static str,
        /// What serde said.
        cause: Arc<str>,
    },
    /// The timer is larger than 16 MiB.
    #[error("timer `{timer}` takes {bytes} bytes, and at most {MAX_TIMER_BYTES} can be stored")]
    TooLarge {
        /// The timer's name.
        timer: &'static str,
        /// How many bytes it takes.
        bytes: usize,
    },
    /// Name and key are too long together.
    #[error(
        "the key of timer `{timer}` has {bytes} bytes, and at most {most} fit beside its name: choose a shorter one with `#[timer(key = field)]`"
    )]
    Key {
        /// The timer's name.
        timer: &'static str,
        /// How many bytes the key has.
        bytes: usize,
        /// How many it may have.
        most: usize,
    },
    /// The time at which it is due is out of the range of what can be stored: some 290 000 years.
    #[error("timer `{timer}` would be due at a time that cannot be stored: choose a shorter delay")]
    TooFar {
        /// The timer's name.
        timer: &'static str,
    },
    /// It would repeat without a pause.
    #[error("timer `{timer}` repeats every 0 s: choose a period of 1 µs or more")]
    Period {
        /// The timer's name.
        timer: &'static str,
    },
}

/// Why a timer that is due cannot be handled. It stays stored, and is tried again later.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FireError {
    /// No `#[timer]` method takes it, or what is stored does not fit its type.
    #[error("timer `{timer}` of {key} cannot be handled: {cause}")]
    Unusable {
        /// The entity.
        key: EntityKey,
        /// The timer's stored name.
        timer: Arc<str>,
        /// What is wrong with it.
        cause: DecodeError,
    },
    /// The row is not one of a timer.
    #[error("a timer of {key} cannot be read: {cause}")]
    Damaged {
        /// The entity.
        key: EntityKey,
        /// What is wrong with it.
        cause: Arc<str>,
    },
    /// Its method panicked as often as it was run.
    #[error("timer `{timer}` of {key} panicked: {cause}")]
    Panicked {
        /// The entity.
        key: EntityKey,
        /// The timer's stored name.
        timer: Arc<str>,
        /// The words of the panic.
        cause: Arc<str>,
    },
    /// The state that the machine is in has no row for it. It is not tried again.
    #[error("timer `{timer}` of {key} has fired in a state that has no row for it")]
    Unhandled {
        /// The entity.
        key: EntityKey,
        /// The timer's stored name.
        timer: Arc<str>,
    },
    /// What its method decided cannot be stored.
    #[error("what timer `{timer}` of {key} decided cannot be stored: {cause}")]
    Rejected {
        /// The entity.
        key: EntityKey,
        /// The timer's stored name.
        timer: Arc<str>,
        /// Why not.
        cause: Arc<str>,
    },
    /// The timers that are due cannot be read. None fires before they can.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// More timers cannot be handled than are remembered, see [`Settings::deferred_timers`](crate::settings::Settings::deferred_timers).
    #[error(
        "{timers} timers cannot be handled, and no other one fires before some of them can be: see their dead letters"
    )]
    Stuck {
        /// How many there are.
        timers: usize,
    },
    /// Nobody hosts the type of its entity.
    #[error("a timer of {key} is due, and nobody hosts `{}`", .key.kind())]
    Unhosted {
        /// The entity.
        key: EntityKey,
    },
}
