//! What the life of an actor waits for, with an ear for signals.

use super::cell::End;
use super::context::Context;
use super::dispatch::Dispatch;
use super::item::Item;
use crate::call::{Node, as_actor};
use crate::clock;
use crate::mailbox::{Next, Receiver, Signal};
use crate::observe::{Observer, Stamped};
use crate::panics::{Panicked, contain};
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;

/// Why something did not run to its end.
pub(super) enum Cut {
    Panicked(Panicked),
    Signal(Signal),
    /// The mailbox is closed and empty.
    Closed,
}

impl Cut {
    pub(super) fn end<A: Dispatch>(self, cx: &mut Context<A>) -> End {
        match self {
            Self::Panicked(panicked) => panicked.into(),
            Self::Signal(Signal::Kill) => End::Killed,
            Self::Signal(Signal::Restart) => End::Restarted,
            Self::Signal(Signal::Fail) => {
                let words = cx.family_if_any().and_then(|family| family.take_words());
                End::Escalated(words.unwrap_or_else(|| "a child has failed".into()))
            }
            Self::Closed => End::Stopped,
        }
    }
}

/// As whom code of the user's runs.
pub(super) trait As {
    fn run<T>(&self, poll: impl FnOnce() -> T) -> T;
}

/// As nobody: it sees to that itself.
impl As for () {
    fn run<T>(&self, poll: impl FnOnce() -> T) -> T {
        poll()
    }
}

/// As an actor that runs an async handler.
pub(super) struct Runner<'a> {
    /// The actor, as one that waits for others.
    pub(super) node: Arc<Node>,
    pub(super) observer: &'a Observer,
}

impl As for Runner<'_> {
    fn run<T>(&self, poll: impl FnOnce() -> T) -> T {
        self.observer.run(|| as_actor(&self.node, poll))
    }
}

/// Runs the user's code to its end, unless it panics or a signal comes. Then the code is dropped at once, since that may panic too.
///
/// It takes the code where it is pinned, and is no async function: one keeps room for each value that is moved into it, and every actor would
/// pay.
pub(super) fn uncut<A: Dispatch, T>(
    runner: impl As,
    inbox: &mut Receiver<Item<A>>,
    mut code: Pin<&mut Option<impl Future<Output = T>>>,
) -> impl Future<Output = Result<T, Cut>> {
    poll_fn(move |task| {
        let polled = contain(|| match code.as_mut().as_pin_mut() {
            Some(code) => runner.run(|| code.poll(task)),
            None => Poll::Pending,
        });
        let outcome = match polled {
            Ok(Poll::Pending) => Err(Cut::Signal(std::task::ready!(inbox.poll_signal(task)))),
            Ok(Poll::Ready(value)) => Ok(value),
            Err(panicked) => Err(Cut::Panicked(panicked)),
        };
        Poll::Ready(match (outcome, contain(|| code.set(None))) {
            (Ok(_), Err(panicked)) => Err(Cut::Panicked(panicked)),
            (outcome, _) => outcome,
        })
    })
}

/// Waits until there is something to handle, which may be that nothing has come for a while.
pub(super) async fn ready_or_idle<A: Dispatch>(inbox: &mut Receiver<Item<A>>, cx: &mut Context<A>) -> Result<(), Cut> {
    let Some(idle) = &cx.extras().idle else { return Ok(()) };
    let mut sleep = clock::sleep_until(idle.due());
    let found = poll_fn(|task| match inbox.poll_ready(task) {
        Poll::Ready(found) => Poll::Ready(Some(found)),
        Poll::Pending => sleep.as_mut().poll(task).map(|()| None),
    });
    match found.await {
        Some(Next::Message(())) => Ok(()),
        Some(Next::Signal(signal)) => Err(Cut::Signal(signal)),
        Some(Next::End) => Err(Cut::Closed),
        None => {
            let now = clock::monotonic();
            let tick = cx.extras().idle.as_mut().map(|idle| {
                idle.put_off(now);
                Stamped::here(idle.tick())
            });
            inbox.put_back(tick.into_iter());
            Ok(())
        }
    }
}
