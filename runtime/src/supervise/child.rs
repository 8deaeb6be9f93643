//! The one child of a supervisor, over all its incarnations.

use super::restarts::Restarts;
use crate::actor::{Backoff, Context, Dispatch, Exit, Handle as _};
use crate::clock;
#[cfg(feature = "persistence")]
use crate::mailbox::Signal;
use crate::panics::{Panicked, contain};
use std::fmt;
use std::sync::Arc;

pub(super) struct Child<C: Dispatch> {
    pub(super) name: Arc<str>,
    make: Box<dyn FnMut() -> C + Send>,
    /// Of the child that lives, else of the last one. Whatever comes of an earlier one is stale.
    pub(super) incarnation: u64,
    pub(super) handle: Option<C::Handle>,
    pub(super) restarts: Restarts,
    /// Whether the next one is to be started by itself.
    pub(super) due: bool,
    /// How the last one ended.
    pub(super) exit: Exit,
}

/// An actor with a child.
pub(super) trait Supervisor<C: Dispatch>: Dispatch {
    fn child(&mut self) -> &mut Child<C>;

    /// What is given to one whose child may start again.
    type Pass: Send + 'static;

    /// What the start waits for after the back-off.
    fn gate(&mut self) -> impl Future<Output = Self::Pass> + Send + 'static;

    /// The wait is over.
    fn passed(&mut self, pass: Self::Pass);

    /// The child has been started.
    fn up(&mut self, _cx: &mut Context<Self>) {}

    /// The child has ended; how stands in the child.
    fn down(&mut self, cx: &mut Context<Self>);
}

impl<C: Dispatch> Child<C> {
    pub(super) fn new(name: Arc<str>, make: impl FnMut() -> C + Send + 'static, backoff: Backoff) -> Self {
        let (restarts, exit) = (Restarts::new(backoff), Exit::Stopped);
        Self { name, make: Box::new(make), incarnation: 0, handle: None, restarts, due: false, exit }
    }
}

/// Starts the child, unless it lives.
pub(super) fn start<S: Supervisor<C>, C: Dispatch>(supervisor: &mut S, cx: &mut Context<S>) {
    let child = supervisor.child();
    if child.handle.is_some() {
        return;
    }
    child.due = false;
    child.incarnation += 1;
    let incarnation = child.incarnation;
    child.restarts.started(clock::monotonic());
    match contain(|| (child.make)()) {
        Ok(actor) => {
            let handle = cx.spawn(actor);
            let errands = cx.errands();
            // Through the supervisor's mailbox, as all that the child does: what it did before it ended comes first.
            handle.actor_ref().sender().on_exit(incarnation, move |exit| {
                let exit = exit.clone();
                errands.run(move |supervisor, cx| ended(supervisor, incarnation, exit, cx));
            });
            child.handle = Some(handle);
            supervisor.up(cx);
        }
        Err(Panicked(words)) => {
            child.exit = Exit::StartFailed(words);
            supervisor.down(cx);
        }
    }
}

fn ended<S: Supervisor<C>, C: Dispatch>(supervisor: &mut S, incarnation: u64, exit: Exit, cx: &mut Context<S>) {
    let child = supervisor.child();
    if child.incarnation == incarnation && child.handle.take().is_some() {
        child.exit = exit;
        supervisor.down(cx);
    }
}

/// The child has failed: starts it again after the back-off. Says whether it may be.
pub(super) fn start_later<S: Supervisor<C>, C: Dispatch>(supervisor: &mut S, cx: &mut Context<S>) -> bool {
    let child = supervisor.child();
    let Some(wait) = child.restarts.failed(clock::monotonic()) else { return false };
    child.due = true;
    let (incarnation, gate) = (child.incarnation, supervisor.gate());
    let ready = async move {
        clock::sleep(wait).await;
        gate.await
    };
    cx.run(ready, move |supervisor: &mut S, pass, cx| {
        // Somebody may have been faster, and that child may have ended since.
        if supervisor.child().incarnation == incarnation {
            supervisor.passed(pass);
            start(supervisor, cx);
        }
    });
    true
}

/// The child has failed once too often: the supervisor fails in turn.
pub(super) fn give_up<S: Supervisor<C>, C: Dispatch>(supervisor: &mut S, cx: &mut Context<S>) {
    let Child { name, restarts, exit, .. } = supervisor.child();
    let most = restarts.most.unwrap_or(u32::MAX);
    cx.fail(format!("`{name}` was started again {most} times, and ended: {exit}").into());
}

#[cfg(feature = "persistence")]
impl<C: Dispatch> Child<C> {
    /// Ends the child that lives, at once.
    pub(super) fn kill(&self) {
        if let Some(handle) = &self.handle {
            handle.actor_ref().sender().signal(Signal::Kill);
        }
    }
}

impl<C: Dispatch> fmt::Debug for Child<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Child")
            .field("name", &self.name)
            .field("incarnation", &self.incarnation)
            .field("alive", &self.handle.is_some())
            .field("restarts", &self.restarts)
            .field("exit", &self.exit)
            .finish_non_exhaustive()
    }
}
