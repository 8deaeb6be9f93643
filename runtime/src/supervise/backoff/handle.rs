//! What callers hold of a supervisor for any actor.

use super::supervisor::BackoffSupervisor;
use crate::actor::{ActorRef, Context, Dispatch, Handle};
use crate::call::{Call, Request};
use crate::clock;
use crate::supervise::child::start;
use crate::supervise::control::Do;
use std::convert::Infallible;
use std::fmt;

/// Handle to a running [`BackoffSupervisor`]. Every typed message that its child takes can be sent to it.
///
/// Handlers that take plain arguments are reached through [`child`](Self::child), and only until that one ends.
pub struct BackoffSupervisorRef<C: Dispatch>(ActorRef<BackoffSupervisor<C>>);

impl<C: Dispatch> BackoffSupervisorRef<C> {
    /// The child that lives, if one does.
    pub fn child(
        &self,
    ) -> Call<'_, BackoffSupervisor<C>, impl Request<BackoffSupervisor<C>, Reply = Option<C::Handle>, Error = Infallible>>
    {
        self.0.call(Do(|supervisor: &mut BackoffSupervisor<C>, _: &mut Context<_>| supervisor.child.handle.clone()))
    }

    /// How many restarts there were since the child was last healthy.
    pub fn restarts(
        &self,
    ) -> Call<'_, BackoffSupervisor<C>, impl Request<BackoffSupervisor<C>, Reply = u32, Error = Infallible>> {
        self.0.call(Do(|supervisor: &mut BackoffSupervisor<C>, _: &mut Context<_>| {
            supervisor.child.restarts.count(clock::monotonic())
        }))
    }

    /// Starts the count of restarts anew. A wait that has begun is not cut short: see [`start_now`](Self::start_now).
    pub fn reset(
        &self,
    ) -> Call<'_, BackoffSupervisor<C>, impl Request<BackoffSupervisor<C>, Reply = (), Error = Infallible>> {
        self.0.call(Do(|supervisor: &mut BackoffSupervisor<C>, _: &mut Context<_>| supervisor.child.restarts.reset()))
    }

    /// Starts a child that is down without waiting further. Does nothing where one lives.
    pub fn start_now(
        &self,
    ) -> Call<'_, BackoffSupervisor<C>, impl Request<BackoffSupervisor<C>, Reply = (), Error = Infallible>> {
        self.0.call(Do(|supervisor: &mut BackoffSupervisor<C>, cx: &mut Context<_>| start(supervisor, cx)))
    }
}

impl<C: Dispatch> Handle<BackoffSupervisor<C>> for BackoffSupervisorRef<C> {
    fn from_ref(actor: ActorRef<BackoffSupervisor<C>>) -> Self {
        Self(actor)
    }

    fn actor_ref(&self) -> &ActorRef<BackoffSupervisor<C>> {
        &self.0
    }
}

impl<C: Dispatch> Clone for BackoffSupervisorRef<C> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<C: Dispatch> fmt::Debug for BackoffSupervisorRef<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("BackoffSupervisorRef").field(&self.0).finish()
    }
}
