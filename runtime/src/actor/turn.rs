//! One turn of an actor: the messages that have come, handled one after another.

use super::cell::End;
use super::context::Context;
use super::dispatch::Dispatch;
use super::item::{Item, Other};
use super::wait::Cut;
use crate::clock;
use crate::mailbox::{Next, Receiver};
use crate::observe::{Observer, Stamp, Stamped};
use crate::panics::Panicked;
use std::sync::Arc;
use std::task::{self, Poll};

/// So many messages are handled before the other tasks of the thread get their turn.
pub(crate) const TURN: u32 = 128;

/// Why a run of sync handlers is over.
pub(super) enum Pause<L> {
    /// There is nothing to handle, and the actor wants to be told of that after a while.
    Idle,
    /// Others are to have their turn.
    Turn,
    /// The handler of this message is async, or blocks.
    Later(L),
    /// The incarnation is over.
    End(End),
}

/// The hot loop.
pub(super) fn handle_all<A: Dispatch>(
    actor: &mut A,
    state: &mut A::State,
    inbox: &mut Receiver<Item<A>>,
    cx: &mut Context<A>,
    observer: &mut Observer,
    task: &mut task::Context<'_>,
) -> Poll<Result<Pause<A::Later>, Cut>> {
    let mut turn = TURN;
    while turn > 0 {
        turn -= 1;
        // What comes before the mailbox goes a way of its own, so that a message is moved out of the mailbox and into its handler, and not from one
        // variable to the next.
        let rare = match cx.next_inner(inbox) {
            Some(own) => handle_own(own, actor, state, cx, observer),
            None => match inbox.taken() {
                Some(Stamped { stamp, value: Item::Message(message) }) => {
                    put_off(&message, cx);
                    observer.receive(stamp, || A::name(&message));
                    if let Some(message) = observer.run(|| actor.dispatch(state, message, cx)) {
                        return Poll::Ready(Ok(Pause::Later(message)));
                    }
                    observer.done();
                    continue;
                }
                Some(Stamped { stamp, value: Item::Other(other) }) => {
                    handle_other(*other, stamp, actor, state, cx, observer)
                }
                None => match inbox.poll_ready(task) {
                    Poll::Ready(Next::Message(())) => {
                        observer.found(inbox.waiting());
                        continue;
                    }
                    Poll::Ready(Next::Signal(signal)) => return Poll::Ready(Err(Cut::Signal(signal))),
                    Poll::Ready(Next::End) => return Poll::Ready(Err(Cut::Closed)),
                    Poll::Pending if cx.extras_if_any().is_some_and(|extras| extras.idle.is_some()) => {
                        return Poll::Ready(Ok(Pause::Idle));
                    }
                    Poll::Pending => return Poll::Pending,
                },
            },
        };
        match rare {
            Ok(None) => observer.done(),
            Ok(Some(message)) => return Poll::Ready(Ok(Pause::Later(message))),
            Err(Unhandled::Stale) => {}
            Err(Unhandled::Endless(words)) => return Poll::Ready(Err(Cut::Panicked(Panicked(words)))),
        }
    }
    Poll::Ready(Ok(Pause::Turn))
}

/// Why nothing was handled.
enum Unhandled {
    /// Nobody waits for it any more.
    Stale,
    /// The actor sends itself messages and comes to no end.
    Endless(Arc<str>),
}

/// Handles what comes before the mailbox.
#[cold]
fn handle_own<A: Dispatch>(
    own: Stamped<Item<A>>,
    actor: &mut A,
    state: &mut A::State,
    cx: &mut Context<A>,
    observer: &mut Observer,
) -> Result<Option<A::Later>, Unhandled> {
    match own {
        Stamped { stamp, value: Item::Message(message) } => {
            put_off(&message, cx);
            observer.receive(stamp, || A::name(&message));
            Ok(observer.run(|| actor.dispatch(state, message, cx)))
        }
        Stamped { stamp, value: Item::Other(other) } => handle_other(*other, stamp, actor, state, cx, observer),
    }
}

/// Handles what is no message from a handle.
#[cold]
fn handle_other<A: Dispatch>(
    other: Other<A>,
    stamp: Stamp,
    actor: &mut A,
    state: &mut A::State,
    cx: &mut Context<A>,
    observer: &mut Observer,
) -> Result<Option<A::Later>, Unhandled> {
    // By the stored name of what has caused it: a delivery may come long after.
    #[cfg(feature = "persistence")]
    let stored = match &other {
        Other::Mail(mail) => mail.trace().cloned(),
        _ => None,
    };
    #[cfg(not(feature = "persistence"))]
    let stored: Option<Arc<str>> = None;
    let message = match other {
        Other::Work(work) => {
            observer.receive(stamp, || "work");
            observer.run(|| work(actor, cx));
            return Ok(None);
        }
        Other::Tick { id, message } if cx.extras_if_any().is_some_and(|extras| extras.admit(id)) => message,
        Other::Tick { .. } => return Err(Unhandled::Stale),
        Other::Endless(words) => return Err(Unhandled::Endless(words)),
        Other::Streamed(message) => message,
        #[cfg(feature = "persistence")]
        Other::Kept(message) => {
            put_off(&message, cx);
            message
        }
        #[cfg(feature = "persistence")]
        Other::Mail(mail) => {
            let ring = cx.extras().ring.get_or_insert_default().clone();
            let Some(message) = crate::delivery::arrived(mail, &ring, cx) else { return Err(Unhandled::Stale) };
            put_off(&message, cx);
            message
        }
        // Only entities are sent these.
        #[cfg(feature = "persistence")]
        Other::Keyed { .. }
        | Other::Purge(_)
        | Other::Fire(_)
        | Other::Schedule(_)
        | Other::Intend(_)
        | Other::Instruct(_) => {
            return Err(Unhandled::Stale);
        }
    };
    observer.receive_late(stamp, stored.as_deref(), || A::name(&message));
    Ok(observer.run(|| actor.dispatch(state, message, cx)))
}

/// A message from a handle puts off the receive timeout, where there is one.
#[inline]
fn put_off<A: Dispatch>(message: &A::Message, cx: &mut Context<A>) {
    if let Some(idle) = cx.extras_if_any().and_then(|extras| extras.idle.as_mut()).filter(|_| A::influences(message)) {
        idle.put_off(clock::monotonic());
    }
}
