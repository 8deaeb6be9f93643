//! What the life of an actor waits for, with an ear for signals.

use super::cell::End;
use super::context::Context;
use super::dispatch::Dispatch;
use super::idle::Idle;
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

/// Runs the user's code to its end, unless it panics or a signal comes. Then the code is dropped at once, since that may panic too.
///
/// It takes the code where it is pinned: an async function keeps room for each value that is moved into it, and every actor would pay.
pub(super) fn uncut<A: Dispatch, T>(
    inbox: &mut Receiver<Item<A>>,
    code: Pin<&mut Option<impl Future<Output = T>>>,
) -> impl Future<Output = Result<T, Cut>> {
    uncut_as(None, inbox, code)
}

/// Who runs an async handler.
#[derive(Clone, Copy)]
pub(super) struct Runner<'a> {
    /// The actor, as one that waits for others.
    pub(super) node: &'a Arc<Node>,
    pub(super) observer: &'a Observer,
}

impl Runner<'_> {
    fn run<T>(self, poll: impl FnOnce() -> T) -> T {
        self.observer.run(|| as_actor(self.node, poll))
    }
}

/// The same of an async handler.
///
/// No async function, which would keep its arguments a second time.
pub(super) fn uncut_as<A: Dispatch, T>(
    runner: Option<Runner<'_>>,
    inbox: &mut Receiver<Item<A>>,
    mut code: Pin<&mut Option<impl Future<Output = T>>>,
) -> impl Future<Output = Result<T, Cut>> {
    poll_fn(move |task| {
        let polled = contain(|| match (code.as_mut().as_pin_mut(), runner) {
            (Some(code), Some(runner)) => runner.run(|| code.poll(task)),
            (Some(code), None) => code.poll(task),
            (None, _) => Poll::Pending,
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
pub(super) async fn ready<A: Dispatch>(inbox: &mut Receiver<Item<A>>, cx: &mut Context<A>) -> Result<(), Cut> {
    let idle = cx.extras_if_any().and_then(|extras| extras.idle.as_ref()).map(Idle::due);
    let found = match idle {
        None => Some(poll_fn(|task| inbox.poll_ready(task)).await),
        Some(due) => {
            let mut sleep = clock::sleep_until(due);
            let found = poll_fn(|task| match inbox.poll_ready(task) {
                Poll::Ready(found) => Poll::Ready(Some(found)),
                Poll::Pending => sleep.as_mut().poll(task).map(|()| None),
            });
            Box::pin(found).await
        }
    };
    match found {
        Some(Next::Message(())) => Ok(()),
        Some(Next::Signal(signal)) => Err(Cut::Signal(signal)),
        Some(Next::End) => Err(Cut::Closed),
        None => {
            let now = clock::monotonic();
            let idle = cx.extras().idle.as_mut();
            let tick = idle.map(|idle| {
                idle.put_off(now);
                Stamped::here(idle.tick())
            });
            inbox.put_back(tick.into_iter());
            Ok(())
        }
    }
}
