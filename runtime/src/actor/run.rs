//! The life of an actor in memory.

use super::context::Context;
use super::dispatch::Dispatch;
use super::handle::{ActorRef, Handle};
use crate::mailbox::{Receiver, mailbox};
use crate::panics::{Panicked, contain, contain_async};

/// How an actor ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Exit {
    /// It was stopped, or nobody held a handle to it any more.
    Stopped,
    /// One of its handlers panicked.
    Panicked,
}

/// Starts actors. In the prelude, so that it reads `Account::default().spawn()`.
pub trait Spawn: Dispatch {
    /// Starts the actor and gives its handle. It lives until it is stopped, panics, or the last handle is dropped.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime, as `tokio::spawn` does.
    fn spawn(self) -> Self::Handle {
        let (sender, inbox) = mailbox(Self::MAILBOX);
        let cx = Context::new(sender.downgrade(), ());
        tokio::spawn(run(self, inbox, cx));
        Handle::from_ref(ActorRef::new(sender, ()))
    }
}

impl<A: Dispatch> Spawn for A {}

/// So many messages are handled before the other tasks of the thread get their turn.
pub(crate) const TURN: usize = 128;

async fn run<A: Dispatch>(mut actor: A, mut inbox: Receiver<A::Message>, mut cx: Context<A>) {
    let mut handled = 0;
    while let Some(message) = inbox.next().await {
        // A sync handler runs right here: no future is made for it.
        let outcome = match contain(|| actor.dispatch(message, &mut cx)) {
            Ok(None) => Ok(()),
            Ok(Some(message)) => contain_async(actor.dispatch_later(message, &mut cx)).await,
            Err(panicked) => Err(panicked),
        };
        if outcome.is_err() {
            inbox.set_exit(Exit::Panicked);
            break;
        }
        handled += 1;
        if handled % TURN == 0 {
            tokio::task::yield_now().await;
        }
    }
    // The actor before the mailbox: whoever is told of the end finds what the actor held released. Its `Drop` is the user's.
    if let Err(Panicked) = contain(|| drop(actor)) {
        inbox.set_exit(Exit::Panicked);
    }
}
