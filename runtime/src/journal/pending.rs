//! The answer of a store that has not come yet.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::sync::oneshot;

/// An answer that a store will give: await it.
///
/// # Cancel safety
///
/// Dropping it does not take the request back: an append may still become durable.
#[must_use = "a request to the store is answered by awaiting this"]
pub struct Pending<T, E> {
    answer: oneshot::Receiver<Result<T, E>>,
    gone: fn() -> E,
    /// In a simulation time stands still until the store has answered.
    #[cfg(feature = "testing")]
    held: Option<crate::testing::Held>,
}

/// The other end of a [`Pending`], for those who write a store.
///
/// An answer that is dropped without [`give`](Answer::give) reaches the waiting side as the error that [`pending`] was told.
pub struct Answer<T, E> {
    sender: oneshot::Sender<Result<T, E>>,
    /// Here too, since an answer may be given long before somebody looks at it.
    #[cfg(feature = "testing")]
    _held: Option<crate::testing::Held>,
}

/// Makes both ends of an answer. `gone` says what it means when the store drops the request unanswered.
pub fn pending<T, E>(gone: fn() -> E) -> (Answer<T, E>, Pending<T, E>) {
    let (sender, answer) = oneshot::channel();
    #[cfg(feature = "testing")]
    let held = crate::testing::Held::if_simulated();
    let answering = Answer {
        sender,
        #[cfg(feature = "testing")]
        _held: held.as_ref().map(crate::testing::Held::share),
    };
    let pending = Pending {
        answer,
        gone,
        #[cfg(feature = "testing")]
        held,
    };
    (answering, pending)
}

impl<T, E> Answer<T, E> {
    /// Answers. Whoever asked may have gone away meanwhile; then nobody learns of it.
    pub fn give(self, result: Result<T, E>) {
        // The one who asked may have been cancelled: that is its right, and nothing is lost, for the store has acted.
        let _ = self.sender.send(result);
    }
}

impl<T, E> Pending<T, E> {
    /// An answer that is there at once. `gone` is never called.
    pub fn ready(result: Result<T, E>, gone: fn() -> E) -> Self {
        let (answer, pending) = pending(gone);
        answer.give(result);
        pending
    }

    /// One that a simulation does not hold its clock for: the answer may never come.
    #[cfg(feature = "testing")]
    pub(crate) fn unheld(mut self) -> Self {
        drop(self.held.take());
        self
    }
}

impl<T, E> Future for Pending<T, E> {
    type Output = Result<T, E>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let answer = ready!(Pin::new(&mut self.answer).poll(cx));
        #[cfg(feature = "testing")]
        drop(self.held.take());
        Poll::Ready(answer.unwrap_or_else(|_| Err((self.gone)())))
    }
}

impl<T, E> fmt::Debug for Pending<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pending").finish_non_exhaustive()
    }
}

impl<T, E> fmt::Debug for Answer<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answer").finish_non_exhaustive()
    }
}
