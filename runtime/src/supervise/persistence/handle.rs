//! What callers hold of a supervisor that keeps events.

use super::actor::Forward;
use super::supervisor::PersistenceSupervisor;
use crate::actor::{ActorRef, Context, Dispatch, Handle};
use crate::call::{Accepts, Call, Message, Request};
use crate::clock;
use crate::supervise::child::start;
use crate::supervise::control::Do;
use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Handle to a running [`PersistenceSupervisor`]. Events are told and asked as of any actor.
pub struct PersistenceSupervisorRef<C: Dispatch, M: Message + Clone>(ActorRef<PersistenceSupervisor<C, M>>);

/// What a [`PersistenceSupervisor`] keeps, and how its child fares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Kept {
    /// Events that are not confirmed.
    pub events: usize,
    /// Messages that are no events, and that the child has not handled.
    pub commands: usize,
    /// Events that are confirmed, and whose callers wait for the child's answer.
    pub unanswered: usize,
    /// How long ago the oldest of the events and commands came.
    pub oldest: Option<Duration>,
    /// How many events were given up since their handlers failed again and again.
    pub quarantined: u64,
    /// How many confirmations named no event that was kept: most likely, they came twice.
    pub unknown: u64,
    /// The persistence id in the last confirmation.
    pub stored_as: Option<Arc<str>>,
    /// Whether the child lives.
    pub alive: bool,
    /// Restarts since the child was last healthy, or has confirmed something.
    pub restarts: u32,
}

#[allow(clippy::type_complexity, reason = "calls as those of every handle")]
impl<C: Dispatch, M: Message + Clone> PersistenceSupervisorRef<C, M> {
    /// A call with a message that the child takes and that is no event. It keeps its place in line: the events before it are stored when it is
    /// handled, and the events after it are not handed down yet.
    pub fn forward<N: Message>(
        &self,
        message: N,
    ) -> Call<
        '_,
        PersistenceSupervisor<C, M>,
        impl Request<PersistenceSupervisor<C, M>, Reply = N::Reply, Error = N::Error>,
    >
    where
        C: Accepts<N>,
    {
        self.0.call(Forward(message))
    }

    /// The child that lives, if one does.
    pub fn child(
        &self,
    ) -> Call<
        '_,
        PersistenceSupervisor<C, M>,
        impl Request<PersistenceSupervisor<C, M>, Reply = Option<C::Handle>, Error = Infallible>,
    > {
        self.0.call(Do(|supervisor: &mut PersistenceSupervisor<C, M>, _: &mut Context<_>| {
            supervisor.child.handle.clone()
        }))
    }

    /// What is kept now.
    pub fn kept(
        &self,
    ) -> Call<
        '_,
        PersistenceSupervisor<C, M>,
        impl Request<PersistenceSupervisor<C, M>, Reply = Kept, Error = Infallible>,
    > {
        self.0.call(Do(|supervisor: &mut PersistenceSupervisor<C, M>, _: &mut Context<_>| Kept::of(supervisor)))
    }

    /// Starts the count of restarts anew. A wait that has begun is not cut short: see [`start_now`](Self::start_now).
    pub fn reset(
        &self,
    ) -> Call<'_, PersistenceSupervisor<C, M>, impl Request<PersistenceSupervisor<C, M>, Reply = (), Error = Infallible>>
    {
        self.0.call(Do(|supervisor: &mut PersistenceSupervisor<C, M>, _: &mut Context<_>| {
            supervisor.child.restarts.reset();
        }))
    }

    /// Starts a child that is down without waiting further. Does nothing where one lives.
    pub fn start_now(
        &self,
    ) -> Call<'_, PersistenceSupervisor<C, M>, impl Request<PersistenceSupervisor<C, M>, Reply = (), Error = Infallible>>
    {
        self.0.call(Do(|supervisor: &mut PersistenceSupervisor<C, M>, cx: &mut Context<_>| start(supervisor, cx)))
    }
}

impl Kept {
    fn of<C: Dispatch, M: Message + Clone>(supervisor: &PersistenceSupervisor<C, M>) -> Self {
        let (line, now) = (&supervisor.line, clock::monotonic());
        let events = line.iter().filter(|entry| entry.is_event()).count();
        Self {
            events,
            commands: line.len() - events,
            unanswered: supervisor.owed.len(),
            oldest: line.iter().next().map(|entry| now.saturating_sub(entry.at)),
            quarantined: supervisor.counts.quarantined,
            unknown: supervisor.counts.unknown,
            stored_as: supervisor.counts.stored_as.clone(),
            alive: supervisor.child.handle.is_some(),
            restarts: supervisor.child.restarts.count(now),
        }
    }
}

impl<C: Dispatch, M: Message + Clone> Handle<PersistenceSupervisor<C, M>> for PersistenceSupervisorRef<C, M> {
    fn from_ref(actor: ActorRef<PersistenceSupervisor<C, M>>) -> Self {
        Self(actor)
    }

    fn actor_ref(&self) -> &ActorRef<PersistenceSupervisor<C, M>> {
        &self.0
    }
}

impl<C: Dispatch, M: Message + Clone> Clone for PersistenceSupervisorRef<C, M> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<C: Dispatch, M: Message + Clone> fmt::Debug for PersistenceSupervisorRef<C, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PersistenceSupervisorRef").field(&self.0).finish()
    }
}
