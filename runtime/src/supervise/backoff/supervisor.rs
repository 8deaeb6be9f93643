//! What a supervisor for any actor is told, and what it holds.

use crate::actor::{Backoff, Dispatch};
use crate::call::{Accepts, Message};
use crate::supervise::child::Child;
use crate::supervise::letter::{Finals, Replies};
use crate::supervise::restarts::{InvalidBackoff, checked};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Makes its child again after a back-off: when it has ended, or only when it has failed.
///
/// The typed messages of the child can be sent to the supervisor, which hands them down. What the child has not handled when it ends, and what
/// comes while it is down, is not kept: it becomes dead letters, and callers are told that the actor has stopped. An actor spawned with
/// [`spawn_with`](crate::actor::Spawn::spawn_with) keeps what waits, and is the better choice unless the child ends itself, as one does that
/// cannot write to its store. What such a child needs kept, a `PersistenceSupervisor` keeps.
///
/// ```
/// use mainstay::prelude::*;
/// use mainstay::supervise::BackoffSupervisor;
///
/// #[derive(Message)]
/// #[message(reply = u32)]
/// struct Work;
///
/// #[actor]
/// #[derive(Default)]
/// struct Worker {
///     done: u32,
/// }
///
/// #[handlers]
/// impl Worker {
///     #[handle(message)]
///     fn work(&mut self, _: Work) -> u32 {
///         self.done += 1;
///         self.done
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let (min, max) = (Duration::from_secs(3), Duration::from_secs(30));
/// let system = System::volatile().start().await?;
/// let supervisor = BackoffSupervisor::on_stop("myActor", Worker::default, min, max, 0.2)?;
/// let supervisor = system.spawn_named("mySupervisor", supervisor)?;
/// assert_eq!(supervisor.ask(Work).await?, 1);
///
/// let worker = supervisor.child().await?.ok_or("it is down")?;
/// worker.stop();
/// worker.stopped().await;
/// assert_eq!(supervisor.ask(Work).await, Err(CallError::Stopped));
///
/// tokio::time::sleep(Duration::from_millis(3_600)).await;
/// assert_eq!(supervisor.ask(Work).await?, 1, "a new one");
/// assert_eq!(supervisor.restarts().await?, 1);
/// # Ok(())
/// # }
/// ```
///
/// # The end
///
/// It ends when it is stopped; with the child, when that has been sent its [`final_stop`](Self::final_stop) or, [on failure](Self::on_failure),
/// stops without one; and with [`Exit::Escalated`](crate::actor::Exit::Escalated) when the child fails once more than [`max_retries`](Self::max_retries) allows.
pub struct BackoffSupervisor<C: Dispatch> {
    pub(super) child: Child<C>,
    pub(super) only_failures: bool,
    pub(super) replies: Replies,
    pub(super) finals: Finals,
    /// Whether the child has been sent its last message.
    pub(super) ending: bool,
}

impl<C: Dispatch> BackoffSupervisor<C> {
    /// Makes the child again whenever it has ended, however it did.
    ///
    /// It waits `min(max, min · 2ⁿ) · (1 + random · factor)`, where `n` counts the restarts before. The count starts anew when the child has lived
    /// for `max`; see [`reset_after`](Self::reset_after). `name` is what the child is called where the supervisor tells of it.
    ///
    /// # Errors
    ///
    /// `min` is zero, `max` is below it, or `factor` is not from 0 to 1.
    pub fn on_stop(
        name: impl Into<Arc<str>>,
        make: impl FnMut() -> C + Send + 'static,
        min: Duration,
        max: Duration,
        factor: f64,
    ) -> Result<Self, InvalidBackoff> {
        let backoff = checked(Backoff { min, max, jitter: factor, reset: max })?;
        let child = Child::new(name.into(), make, backoff);
        let (replies, finals) = (Replies::default(), Finals::default());
        Ok(Self { child, only_failures: false, replies, finals, ending: false })
    }

    /// As [`on_stop`](Self::on_stop), but only after a failure: when the child stops or is killed, the supervisor stops too.
    ///
    /// # Errors
    ///
    /// As those of `on_stop`.
    pub fn on_failure(
        name: impl Into<Arc<str>>,
        make: impl FnMut() -> C + Send + 'static,
        min: Duration,
        max: Duration,
        factor: f64,
    ) -> Result<Self, InvalidBackoff> {
        Ok(Self { only_failures: true, ..Self::on_stop(name, make, min, max, factor)? })
    }

    /// How long the child must live for the count of restarts to start anew; as long as the longest wait unless set.
    ///
    /// # Errors
    ///
    /// `healthy` is below the longest wait: a child that fails just after it would be started again at the shortest wait for ever.
    pub fn reset_after(mut self, healthy: Duration) -> Result<Self, InvalidBackoff> {
        self.child.restarts.backoff = checked(Backoff { reset: healthy, ..self.child.restarts.backoff })?;
        Ok(self)
    }

    /// How many restarts in a row are made, unlimited unless set. After one more failure the supervisor ends with [`Exit::Escalated`](crate::actor::Exit::Escalated).
    #[must_use]
    pub fn max_retries(mut self, retries: u32) -> Self {
        self.child.restarts.most = Some(retries);
        self
    }

    /// What is answered to an `M` while the child is down. Without it, an `M` becomes a dead letter then.
    #[must_use]
    pub fn reply_while_down<M: Message>(
        mut self,
        reply: impl Fn(M) -> Result<M::Reply, M::Error> + Send + 'static,
    ) -> Self
    where
        C: Accepts<M>,
    {
        self.replies.set(reply);
        self
    }

    /// Which messages of the type `M` are the last ones. When the child ends after one, it is not made again and the supervisor stops; one that
    /// comes while the child is down becomes a dead letter and stops the supervisor at once.
    ///
    /// ```
    /// use mainstay::prelude::*;
    /// use mainstay::supervise::BackoffSupervisor;
    ///
    /// #[derive(Message)]
    /// struct Close;
    ///
    /// #[actor]
    /// struct Worker;
    ///
    /// #[handlers]
    /// impl Worker {
    ///     #[handle(message)]
    ///     fn close(&mut self, _: Close, cx: &mut Context<Self>) {
    ///         cx.stop();
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let (min, max) = (Duration::from_secs(3), Duration::from_secs(30));
    /// let supervisor = BackoffSupervisor::on_stop("worker", || Worker, min, max, 0.2)?.final_stop(|_: &Close| true).spawn();
    /// supervisor.tell(Close)?;
    /// assert_eq!(supervisor.stopped().await, Exit::Stopped);
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn final_stop<M: Message>(mut self, last: impl Fn(&M) -> bool + Send + 'static) -> Self
    where
        C: Accepts<M>,
    {
        self.finals.set(last);
        self
    }
}

impl<C: Dispatch> fmt::Debug for BackoffSupervisor<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BackoffSupervisor")
            .field("child", &self.child)
            .field("only_failures", &self.only_failures)
            .field("replies", &self.replies)
            .field("finals", &self.finals)
            .field("ending", &self.ending)
            .finish()
    }
}
