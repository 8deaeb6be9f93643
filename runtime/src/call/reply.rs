//! Where the answer of a call goes.
//!
//! Two types, so that a forgotten answer says why: a [`Port`] lies in the mailbox, and when it is dropped nobody has handled the
//! message; a [`ReplyTo`] is in the hands of the handler, and when it is dropped the handler has given no reply or has panicked.

use super::error::CallError;
use super::slot::Giver;
use std::convert::Infallible;
use std::fmt;

type Way<R, E> = Option<Giver<Result<R, CallError<E>>>>;

/// The way back to a caller whose message waits in a mailbox. A `tell` has none, and its port takes the answer and drops it.
///
/// Dropped unopened, it answers [`CallError::Stopped`]: that is what the caller makes of an answer that will not come. So it needs no `Drop` of its
/// own, and a tell pays nothing for it.
pub struct Port<R, E>(Way<R, E>);

impl<R, E> Port<R, E> {
    /// A port that leads nowhere: of a `tell`.
    pub fn none() -> Self {
        Self(None)
    }

    pub(crate) fn to(giver: Giver<Result<R, CallError<E>>>) -> Self {
        Self(Some(giver))
    }

    /// Whether somebody waits for the answer, or did.
    #[cfg(any(feature = "persistence", feature = "testing"))]
    pub(crate) fn leads_back(&self) -> bool {
        self.0.is_some()
    }

    /// Hands the way back to the handler, which is about to run.
    #[inline]
    pub fn open(self) -> ReplyTo<R, E> {
        ReplyTo(self.0)
    }

    /// Runs a sync handler and answers with what it returns. A handler that panics is answered for with [`CallError::Failed`].
    #[inline]
    pub fn answer(self, handler: impl FnOnce() -> Result<R, E>) {
        // A tell has no way back, and so nothing that a panic would have to drop.
        let reply = self.0.map(|giver| ReplyTo(Some(giver)));
        let result = handler();
        if let Some(reply) = reply {
            reply.send(result);
        }
    }
}

/// The way back to a caller whose message is being handled: used once, which its type sees to.
///
/// Dropped without an answer, it answers [`CallError::NoReply`], or [`CallError::Failed`] where a panic drops it.
#[must_use = "a caller waits for this"]
pub struct ReplyTo<R, E = Infallible>(Way<R, E>);

impl<R, E> ReplyTo<R, E> {
    /// Answers with a reply.
    #[inline]
    pub fn reply(self, reply: R) {
        self.settle(Ok(reply));
    }

    /// Answers with a refusal.
    #[inline]
    pub fn refuse(self, refusal: E) {
        self.settle(Err(CallError::Refused(refusal)));
    }

    /// Answers with a reply or a refusal.
    #[inline]
    pub fn send(self, result: Result<R, E>) {
        self.settle(result.map_err(CallError::Refused));
    }

    /// Lays the way back into a mailbox or a stash again.
    pub(crate) fn into_port(mut self) -> Port<R, E> {
        Port(self.0.take())
    }

    /// Answers with anything that can happen to a call.
    #[inline]
    pub fn settle(mut self, result: Result<R, CallError<E>>) {
        if let Some(giver) = self.0.take() {
            answer(giver, result);
        }
    }
}

impl<R, E> Drop for ReplyTo<R, E> {
    #[inline]
    fn drop(&mut self) {
        if let Some(giver) = self.0.take() {
            let why = if std::thread::panicking() { CallError::Failed } else { CallError::NoReply };
            answer(giver, Err(why));
        }
    }
}

// Apart from its callers, so that a tell, which has no way back, pays for one comparison each and no more.

fn answer<R, E>(giver: Giver<Result<R, CallError<E>>>, result: Result<R, CallError<E>>) {
    // A caller that waits no longer has a right to: there is nobody left to tell.
    giver.give(result);
}

impl<R, E> fmt::Debug for Port<R, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Port").field(&self.0.is_some()).finish()
    }
}

impl<R, E> fmt::Debug for ReplyTo<R, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ReplyTo").field(&self.0.is_some()).finish()
    }
}
