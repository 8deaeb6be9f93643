//! The life of an actor in memory: from its mailbox to its handlers, over all its incarnations.
//!
//! The cell outlives the incarnations. Mailbox, stash and ways back to callers belong to the cell; timers, watches and tasks belong to the
//! incarnation and end with it.

use super::blocking::block;
use super::context::Context;
use super::dispatch::{Dispatch, StartFailure};
use super::exit::Exit;
use super::family::{Family, Place};
use super::item::Item;
use super::policy::{OnFailure, random};
use super::spawn::Make;
use super::stash::Stash;
use super::turn::{Pause, handle_all};
use super::wait::{Cut, Runner, ready_or_idle, uncut};
use crate::call::Node;
use crate::clock;
use crate::executor;
use crate::mailbox::{Receiver, Signal};
use crate::observe::Observer;
use crate::panics::{Panicked, contain};
use crate::system::Resident;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::{self, Poll};
use std::time::Duration;

/// What every actor has while it lives: the future of its task is little more than this, so each field counts.
pub(super) struct Cell<A: Dispatch> {
    /// The value: made, and not yet dropped. Here and not in the future of an incarnation, which would keep room for it a second time.
    actor: Option<A>,
    /// The state of the incarnation, once it has begun.
    state: Option<A::State>,
    /// The actor's place in its system. Before the mailbox, so that it is given up before the end is told, however the task ends.
    resident: Option<Resident>,
    /// Its place in the family that it is a child of: dropped early for the same reason.
    place: Option<Place>,
    /// Of an actor that may start over.
    again: Option<Box<Again<A>>>,
    inbox: Receiver<Item<A>>,
    cx: Context<A>,
    observer: Observer,
}

/// What it takes to start over. Apart, for most actors live once.
struct Again<A> {
    make: Box<dyn FnMut() -> A + Send>,
    /// How the incarnation before failed.
    why: Option<Arc<str>>,
    born: Duration,
    /// How many have failed in a row.
    failures: u32,
    /// Of one that has no parent to remember when they happened.
    restarts: VecDeque<Duration>,
}

/// How an incarnation ended.
pub(super) enum End {
    Stopped,
    /// It was stopped, and panicked on its way out. It does not start over for that.
    StoppedBadly(Arc<str>),
    Killed,
    /// A sibling has failed, and the strategy says that this one starts over too.
    Restarted,
    Failed(Arc<str>),
    StartFailed(Arc<str>),
    Escalated(Arc<str>),
}

impl From<Panicked> for End {
    fn from(Panicked(words): Panicked) -> Self {
        Self::Failed(words)
    }
}

impl<A: Dispatch> Cell<A> {
    pub(super) fn new(
        make: Make<A>,
        inbox: Receiver<Item<A>>,
        cx: Context<A>,
        place: Option<Place>,
        resident: Option<Resident>,
    ) -> Self {
        let observer = Observer::born(std::any::type_name::<A>(), || resident.as_ref().and_then(Resident::name));
        let (actor, again) = match make {
            Make::Once(actor) => (Some(actor), None),
            Make::Again(make) => {
                let (why, born, failures, restarts) = (None, Duration::ZERO, 0, VecDeque::new());
                (None, Some(Box::new(Again { make, why, born, failures, restarts })))
            }
        };
        Self { actor, state: None, resident, place, again, inbox, cx, observer }
    }

    /// What follows the last incarnation.
    pub(super) fn end(&mut self, exit: &Exit) {
        // Out of the family before the end is told: whoever is told finds it gone.
        self.place = None;
        self.resident = None;
        self.observer.ended(exit);
        for item in self.inbox.drain() {
            self.cx.core.dead_letter::<A>(item, exit);
        }
        if let Some(again) = self.again.take() {
            // The `Drop` of a factory is the user's.
            let _ = contain(|| drop(again));
        }
        self.inbox.end(exit);
    }

    /// Lives through all incarnations. It borrows, since an async function keeps a value that is moved into it twice.
    pub(super) async fn run(&mut self) -> Exit {
        loop {
            // Whoever is about to start over has been told to in any case; whoever has been killed meanwhile does not start.
            if self.inbox.forget_signals() {
                return Exit::Killed;
            }
            let end = self.live().await;
            // No variable is kept over more than one wait: each would have room of its own in the future of every actor.
            match self.wind_up(end).await {
                End::Stopped => return Exit::Stopped,
                End::StoppedBadly(words) => return Exit::Panicked(words),
                End::Restarted if self.again.is_some() => self.start_over("a sibling has failed".into()),
                // One without a second value leaves unhandled what it had accepted, too.
                End::Killed | End::Restarted => return Exit::Killed,
                failure => {
                    if let Some(exit) = Box::pin(self.after(failure)).await {
                        return exit;
                    }
                }
            }
        }
    }

