//! What a supervisor that keeps events is told, and what it holds.

use super::breaker::{Breaker, Probe};
use super::confirm::{ConfirmableMessage, ConfirmationId};
use super::line::{Line, WayBack};
use crate::actor::{Actor, Backoff, Dispatch, random_id};
use crate::call::{Accepts, Message};
use crate::mailbox::Capacity;
use crate::supervise::child::Child;
use crate::supervise::letter::Finals;
use crate::supervise::restarts::{InvalidBackoff, checked};
use crate::system::Core;
use std::collections::HashMap;
use std::fmt;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

/// So many events are with the child at a time, unless set: one, so that they are stored in order whatever the child does.
const WINDOW: usize = 1;

/// So often an event is handed to a child that fails on it, unless set.
const ATTEMPTS: NonZeroU32 = NonZeroU32::MIN.saturating_add(2);

/// So long a child may have events and confirm none, unless set.
const PATIENCE: Duration = Duration::from_secs(30);

/// Keeps every event until its child has confirmed that it is stored, and all that comes while the child is down.
///
/// It is for actors that write to a store by hand and end themselves, with [`Context::kill`](crate::actor::Context::kill), when they cannot. A generated persistent actor needs nothing of it: its cell
/// does all this by itself.
///
/// Callers send events of the type `M`. The supervisor wraps each into what the child takes, with a [`ConfirmationId`], and hands it down; the child
/// stores it and tells a [`Confirmation`](super::Confirmation). When the child ends before that, a new one is made after the back-off, and is
/// handed all unconfirmed events again, in order. Other messages, and those of type `M` that are [no events](Self::events_if), go through
/// [`forward`](super::PersistenceSupervisorRef::forward) and keep their place in line.
///
/// ```
/// use mainstay::prelude::*;
/// use mainstay::supervise::{ConfirmableMessage, ConfirmationId, PersistenceSupervisor};
///
/// #[derive(Message, Clone)]
/// struct Add(u32);
///
/// #[derive(Message, Clone)]
/// struct AddToCount {
///     id: ConfirmationId,
///     value: u32,
/// }
///
/// impl ConfirmableMessage for AddToCount {
///     fn confirmation_id(&self) -> &ConfirmationId {
///         &self.id
///     }
/// }
///
/// #[derive(Message)]
/// #[message(reply = u32)]
/// struct GetCount;
///
/// #[actor]
/// #[derive(Default)]
/// struct Working {
///     count: u32,
/// }
///
/// #[handlers]
/// impl Working {
///     #[handle(message)]
///     fn add(&mut self, add: AddToCount) {
///         // Here it would be stored. If that fails, the actor ends itself: `cx.kill()`.
///         self.count += add.value;
///         add.confirmation("fuber").tell();
///     }
///
///     #[handle(message)]
///     fn count(&self, _: GetCount) -> u32 {
///         self.count
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let wrap = |Add(value), id| AddToCount { id, value };
/// let supervisor = PersistenceSupervisor::new("myActor", wrap, Working::default).max_retries(100).spawn();
/// supervisor.tell(Add(3))?;
/// supervisor.ask(Add(4)).await?;
/// assert_eq!(supervisor.forward(GetCount).await?, 7);
/// # Ok(())
/// # }
/// ```
///
/// # What is promised
///
/// - An event is handed down until it is confirmed, refused, or quarantined. It may be handed down again after it was stored, when the word of that
///   was lost: a child that stores [`ConfirmationId::key`] with the event can tell, and confirm without storing twice.
/// - The caller's answer is what the child replied, and leaves when the event is confirmed. A refusal ends the event at once.
/// - An event in whose handler the child panics is handed down 3 times in all, then it is a dead letter, its caller is told
///   [`CallError::Quarantined`](crate::call::CallError::Quarantined), and the next one runs. A child that ends itself blames no event.
/// - A command is handed down when all before it has ended. One that is with the child when it ends is not run again; its caller is told.
/// - A child that stops with nothing in its hands has wanted to: it is no failure, and the next message starts another one.
///
/// What it keeps is in memory, and is lost with the process. Stopped, it lets the child handle what that has; the rest becomes dead letters.
pub struct PersistenceSupervisor<C: Dispatch, M: Message> {
    pub(super) child: Child<C>,
    pub(super) wrap: Box<Wrap<C, M>>,
    pub(super) plain: Option<Plain<C, M>>,
    pub(super) finals: Finals,
    /// The number of the last message that the child is to be sent.
    pub(super) ending: Option<u64>,
    pub(super) line: Line<C, M>,
    /// Callers whose events are confirmed and whose answers are on their way, with the incarnation that owes them.
    pub(super) owed: HashMap<u64, (u64, WayBack<M>)>,
    pub(super) stream: u64,
    pub(super) limit: usize,
    pub(super) window: usize,
    pub(super) attempts: NonZeroU32,
    pub(super) patience: Patience,
    pub(super) breaker: Option<Breaker>,
    pub(super) probe: Option<Probe>,
    pub(super) counts: Counts,
    pub(super) core: Option<Arc<Core>>,
}

pub(super) type Wrap<C, M> = dyn Fn(M, ConfirmationId, WayBack<M>) -> <C as Actor>::Message + Send;

