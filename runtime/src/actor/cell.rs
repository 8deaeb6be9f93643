//! The life of an actor in memory: from its mailbox to its handlers, over all its incarnations.
//!
//! The cell outlives the incarnations. Mailbox, stash and ways back to callers belong to the cell; timers, watches and tasks belong to the
//! incarnation and end with it.

use super::context::Context;
use super::dispatch::{Dispatch, StartFailure};
use super::exit::Exit;
use super::family::{Family, Place};
use super::item::Item;
use super::policy::{OnFailure, random};
use super::spawn::Make;
use super::stash::Stash;
use super::wait::{Cut, ready, uncut, uncut_as};
use crate::call::Node;
use crate::clock;
use crate::executor;
use crate::mailbox::{Receiver, Signal};
use crate::panics::{Panicked, contain};
use crate::system::Resident;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

/// So many messages are handled before the other tasks of the thread get their turn.
pub(crate) const TURN: u32 = 128;

pub(super) struct Cell<A: Dispatch> {
    /// The actor's place in its system. First, so that it is given up before the end is told, however the task ends.
    resident: Option<Resident>,
    /// Dropped first, also when the runtime ends under the cell: whoever is told of the end finds the actor gone from its family.
    bearer: Bearer,
    make: Make<A>,
    inbox: Receiver<Item<A>>,
    cx: Context<A>,
    /// How the incarnation before failed. Here, since an async function keeps what is handed to it twice.
    why: Option<Arc<str>>,
}

