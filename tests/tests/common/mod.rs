//! An actor with hooks, written by hand: what several test files watch.
#![allow(dead_code, reason = "each file uses some of it")]

use mainstay::actor::{Actor, ActorRef, Context, Declared, Dispatch, Handle, StartFailure};
use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// It has no handlers: all that it does is start and end.
#[derive(Default)]
pub struct Hooked {
    /// How many have run their last hook to its end.
    pub ended: Arc<AtomicUsize>,
    /// The first hook never ends.
    pub hang: bool,
    /// The first hook fails.
    pub fail: bool,
}

#[derive(Clone, Debug)]
pub struct HookedRef(ActorRef<Hooked>);

impl Handle<Hooked> for HookedRef {
    fn from_ref(actor: ActorRef<Hooked>) -> Self {
        Self(actor)
    }

    fn actor_ref(&self) -> &ActorRef<Hooked> {
        &self.0
    }
}

impl Declared for Hooked {}

impl Actor for Hooked {
    type Handle = HookedRef;
    type Message = ();
    type Id = ();

    fn name((): &()) -> &'static str {
        "nothing"
    }
}

impl Dispatch for Hooked {
    type Later = ();
    type State = ();

    fn initial(&mut self, _: &mut Context<Self>) {}

    fn dispatch(&mut self, (): &mut (), (): (), _: &mut Context<Self>) -> Option<()> {
        None
    }

    async fn dispatch_later(&mut self, (): &mut (), (): (), _: &mut Context<Self>) {}

    async fn started(&mut self, _: &mut Context<Self>) -> Result<(), StartFailure> {
        if self.hang {
            pending::<()>().await;
        }
        if self.fail { Err("told to".into()) } else { Ok(()) }
    }

    async fn stopping(&mut self, (): &mut (), _: &mut Context<Self>) {
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
        self.ended.fetch_add(1, Ordering::Relaxed);
    }
}
