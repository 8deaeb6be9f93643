//! What a message carries for those who watch.

use super::measures::Sent;
use super::spans::Cause;

/// From where and when something was sent.
pub(crate) struct Stamp {
    pub(super) cause: Cause,
    pub(super) sent: Sent,
}

/// Something in a mailbox, with its stamp.
pub(crate) struct Stamped<T> {
    pub(crate) stamp: Stamp,
    pub(crate) value: T,
}

// What is not watched costs no room.
#[cfg(not(any(feature = "tracing", feature = "metrics")))]
const _: () = assert!(size_of::<Stamped<Box<u64>>>() == size_of::<Box<u64>>() && size_of::<super::Observer>() == 0);

impl Stamp {
    /// Of what is sent here and now.
    #[inline]
    pub(crate) fn here() -> Self {
        Self::of(Cause::here())
    }

    /// Of what is sent now, for a reason that lies back.
    #[inline]
    pub(crate) fn of(cause: Cause) -> Self {
        Self { cause, sent: Sent::now() }
    }
}

impl<T> Stamped<T> {
    /// Something that is sent here and now.
    #[inline]
    pub(crate) fn here(value: T) -> Self {
        Self { stamp: Stamp::here(), value }
    }

    #[inline]
    pub(crate) fn map<U>(self, change: impl FnOnce(T) -> U) -> Stamped<U> {
        Stamped { stamp: self.stamp, value: change(self.value) }
    }
}