/// Who bears its restarts.
enum Bearer {
    /// The family that it is a child of.
    Family(Place),
    /// It has no parent, and remembers itself when they happened.
    Own(VecDeque<Duration>),
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
        let bearer = place.map_or_else(|| Bearer::Own(VecDeque::new()), Bearer::Family);
        Self { resident, bearer, make, inbox, cx, why: None }
    }

    /// What follows the last incarnation.
    pub(super) fn end(&mut self, exit: &Exit) {
        // Out of the family before the end is told: whoever is told finds it gone.
        self.bearer = Bearer::Own(VecDeque::new());
        self.resident = None;
        for item in self.inbox.drain() {
            self.cx.core.dead_letter::<A>(item, exit);
        }
        // The `Drop` of a factory is the user's.
        let make = std::mem::replace(&mut self.make, Make::Once(None));
        let _ = contain(|| drop(make));
        self.inbox.end(exit);
    }

    /// Lives through all incarnations. It borrows, since an async function keeps a value that is moved into it twice.
    pub(super) async fn run(&mut self) -> Exit {
        let mut failures = 0;
        loop {
            // Whoever is about to start over has been told to in any case; whoever has been killed meanwhile does not start.
            if self.inbox.forget_signals() {
                return Exit::Killed;
            }
            // Asked only where it will matter, since most actors live once and many of them not for long.
            let born = self.make.again().then(clock::monotonic);
            let end = self.incarnation().await;
            let (words, exit): (_, fn(Arc<str>) -> Exit) = match end {
                End::Stopped => return Exit::Stopped,
                End::StoppedBadly(words) => return Exit::Panicked(words),
                End::Restarted if self.make.again() => {
                    self.count_restart();
                    self.why = Some("a sibling has failed".into());
                    continue;
                }
                // One without a second value leaves unhandled what it had accepted, too.
                End::Killed | End::Restarted => return Exit::Killed,
                End::Failed(words) => (words, Exit::Panicked),
                End::StartFailed(words) => (words, Exit::StartFailed),
                End::Escalated(words) => (words, Exit::Escalated),
            };
            let backoff = self.cx.core.settings().backoff::<A>();
            let now = clock::monotonic();
            if born.is_some_and(|born| now.saturating_sub(born) >= backoff.reset) {
                failures = 0;
            }
            // A stopped actor starts over only for those who still wait.
            if !self.starts_over(&words) || self.inbox.is_done() {
                return exit(words);
            }
            let wait = backoff.delay(failures, random());
            failures += 1;
            // Boxed, as all that is rare in here: a future is as large as its largest part, for every actor.
            if let Err(end) = Box::pin(self.wait(wait)).await {
                return end;
            }
            if self.inbox.is_done() {
                return exit(words);
            }
            self.count_restart();
            self.why = Some(words);
        }
    }

    fn count_restart(&self) {
        if let Some(resident) = &self.resident {
            resident.count_restart();
        }
    }

    /// Asks those who decide.
    fn starts_over(&mut self, words: &Arc<str>) -> bool {
        let now = clock::monotonic();
        let wish = match A::ON_FAILURE {
            OnFailure::Restart if !self.make.again() => OnFailure::Stop,
            wish => wish,
        };
        match (&mut self.bearer, wish) {
            (Bearer::Family(place), wish) => place.failed(wish, words, now),
            (Bearer::Own(restarts), OnFailure::Restart) => {
                self.cx.core.settings().intensity::<A>().bears(restarts, now)
            }
            (Bearer::Own(_), OnFailure::Stop | OnFailure::Escalate) => false,
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

    /// One incarnation, from its making to its drop.
    async fn incarnation(&mut self) -> End {
        let mut actor = match contain(|| self.make.make()) {
            Ok(Some(actor)) => actor,
            // Whoever asks for a second value of one that can be made only once has been told that it cannot.
            Ok(None) => return End::Stopped,
            Err(Panicked(words)) => return End::StartFailed(words),
        };
        let end = match self.live(&mut actor).await {
            Ok(never) => match never {},
            Err(end) => end,
        };
        let end = self.wind_up(&mut actor, end).await;
        // The `Drop` of an actor is the user's.
        match contain(|| drop(actor)) {
            Err(Panicked(words)) if matches!(end, End::Stopped) => End::StoppedBadly(words),
            _ => end,
        }
    }

    async fn live(&mut self, actor: &mut A) -> Result<Infallible, End> {
        let Self { inbox, cx, why, .. } = self;
        let started: Result<(), StartFailure> = if why.is_none() {
            uncut(inbox, pin!(Some(actor.started(cx)))).await
        } else {
            let mut restarted = Box::pin(Some(actor.restarted(why.take().unwrap_or_default(), cx)));
            uncut(inbox, restarted.as_mut()).await
        }
        .map_err(|cut| match cut {
            Cut::Panicked(Panicked(words)) => End::StartFailed(words),
            cut => cut.end(cx),
        })?;
        started.map_err(|failure| End::StartFailed(failure.to_string().into()))?;
        loop {
            match contain(|| handle_taken(actor, inbox, cx))? {
                Pause::Empty => ready(inbox, cx).await.map_err(|cut| cut.end(cx))?,
                Pause::Turn => executor::turn().await,
                Pause::Later(message) => {
                    let node = cx.node();
                    let handled = uncut_as(Some(&node), inbox, pin!(Some(actor.dispatch_later(message, cx)))).await;
                    handled.map_err(|cut| cut.end(cx))?;
                    release(inbox, cx);
                }
            }
        }
    }

    /// Ends what belongs to the incarnation: children first, then timers, watches and tasks. Stashed messages come back for the next one.
    async fn wind_up(&mut self, actor: &mut A, mut end: End) -> End {
        // Boxed, as all that only some actors need: the future of each would have room for it.
        if self.cx.family_if_any().is_some() {
            end = Box::pin(self.stop_children(end)).await;
        }
        if matches!(end, End::Stopped) {
            let Self { inbox, cx, .. } = self;
            end = match uncut(inbox, pin!(Some(actor.stopping(cx)))).await {
                Err(Cut::Panicked(Panicked(words))) => End::StoppedBadly(words),
                Err(Cut::Signal(Signal::Kill)) => End::Killed,
                // Of an actor that ends anyway, nobody's failure asks for more.
                Ok(()) | Err(Cut::Signal(_) | Cut::Closed) => End::Stopped,
            };
            // The hook may have had help.
            if self.cx.family_if_any().is_some() {
                end = Box::pin(self.stop_children(end)).await;
            }
        }
        if let Some(mut extras) = self.cx.take_extras() {
            self.inbox.put_back(Stash::items(extras.stash.take()));
            // What timers, work and watches hold is the user's.
            let _ = contain(|| drop(extras));
        }
        end
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

/// Why a run of sync handlers is over.
enum Pause<L> {
    /// Nothing more was taken out, or a signal waits.
    Empty,
    /// Others are to have their turn.
    Turn,
    /// The handler of this message is async.
    Later(L),
}

/// Handles messages that were taken out, up to one whose handler is async. This is the hot loop: no future, no lock, and one guard against
/// panics for the whole run, since a panic ends the run anyway.
fn handle_taken<A: Dispatch>(actor: &mut A, inbox: &mut Receiver<Item<A>>, cx: &mut Context<A>) -> Pause<A::Later> {
    for _ in 0..TURN {
        let Some(item) = inbox.taken() else { return Pause::Empty };
        let message = match item {
            Item::Message(message) => {
                put_off(&message, cx);
                message
            }
            #[cfg(feature = "persistence")]
            Item::Kept(message) => {
                let message = *message;
                put_off(&message, cx);
                message
            }
            // Only calls to entities have an id.
            #[cfg(feature = "persistence")]
            Item::Keyed(keyed) => keyed.message,
            Item::Tick(tick) => {
                if !cx.extras_if_any().is_some_and(|extras| extras.admit(tick.id)) {
                    continue;
                }
                tick.message
            }
            Item::Work(work) => {
                work(actor, cx);
                release(inbox, cx);
                continue;
            }
        };
        if let Some(message) = actor.dispatch(message, cx) {
            return Pause::Later(message);
        }
        release(inbox, cx);
    }
    Pause::Turn
}

/// A message from a handle puts off the receive timeout, where there is one.
#[inline]
fn put_off<A: Dispatch>(message: &A::Message, cx: &mut Context<A>) {
    if let Some(idle) = cx.extras_if_any().and_then(|extras| extras.idle.as_mut()).filter(|_| A::influences(message)) {
        idle.put_off(clock::monotonic());
    }
}

/// Lets stashed messages come back, where the last handler has asked for it.
#[inline]
fn release<A: Dispatch>(inbox: &mut Receiver<Item<A>>, cx: &mut Context<A>) {
    if let Some(messages) = cx.extras_if_any().and_then(|extras| extras.stash.released()) {
        inbox.put_back(Stash::items(messages));
    }
}