/// What becomes of messages that are no events.
pub(super) struct Plain<C: Actor, M: Message> {
    pub(super) is_event: Box<dyn Fn(&M) -> bool + Send>,
    pub(super) accept: fn(M, WayBack<M>) -> C::Message,
}

/// How long a child may confirm nothing.
#[derive(Debug)]
pub(super) struct Patience {
    pub(super) most: Option<Duration>,
    /// When the child has last finished something, or had nothing to finish.
    pub(super) since: Duration,
    /// Whether somebody looks after it.
    pub(super) watched: bool,
    /// Whether the child was killed for it.
    pub(super) over: bool,
}

/// What happened so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    pub(super) quarantined: u64,
    pub(super) unknown: u64,
    /// Who has confirmed last.
    pub(super) stored_as: Option<Arc<str>>,
}

impl<C: Dispatch, M: Message + Clone> PersistenceSupervisor<C, M> {
    /// A supervisor of the children that `make` makes. `wrap` makes of an event what the child takes; it is called for each attempt. `name` is what
    /// the child is called where the supervisor tells of it.
    ///
    /// The back-off is from 100 ms to 2 s with a random factor of 0.2, and starts anew after a confirmation or 5 s of life.
    pub fn new<W>(
        name: impl Into<Arc<str>>,
        wrap: impl Fn(M, ConfirmationId) -> W + Send + 'static,
        make: impl FnMut() -> C + Send + 'static,
    ) -> Self
    where
        W: ConfirmableMessage<Reply = M::Reply, Error = M::Error>,
        C: Accepts<W>,
    {
        Self {
            child: Child::new(name.into(), make, Backoff::DEFAULT),
            wrap: Box::new(move |message, id, port| C::accept(wrap(message, id), port)),
            plain: None,
            finals: Finals::default(),
            ending: None,
            line: Line::new(),
            owed: HashMap::new(),
            stream: random_id(),
            limit: Capacity::DEFAULT.limit(),
            window: WINDOW,
            attempts: ATTEMPTS,
            patience: Patience { most: Some(PATIENCE), since: Duration::ZERO, watched: false, over: false },
            breaker: None,
            probe: None,
            counts: Counts::default(),
            core: None,
        }
    }

    /// Which messages of the type `M` are events; all of them unless set. The others are handed to the child as they are.
    #[must_use]
    pub fn events_if(mut self, is_event: impl Fn(&M) -> bool + Send + 'static) -> Self
    where
        C: Accepts<M>,
    {
        self.plain = Some(Plain { is_event: Box::new(is_event), accept: C::accept });
        self
    }

    /// How long the waits before restarts are.
    ///
    /// # Errors
    ///
    /// As those of [`BackoffSupervisor::reset_after`](crate::supervise::BackoffSupervisor::reset_after).
    pub fn backoff(mut self, backoff: Backoff) -> Result<Self, InvalidBackoff> {
        self.child.restarts.backoff = checked(backoff)?;
        Ok(self)
    }

    /// How many restarts in a row are made, unlimited unless set. After one more failure the supervisor ends with [`Exit::Escalated`](crate::actor::Exit::Escalated), and all that
    /// it keeps becomes dead letters.
    #[must_use]
    pub fn max_retries(mut self, retries: u32) -> Self {
        self.child.restarts.most = Some(retries);
        self
    }

    /// How many events and commands are kept at most, 1 024 unless set. One more is answered with [`CallError::Busy`](crate::call::CallError::Busy); told, it is a dead letter.
    #[must_use]
    pub fn keep(mut self, most: Capacity) -> Self {
        self.limit = most.limit();
        self
    }

    /// How many events are with the child at a time, one unless set: then the child has an event only when the one before is confirmed, so that they
    /// are stored in the order in which they came, whatever the child does when a write fails. More are for a child that writes several at a time
    /// and ends at once when a write fails.
    #[must_use]
    pub fn window(mut self, events: usize) -> Self {
        self.window = events.max(1);
        self
    }

    /// How often an event is handed to a child that fails on it, 3 times unless set.
    #[must_use]
    pub fn attempts(mut self, attempts: NonZeroU32) -> Self {
        self.attempts = attempts;
        self
    }

    /// How long a child may have events and confirm none, 30 s unless set. After that it is killed, and the event that it had first is at fault.
    /// `None`: for ever.
    #[must_use]
    pub fn patience(mut self, most: Option<Duration>) -> Self {
        self.patience.most = most;
        self
    }

    /// Shares outages of the store with other supervisors.
    #[must_use]
    pub fn breaker(mut self, breaker: Breaker) -> Self {
        self.breaker = Some(breaker);
        self
    }

    /// Which messages of the type `N`, events or commands, are the last ones: when the child has ended after one, the supervisor stops. One that
    /// comes while the child is down and nothing is kept becomes a dead letter and stops the supervisor at once; else it waits for its turn.
    #[must_use]
    pub fn final_stop<N: Message>(mut self, last: impl Fn(&N) -> bool + Send + 'static) -> Self {
        self.finals.set(last);
        self
    }
}

impl<C: Dispatch, M: Message> fmt::Debug for PersistenceSupervisor<C, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PersistenceSupervisor")
            .field("child", &self.child)
            .field("line", &self.line)
            .field("owed", &self.owed.len())
            .field("counts", &self.counts)
            .finish_non_exhaustive()
    }
}