    /// What follows a failure: the next incarnation, or the end.
    async fn after(&mut self, failure: End) -> Option<Exit> {
        let (words, exit): (_, fn(Arc<str>) -> Exit) = match failure {
            End::StartFailed(words) => (words, Exit::StartFailed),
            End::Escalated(words) => (words, Exit::Escalated),
            End::Failed(words) | End::StoppedBadly(words) => (words, Exit::Panicked),
            End::Stopped => return Some(Exit::Stopped),
            End::Killed | End::Restarted => return Some(Exit::Killed),
        };
        self.observer.failed(&words);
        // A stopped actor starts over only for those who still wait.
        if !self.starts_over(&words) || self.inbox.is_done() {
            return Some(exit(words));
        }
        let backoff = self.cx.core.settings().backoff::<A>();
        let Some(again) = &mut self.again else { return Some(exit(words)) };
        if clock::monotonic().saturating_sub(again.born) >= backoff.reset {
            again.failures = 0;
        }
        let wait = backoff.delay(again.failures, random());
        again.failures += 1;
        if let Err(end) = self.wait(wait).await {
            return Some(end);
        }
        if self.inbox.is_done() {
            return Some(exit(words));
        }
        self.start_over(words);
        None
    }

    /// Notes that the next incarnation follows one that has failed, and why.
    fn start_over(&mut self, why: Arc<str>) {
        if let Some(resident) = &self.resident {
            resident.count_restart();
        }
        self.observer.restarted(&why);
        if let Some(again) = &mut self.again {
            again.why = Some(why);
        }
    }

    /// Asks those who decide.
    fn starts_over(&mut self, words: &Arc<str>) -> bool {
        let now = clock::monotonic();
        let wish = match A::ON_FAILURE {
            OnFailure::Restart if self.again.is_none() => OnFailure::Stop,
            wish => wish,
        };
        match (&self.place, &mut self.again, wish) {
            (Some(place), _, wish) => place.failed(wish, words, now),
            (None, Some(again), OnFailure::Restart) => {
                self.cx.core.settings().intensity::<A>().bears(&mut again.restarts, now)
            }
            (None, ..) => false,
        }
    }

    /// The back-off. A kill cuts it short; that a sibling fails too changes nothing.
    async fn wait(&mut self, wait: Duration) -> Result<(), Exit> {
        let mut sleep = clock::sleep(wait);
        loop {
            match self.inbox.unless_signalled(sleep.as_mut()).await {
                Ok(()) => return Ok(()),
                Err(Signal::Kill) => return Err(Exit::Killed),
                Err(Signal::Restart | Signal::Fail) => {}
            }
        }
    }

    /// Ends timers, watches and tasks, then the value. Stashed messages come back for the next one.
    fn unmake(&mut self, end: End) -> End {
        // What all this holds, and its `Drop`, is the user's.
        if let Some(mut extras) = self.cx.take_extras() {
            self.inbox.put_back(Stash::items(extras.stash.take()));
            let _ = contain(|| drop(extras));
        }
        let state = contain(|| self.state = None);
        match contain(|| self.actor = None).and(state) {
            Err(Panicked(words)) if matches!(end, End::Stopped) => End::StoppedBadly(words),
            _ => end,
        }
    }

    /// One incarnation.
    async fn live(&mut self) -> End {
        if let Err(end) = self.make().and_then(|()| self.begin()) {
            return end;
        }
        if let Err(end) = self.start().await {
            return end;
        }
        loop {
            let message = match self.next().await {
                Ok(message) => message,
                Err(end) => return end,
            };
            if A::blocks(&message) {
                if let Err(end) = Box::pin(self.handle_blocking(message)).await {
                    return end;
                }
            } else if let Err(cut) = self.handle_later(message).await {
                return cut.end(&mut self.cx);
            }
        }
    }

    /// Makes an incarnation.
    fn make(&mut self) -> Result<(), End> {
        let Some(again) = &mut self.again else { return Ok(()) };
        // Only of those whose age will matter.
        again.born = clock::monotonic();
        let made = contain(|| (again.make)());
        self.actor = Some(made.map_err(|Panicked(words)| End::StartFailed(words))?);
        Ok(())
    }

    /// Makes the state that the incarnation begins in.
    fn begin(&mut self) -> Result<(), End> {
        let Self { actor, state, cx, .. } = self;
        let Some(actor) = actor else { return Ok(()) };
        let begun = contain(|| actor.initial(cx));
        *state = Some(begun.map_err(|Panicked(words)| End::StartFailed(words))?);
        Ok(())
    }

    /// Runs the hook before the first message.
    async fn start(&mut self) -> Result<(), End> {
        if self.again.as_ref().is_some_and(|again| again.why.is_some()) {
            return Box::pin(self.restart()).await;
        }
        let Self { actor, inbox, cx, .. } = self;
        // Whoever asks for a second value of one that can be made only once has been told that it cannot.
        let Some(actor) = actor else { return Err(End::Stopped) };
        let started = uncut((), inbox, pin!(Some(actor.started(cx)))).await;
        self.started(started)
    }

