//! How an actor ended.

use std::fmt;
use std::sync::Arc;

/// How an actor ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Exit {
    /// It was stopped, or nobody held a handle to it any more. What it had accepted was handled.
    Stopped,
    /// It was killed. What it had accepted became dead letters.
    Killed,
    /// Its code panicked, with these words, and it was not restarted.
    Panicked(Arc<str>),
    /// It never ran: its factory or its `#[started]` hook failed, with these words.
    StartFailed(Arc<str>),
    /// One of its children failed for good, with these words, and the failure was handed up.
    Escalated(Arc<str>),
    /// It has not ended. It had put aside as many messages as it may, and one more came: the reason of a dead letter, and of nothing else.
    Full,
    /// It has not ended. What the message was decided to do was not stored, for this reason: that of a dead letter, and of nothing else.
    NotStored(Arc<str>),
}

impl Exit {
    /// Whether something went wrong. A stop and a kill are wanted.
    pub fn is_failure(&self) -> bool {
        !matches!(self, Self::Stopped | Self::Killed)
    }
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => f.write_str("stopped"),
            Self::Killed => f.write_str("killed"),
            Self::Panicked(words) => write!(f, "panicked: {words}"),
            Self::StartFailed(words) => write!(f, "could not start: {words}"),
            Self::Escalated(words) => write!(f, "a child failed: {words}"),
            Self::Full => f.write_str("as many messages are put aside as may be"),
            Self::NotStored(words) => write!(f, "not stored: {words}"),
        }
    }
}
