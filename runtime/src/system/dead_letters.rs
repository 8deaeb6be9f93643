//! Messages that were accepted and never handled.

use super::core::Core;
use super::run::System;
use crate::actor::Exit;
use futures_core::Stream;
use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, ready};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::broadcast::{self, Receiver, Sender};

/// At most so many dead letters are kept for subscribers that have not seen them, whatever the settings say.
pub(crate) const MOST_KEPT: usize = 65_536;

/// A message that was accepted and will never be handled. Its caller, if it has one, has been answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadLetter {
    /// The type of the actor that had accepted it.
    pub actor: &'static str,
    /// Which one: the id of an entity. Actors in memory have none.
    pub id: Option<Arc<str>>,
    /// The name of the handler that it was for.
    pub message: &'static str,
    /// How the actor ended.
    pub reason: Exit,
}

impl fmt::Display for DeadLetter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` of `{}`", self.message, self.actor)?;
        if let Some(id) = &self.id {
            write!(f, " {id:?}")?;
        }
        write!(f, " was not handled: {}", self.reason)
    }
}

/// A subscriber was too slow. The subscription goes on with the oldest letter that is still kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{missed} dead letters were missed")]
pub struct Lagged {
    /// How many letters were missed.
    pub missed: u64,
}

/// Where dead letters are counted and told.
#[derive(Debug, Default)]
pub(crate) struct Office {
    count: AtomicU64,
    /// Made for the first subscriber.
    feed: OnceLock<Sender<DeadLetter>>,
}

impl Office {
    pub(super) fn note(&self, actor: &'static str, id: Option<&Arc<str>>, message: &'static str, reason: &Exit) {
        self.count.fetch_add(1, Ordering::Relaxed);
        if let Some(feed) = self.feed.get() {
            // It fails when nobody listens any more, which is nobody's fault.
            let _ = feed.send(DeadLetter { actor, id: id.cloned(), message, reason: reason.clone() });
        }
    }

    fn subscribe(&self, kept: usize) -> Receiver<DeadLetter> {
        self.feed.get_or_init(|| broadcast::channel(kept.clamp(1, MOST_KEPT)).0).subscribe()
    }
}

/// The dead letters of a system from some moment on, see [`System::dead_letters`]; or of the actors without one, see [`detached`](Self::detached).
pub struct DeadLetters(Receiving);

type Receiving = Pin<Box<dyn Future<Output = (Result<DeadLetter, RecvError>, Receiver<DeadLetter>)> + Send + Sync>>;

fn receive(mut receiver: Receiver<DeadLetter>) -> Receiving {
    Box::pin(async move { (receiver.recv().await, receiver) })
}

impl DeadLetters {
    /// The dead letters, from now on, of all actors of the process that were spawned outside of any system.
    ///
    /// ```
    /// use mainstay::prelude::*;
    /// use mainstay::system::DeadLetters;
    ///
    /// #[actor]
    /// struct Printer;
    ///
    /// #[handlers]
    /// impl Printer {
    ///     #[handle]
    ///     fn print(&self, text: String) {
    ///         println!("{text}");
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut letters = DeadLetters::detached();
    /// let printer = Printer.spawn();
    /// printer.print("never seen".into()).tell()?;
    /// printer.kill();
    /// let letter = letters.next().await.ok_or("never")??;
    /// assert_eq!((letter.message, letter.reason), ("print", Exit::Killed));
    /// # Ok(())
    /// # }
    /// ```
    pub fn detached() -> Self {
        Self::of(&Core::detached())
    }

    fn of(core: &Core) -> Self {
        Self(receive(core.office().subscribe(core.settings().dead_letters)))
    }

    /// The next letter, or how many were missed; `None` when the system and all its actors are gone.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<Result<DeadLetter, Lagged>> {
        poll_fn(|cx| Pin::new(&mut *self).poll_next(cx)).await
    }
}

impl Stream for DeadLetters {
    type Item = Result<DeadLetter, Lagged>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let (outcome, receiver) = ready!(self.0.as_mut().poll(cx));
        self.0 = receive(receiver);
        Poll::Ready(match outcome {
            Ok(letter) => Some(Ok(letter)),
            Err(RecvError::Lagged(missed)) => Some(Err(Lagged { missed })),
            Err(RecvError::Closed) => None,
        })
    }
}

impl System {
    /// The dead letters from now on: what actors in memory had accepted and did not handle before they ended, and what entities had accepted
    /// that could not be recovered. The reason of the latter is [`Exit::StartFailed`] with the words of the
    /// [`RecoveryError`](crate::entity::RecoveryError).
    ///
    /// A subscriber holds nobody up: of one that is slow the oldest letters are dropped, and it is told how many. How many are kept is
    /// [`Settings::dead_letters`](crate::settings::Settings::dead_letters).
    ///
    /// ```
    /// use mainstay::actor::Exit;
    /// use mainstay::prelude::*;
    ///
    /// #[actor]
    /// struct Printer;
    ///
    /// #[handlers]
    /// impl Printer {
    ///     #[handle]
    ///     fn print(&self, text: String) {
    ///         println!("{text}");
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let system = System::volatile().start().await?;
    /// let mut letters = system.dead_letters();
    /// let printer = system.spawn(Printer);
    /// printer.print("never seen".into()).tell()?;
    /// printer.kill();
    /// let letter = letters.next().await.ok_or("the system is gone")??;
    /// assert_eq!((letter.message, letter.reason), ("print", Exit::Killed));
    /// # Ok(())
    /// # }
    /// ```
    pub fn dead_letters(&self) -> DeadLetters {
        DeadLetters::of(&self.0.core)
    }

    /// How many messages were accepted and not handled since the system started.
    pub fn dead_letter_count(&self) -> u64 {
        self.0.core.office().count.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for DeadLetters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeadLetters").finish_non_exhaustive()
    }
}
