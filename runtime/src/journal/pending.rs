//! The answer of a store that has not come yet.

use crate::clock;
use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
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
    /// In a simulation time stands still until the store has answered, whether or not somebody has looked at the answer yet.
    #[cfg(feature = "testing")]
    hold: crate::testing::Hold,
}

/// The other end of a [`Pending`], for those who write a store.
///
/// An answer that is dropped without [`give`](Answer::give) reaches the waiting side as the error that [`pending`] was told.
pub struct Answer<T, E> {
    sender: oneshot::Sender<Result<T, E>>,
    /// Let go of after the answer is given.
    #[cfg(feature = "testing")]
    hold: crate::testing::Hold,
}

/// Makes both ends of an answer. `gone` says what it means when the store drops the request unanswered.
pub fn pending<T, E>(gone: fn() -> E) -> (Answer<T, E>, Pending<T, E>) {
    let (sender, answer) = oneshot::channel();
    #[cfg(feature = "testing")]
    let hold = crate::testing::Hold::new();
    let pending = Pending {
        answer,
        gone,
        #[cfg(feature = "testing")]
        hold: hold.clone(),
    };
    let answer = Answer {
        sender,
        #[cfg(feature = "testing")]
        hold,
    };
    (answer, pending)
}

impl<T, E> Answer<T, E> {
    /// Answers. Whoever asked may have gone away meanwhile; then nobody learns of it.
    pub fn give(self, result: Result<T, E>) {
        // The one who asked may have been cancelled: that is its right, and nothing is lost, for the store has acted.
        let _ = self.sender.send(result);
        #[cfg(feature = "testing")]
        drop(self.hold);
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
    pub(crate) fn unheld(self) -> Self {
        self.hold.release();
        self
    }
}

impl<T, E> Pending<T, E> {
    /// The answer, or what `late` makes of it that there was none within `limit`.
    pub(crate) async fn within(mut self, limit: Duration, late: impl Fn(Arc<str>) -> E) -> Result<T, E> {
        let mut alarm = None;
        poll_fn(|task| match Pin::new(&mut self).poll(task) {
            Poll::Ready(answer) => Poll::Ready(answer),
            Poll::Pending => {
                let alarm = alarm.get_or_insert_with(|| clock::sleep(limit));
                alarm.as_mut().poll(task).map(|()| Err(late(silence(limit))))
            }
        })
        .await
    }
}

/// What is said of an answer that has not come in time.
pub(crate) fn silence(limit: Duration) -> Arc<str> {
    format!("the store has not answered for {limit:?}").into()
}

impl<T, E> Future for Pending<T, E> {
    type Output = Result<T, E>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let answer = ready!(Pin::new(&mut self.answer).poll(cx));
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