    /// Runs the hook of an incarnation that follows another.
    async fn restart(&mut self) -> Result<(), End> {
        let Self { actor, inbox, cx, again, .. } = self;
        let (Some(actor), Some(again)) = (actor, again) else { return Err(End::Stopped) };
        let why = again.why.take().unwrap_or_default();
        let started = uncut((), inbox, pin!(Some(actor.restarted(why, cx)))).await;
        self.started(started)
    }

    fn started(&mut self, started: Result<Result<(), StartFailure>, Cut>) -> Result<(), End> {
        match started {
            Ok(Ok(())) => Ok(()),
            Ok(Err(failure)) => Err(End::StartFailed(failure.to_string().into())),
            Err(Cut::Panicked(Panicked(words))) => Err(End::StartFailed(words)),
            Err(cut) => Err(cut.end(&mut self.cx)),
        }
    }

    /// Handles what comes, up to a message whose handler is async.
    async fn next(&mut self) -> Result<A::Later, End> {
        loop {
            match poll_fn(|task| self.handle(task)).await {
                Pause::Later(message) => return Ok(message),
                Pause::End(end) => return Err(end),
                Pause::Turn => executor::turn().await,
                Pause::Idle => {
                    if let Err(cut) = Box::pin(ready_or_idle(&mut self.inbox, &mut self.cx)).await {
                        return Err(cut.end(&mut self.cx));
                    }
                }
            }
        }
    }

    /// Runs an async handler.
    async fn handle_later(&mut self, message: A::Later) -> Result<(), Cut> {
        let Self { actor, state, inbox, cx, observer, .. } = self;
        let (Some(actor), Some(state)) = (actor, state) else { return Ok(()) };
        let runner = Runner { node: cx.node(), observer };
        uncut(runner, inbox, pin!(Some(actor.dispatch_later(state, message, cx)))).await?;
        self.observer.done();
        Ok(())
    }

    /// Runs a handler that blocks.
    async fn handle_blocking(&mut self, message: A::Later) -> Result<(), End> {
        block(&mut self.actor, &mut self.state, message, &mut self.cx, self.observer.cause()).await?;
        self.observer.done();
        Ok(())
    }

    /// Handles what has come, up to a message whose handler is async. No future, one lock for all that has come, and one guard against panics
    /// for the whole run, since a panic ends the run anyway.
    fn handle(&mut self, task: &mut task::Context<'_>) -> Poll<Pause<A::Later>> {
        let Self { actor, state, inbox, cx, observer, .. } = self;
        let (Some(actor), Some(state)) = (actor, state) else { return Poll::Ready(Pause::End(End::Stopped)) };
        match contain(|| handle_all(actor, state, inbox, cx, observer, task)) {
            Ok(Poll::Ready(Ok(pause))) => Poll::Ready(pause),
            Ok(Poll::Ready(Err(cut))) => Poll::Ready(Pause::End(cut.end(cx))),
            Ok(Poll::Pending) => Poll::Pending,
            Err(panicked) => Poll::Ready(Pause::End(panicked.into())),
        }
    }

    /// Runs the hook of an actor that is stopped.
    async fn stopping(&mut self) -> End {
        let Self { actor, state, inbox, cx, .. } = self;
        let (Some(actor), Some(state)) = (actor, state) else { return End::Stopped };
        match uncut((), inbox, pin!(Some(actor.stopping(state, cx)))).await {
            Err(Cut::Panicked(Panicked(words))) => End::StoppedBadly(words),
            Err(Cut::Signal(Signal::Kill)) => End::Killed,
            // Of an actor that ends anyway, nobody's failure asks for more.
            Ok(()) | Err(Cut::Signal(_) | Cut::Closed) => End::Stopped,
        }
    }

    /// Ends what belongs to the incarnation: children first. Boxed, as all that is rare: a future is as large as its largest part, for every
    /// actor.
    async fn wind_up(&mut self, mut end: End) -> End {
        if self.cx.family_if_any().is_some() {
            end = Box::pin(self.stop_children(end)).await;
        }
        if matches!(end, End::Stopped) {
            end = self.stopping().await;
            // The hook may have had help.
            if self.cx.family_if_any().is_some() {
                end = Box::pin(self.stop_children(end)).await;
            }
        }
        self.unmake(end)
    }

    async fn stop_children(&mut self, end: End) -> End {
        let Some(family) = self.cx.family_if_any() else { return end };
        let node = self.cx.node();
        stop_children(&mut self.inbox, &family, &node, end).await
    }
}

/// Waits for all children to end. Of a killed parent they are killed, also when the kill comes only now.
async fn stop_children<A: Dispatch>(
    inbox: &mut Receiver<Item<A>>,
    family: &Family,
    node: &Arc<Node>,
    mut end: End,
) -> End {
    if matches!(end, End::Killed) {
        family.kill();
    }
    let mut stopped = pin!(family.stop(node));
    while let Err(signal) = inbox.unless_signalled(stopped.as_mut()).await {
        if signal == Signal::Kill {
            family.kill();
            end = End::Killed;
        }
    }
    end
}
