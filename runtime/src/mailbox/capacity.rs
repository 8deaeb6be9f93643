//! How many messages may wait.

use std::num::NonZeroUsize;

/// How many messages may wait in front of an actor.
///
/// The actor takes what waits in one go, so at most this many wait and at most this many more are in its hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capacity {
    /// This many; a further `tell` fails with `Full`, a further ask waits.
    Bounded(NonZeroUsize),
    /// As many as memory holds.
    Unbounded,
}

impl Capacity {
    /// 1 024 messages.
    pub const DEFAULT: Self = Self::bounded(1024);

    /// `messages`, or one where that is zero: an actor that cannot be sent anything is of no use.
    pub const fn bounded(messages: usize) -> Self {
        match NonZeroUsize::new(messages) {
            Some(messages) => Self::Bounded(messages),
            None => Self::Bounded(NonZeroUsize::MIN),
        }
    }

    pub(crate) fn limit(self) -> usize {
        match self {
            Self::Bounded(messages) => messages.get(),
            Self::Unbounded => usize::MAX,
        }
    }
}
