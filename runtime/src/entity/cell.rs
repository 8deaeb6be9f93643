//! The life of an entity: commands in, events to the store, answers out.
//!
//! The cell outlives the incarnations of its entity. Mailbox, commands and ways back to callers belong to the cell; an incarnation holds
//! nothing but the state, and is thrown away and recovered whenever it may differ from what is stored.
//!
//! State is ahead of the disk: a command is decided on what the commands before it have decided, while their units are still on their way.
//! Whatever could tell the world of it waits in the log of what is in flight.

use super::command::Hand;
use super::errand::Errand;
use super::failure::RecoveryError;
use super::id::EntityId;
use super::inflight::{Decided, InFlight, Settled};
use super::passivate::{Idle, Rest};
use super::persistent::PersistDispatch;
use super::post::{Admission, Post};
use super::postponed::Postponed;
use super::recovery::{Factory, Incarnation};
use super::rejection::Rejection;
use super::revival::Fault;
use super::snapshots::Saves;
use super::step::{Outcome, Work};
use super::storage::Storage;
use super::task::{DeliveryPart, Label, Task};
use super::turned_down::reject;
use crate::actor::{Context, Exit, Item, Other, TURN};
use crate::clock;
use crate::delivery::Mail;
use crate::executor;
use crate::fsm::Transition;
use crate::mailbox::{Next, Phase, Receiver};
use crate::observe::{self, Observer, Stamp, Stamped};
use crate::panics::contain;
use std::collections::VecDeque;
use std::future::{Future, poll_fn};
use std::sync::Arc;
use std::task::Poll;
use std::time::UNIX_EPOCH;

pub(crate) struct Cell<A: PersistDispatch> {
    pub(super) id: EntityId<A>,
    pub(super) make: Factory<A>,
    pub(super) storage: Arc<Storage>,
    pub(super) inbox: Receiver<Item<A>>,
    pub(super) cx: Context<A>,
    pub(super) observer: Observer,
    /// Nothing before the first command, and after a failure.
    pub(super) incarnation: Option<Incarnation<A>>,
    pub(super) log: InFlight<A>,
    /// Commands that are to be run before those in the mailbox, since they came before them.
    pub(super) again: VecDeque<Task<A>>,
    /// The first of them is async: it waits until what it reads is durable.
    pub(super) held: bool,
    /// Commands that wait for another state of the machine.
    pub(super) postponed: Postponed<A>,
    /// Timers that were due as soon as they were set. They come when nothing is raised or comes back, and before the mailbox.
    pub(super) due: VecDeque<Task<A>>,
    /// The state in which the machine has ended, once it has left the memory.
    pub(super) finished: Option<&'static str>,
    /// The number of the last event that is known to be durable.
    pub(super) durable: u64,
    /// Why the last recovery failed.
    pub(super) fault: Option<Fault>,
    /// The entity was stopped in an outage: what still waits is not run.
    pub(super) is_abandoned: bool,
    pub(super) saves: Saves,
    /// When the last command was taken, in microseconds since 1970 UTC, if nothing stored says so: for deadlines that begin anew with each.
    pub(super) last_command: Option<i64>,
    /// So many timers without delay were set since the last message from the mailbox.
    pub(super) at_once: u32,
    /// What is to be done when all that came before is.
    pub(super) errands: VecDeque<Errand>,
    pub(super) rest: Rest<A>,
    pub(super) post: Option<Box<Post>>,
}

/// What the cell finds.
#[allow(clippy::large_enum_variant, reason = "it is moved once, where a box would cost every command an allocation")]
enum Found<A: PersistDispatch> {
    Task(Task<A>),
    /// What became of the oldest decision.
    Settled(Settled<A>),
    Errand(Errand),
    /// Something by way of a delivery.
    Mail(Mail, Stamp),
    /// It is time to look for deliveries that are overdue.
    Tick,
    /// There has been nothing to do for long enough.
    Idle,
    End,
}

impl<A: PersistDispatch> Cell<A> {
    pub(crate) fn new(
        id: EntityId<A>,
        make: Factory<A>,
        storage: Arc<Storage>,
        inbox: Receiver<Item<A>>,
        cx: Context<A>,
        rest: Rest<A>,
    ) -> Self {
        let observer = Observer::born(std::any::type_name::<A>(), || Some(id.key().id().clone()));
        Self {
            id,
            make,
            storage,
            inbox,
            cx,
            observer,
            incarnation: None,
            log: InFlight::new(),
            again: VecDeque::new(),
            postponed: Postponed::new(),
            due: VecDeque::new(),
            finished: None,
            held: false,
            durable: 0,
            fault: None,
            is_abandoned: false,
            saves: Saves::default(),
            last_command: None,
            at_once: 0,
            errands: VecDeque::new(),
            rest,
            post: None,
        }
    }

    /// Handles messages until the mailbox is closed and empty. The entity is recovered when the first one comes.
    pub(crate) async fn run(mut self) {
        let mut handled = 0;
        loop {
            match poll_fn(|task| self.poll(task)).await {
                Found::Task(task) => {
                    self.handle(task).await;
                    if !self.held {
                        self.observer.done();
                    }
                }
                Found::Settled(Settled { decided, outcome: Ok(()) }) => self.release(decided),
                Found::Settled(failed) => Box::pin(self.resolve(failed)).await,
                Found::Errand(errand) => Box::pin(self.run_errand(errand)).await,
                Found::Mail(mail, stamp) => Box::pin(self.receive(mail, stamp)).await,
                Found::Tick => Box::pin(self.tick()).await,
                Found::Idle => Box::pin(self.fall_asleep()).await,
                Found::End => {
                    Box::pin(self.keep_idle()).await;
                    break;
                }
            }
            self.inbox.set_phase(if self.incarnation.is_some() { Phase::Live } else { Phase::Dormant });
            handled += 1;
            // Commands that store nothing wait for nothing, so that others have to be given their turn.
            if handled % TURN == 0 {
                executor::turn().await;
            }
        }
        self.end_postponed();
        self.discard();
        self.observer.ended(&Exit::Stopped);
        self.inbox.end(&Exit::Stopped);
    }

    /// What is durable leaves first. Then comes the next command, if there is room for what it may decide.
    fn poll(&mut self, task: &mut std::task::Context<'_>) -> Poll<Found<A>> {
        self.saves.poll(&self.id, &self.storage, task);
        if let Poll::Ready(Some(settled)) = self.log.poll(task, &self.storage) {
            return Poll::Ready(Found::Settled(settled));
        }
        let settings = self.cx.core.settings();
        let is_free = if self.held || self.incarnation.is_none() || self.log.raises() {
            self.log.is_empty()
        } else {
            self.log.has_room(settings.window, settings.window_bytes)
        };
        if !is_free {
            return Poll::Pending;
        }
        if self.poll_post(task).is_ready() {
            return Poll::Ready(Found::Tick);
        }
        if let Some(task) = self.before_mail() {
            return Poll::Ready(Found::Task(task));
        }
        self.cx.none_raised();
        loop {
            // Its turn comes after everything that came before it. No more is taken meanwhile.
            if !self.errands.is_empty() {
                let is_quiet = self.log.is_empty() && self.saves.is_empty();
                let errand = is_quiet.then(|| self.errands.pop_front()).flatten();
                return errand.map_or(Poll::Pending, |errand| Poll::Ready(Found::Errand(errand)));
            }
            let Poll::Ready(next) = self.inbox.poll_ready(task) else { return self.poll_idle(task) };
            match next {
                Next::Message(()) => {
                    self.at_once = 0;
                    if let Some(found) = self.inbox.taken().and_then(|item| self.found(item)) {
                        return Poll::Ready(found);
                    }
                }
                // The end of a shutdown's patience.
                Next::Signal(_) => self.is_abandoned = true,
                Next::End if self.log.is_empty() => return Poll::Ready(Found::End),
                Next::End => return Poll::Pending,
            }
        }
    }

    /// What comes before the mailbox.
    fn before_mail(&mut self) -> Option<Task<A>> {
        let own = self.again.pop_front().or_else(|| self.raised());
        own.or_else(|| self.postponed.next()).or_else(|| self.due.pop_front())
    }

    /// Nothing waits.
    fn poll_idle(&mut self, task: &mut std::task::Context<'_>) -> Poll<Found<A>> {
        let is_quiet = self.log.is_empty() && self.saves.is_empty();
        if !is_quiet || !self.postponed.is_empty() || self.is_sending() {
            return Poll::Pending;
        }
        match self.rest.poll(&self.inbox, task) {
            Poll::Ready(Idle::Leave) => Poll::Ready(Found::End),
            Poll::Ready(Idle::Sleep) => Poll::Ready(Found::Idle),
            Poll::Pending if self.end().is_some() => Poll::Ready(Found::Idle),
            Poll::Pending => Poll::Pending,
        }
    }

    /// The state goes out of memory.
    pub(super) async fn fall_asleep(&mut self) {
        self.keep_idle().await;
        self.finished = self.end();
        if self.finished.is_some() {
            self.cx.end_subscriptions();
        }
        self.discard();
        self.post = None;
        self.rest.sleep();
    }

    /// The state in which the machine has ended.
    fn end(&self) -> Option<&'static str> {
        self.incarnation.as_ref().and_then(|incarnation| A::end(&incarnation.state))
    }

    fn found(&mut self, Stamped { stamp, value }: Stamped<Item<A>>) -> Option<Found<A>> {
        let (request, message) = match value {
            Item::Message(message) => {
                self.rest.disturb();
                (None, message)
            }
            Item::Other(other) => match *other {
                Other::Keyed { id, message } => {
                    self.rest.disturb();
                    (Some(id), message)
                }
                Other::Fire(fire) => {
                    self.rest.disturb();
                    return self.fired(fire, stamp).map(Found::Task);
                }
                Other::Purge(purge) => {
                    self.errands.push_back(Errand::Purge(purge));
                    return None;
                }
                Other::Schedule(schedule) => {
                    self.rest.disturb();
                    self.errands.push_back(Errand::Schedule(schedule, stamp));
                    return None;
                }
                Other::Intend(intention) => {
                    self.rest.disturb();
                    self.errands.push_back(Errand::Intend(intention, stamp));
                    return None;
                }
                Other::Instruct(instruction) => {
                    self.errands.push_back(Errand::Instruct(instruction));
                    return None;
                }
                Other::Mail(mail) => {
                    self.rest.disturb();
                    return Some(Found::Mail(mail, stamp));
                }
                Other::Tick { message, .. } => (None, message),
                // Entities leave no work to tasks, attach no streams and send themselves nothing, and no supervisor by hand has one.
                Other::Work(_) | Other::Streamed(_) | Other::Kept(_) | Other::Endless(_) => return None,
            },
        };
        let label = Label::new(self.storage.next_command(), request);
        Some(Found::Task(Task { label, stamp: Some(stamp), message }))
    }

    /// Lets a command decide.
    pub(super) async fn handle(&mut self, Task { mut label, stamp, message }: Task<A>) {
        self.held = false;
        if let Some(stamp) = stamp {
            // Naming it may run the user's code.
            if let Some(fire) = &label.timer {
                observe::fired(std::any::type_name::<A>(), fire.due.lag(now()));
            }
            let stored = self.stored_cause(&label);
            let _ = contain(|| self.observer.receive_late(stamp, stored.as_deref(), || A::name(&message)));
        }
        if self.is_abandoned {
            return self.undeliverable(message, &Rejection::Stopped);
        }
        // What its caller may have been answered before is looked for all the same.
        if self.incarnation.is_none()
            && let Some(state) = self.finished.filter(|_| label.is_plain() && !A::is_for_end(&message))
        {
            return reject::<A>(message, &Rejection::Finished { state });
        }
        if self.incarnation.is_none()
            && let Err(why) = Box::pin(self.revive(None)).await
        {
            return self.undeliverable(message, &why);
        }
        match self.is_stale(&label).await {
            Ok(false) => {}
            Ok(true) => {
                let _ = contain(|| drop(message));
                return label.timer.map_or((), |fire| fire.token.done());
            }
            Err(why) => return self.unread(Task { label, stamp: None, message }, RecoveryError::Read(why)),
        }
        if let Some(until) = self.idle_until(&label) {
            let _ = contain(|| drop(message));
            return self.errands.extend(label.timer.map(|fire| Errand::Later(fire, until)));
        }
        let answered = match self.known(&label).await {
            Ok((Admission::Run, answered)) => answered,
            Ok((Admission::Taken(parcel, outcome), _)) => return self.repeat(label, parcel, outcome),
            Ok((Admission::Drop, _)) => return,
            Err(why) => return self.unread(Task { label, stamp: None, message }, why),
        };
        if let Some(words) = label.quarantined.take() {
            return self.quarantine(label, &words);
        }
        #[cfg(feature = "testing")]
        if crate::testing::is_watched() {
            label.name = contain(|| A::name(&message)).unwrap_or_default();
        }
        // A snapshot that an effect has asked for is taken with this command.
        let snapshot = self.cx.hand().snapshot;
        let fired = Self::fired_at(&label);
        let unconfirmed = self.post.as_ref().map_or(0, |post| post.unconfirmed());
        *self.cx.hand() = Hand {
            command: label.command,
            answered,
            unconfirmed,
            snapshot,
            fired,
            #[cfg(feature = "testing")]
            now: None,
        };
        let Some(incarnation) = &self.incarnation else { return };
        let (observer, cx) = (&self.observer, &mut self.cx);
        let verdict = match contain(|| observer.run(|| A::dispatch(&incarnation.state, message, cx))) {
            Ok(Work::Done(verdict)) => verdict,
            Ok(Work::Later(later)) if self.log.is_empty() => {
                let mut later = Box::pin(A::dispatch_later(&incarnation.state, later, &mut self.cx));
                let inbox = &mut self.inbox;
                let decided = poll_fn(|task| match observer.run(|| later.as_mut().poll(task)) {
                    Poll::Ready(verdict) => Poll::Ready(Some(verdict)),
                    // Entities have neither parent nor siblings: whatever the signal, it is the end of a shutdown's patience.
                    Poll::Pending => inbox.poll_signal(task).map(|_| None),
                });
                let decided = decided.await;
                // Cut short it has stored nothing, and its caller is told that it got no reply.
                let _ = contain(|| drop(later));
                let Some(verdict) = decided else {
                    self.is_abandoned = true;
                    return self.discard();
                };
                verdict
            }
            Ok(Work::Later(later)) => {
                self.held = true;
                return self.again.push_front(Task { label, stamp: None, message: later.into() });
            }
            // Only dispatch that was written by hand can panic outside of handlers; the message is gone, and its caller has been told.
            Err(_) => return self.discard(),
        };
        match verdict.0 {
            Outcome::Decided { events, beside, conclusion } => {
                if self.lacks_outbox(&beside)
                    && let Err(why) = self.load_outbox(None).await
                {
                    return self.unread(Task { label, stamp: None, message: conclusion.take_back() }, why);
                }
                self.carry_out(label, &events, &beside, conclusion);
                // They are the user's, and may panic when they are dropped: they are stored by now, or refused.
                let _ = contain(|| drop(events));
            }
            Outcome::Postponed { conclusion } => self.postpone(label, conclusion),
            Outcome::Panicked { message, words } => self.panicked(label, message, words),
        }
    }

    /// What names the span of what has caused the command, where that was stored.
    fn stored_cause(&self, label: &Label) -> Option<Arc<str>> {
        if let Some(fire) = &label.timer {
            return fire.due.trace().map(Into::into);
        }
        match label.delivery.as_ref()? {
            DeliveryPart::Receives { parcel, .. } => parcel.trace.clone(),
            DeliveryPart::Ends(id) => self.post.as_ref()?.cause(*id),
        }
    }

    /// What is known of the command: whether it was taken before, and what its caller was answered.
    async fn known(&mut self, label: &Label) -> Result<(Admission, Option<Arc<[u8]>>), RecoveryError> {
        let admission = self.admission(label).await?;
        Ok(match &label.request {
            None => (admission, None),
            Some(id) => (admission, self.answered(id).await?),
        })
    }

    /// What a caller with this id was answered before.
    async fn answered(&mut self, id: &Arc<str>) -> Result<Option<Arc<[u8]>>, RecoveryError> {
        let limit = self.cx.core.settings().remembered_ids;
        let Some(incarnation) = &mut self.incarnation else { return Ok(None) };
        incarnation.answered(&self.id, &self.storage, id, limit).await
    }

    /// Lets the answer and the effects of a decision leave, which is durable.
    pub(super) fn release(&mut self, decided: Decided<A>) {
        let Decided { mut label, write, rejected, conclusion, snapshot, posted, transitions } = decided;
        if let Some(write) = write {
            self.durable = write.last;
            self.storage.outage.wrote();
        }
        if let Some(why) = rejected {
            if let Some(fire) = label.timer.take() {
                let why = self.refused(&fire, &why);
                self.errands.push_front(Errand::Unusable(fire, why));
            }
            if let Some(conclusion) = conclusion {
                self.turn_down(label, conclusion.take_back(), &why);
            }
            return;
        }
        if let Some(fire) = label.timer {
            fire.token.done();
        }
        if let Some(snapshot) = snapshot {
            self.save(snapshot);
        }
        if let Some(posted) = posted {
            self.post(*posted);
        }
        let Some(conclusion) = conclusion else { return };
        self.cx.hand().command = label.command;
        // Effects are the user's code. The unit is durable, so a panic costs the incarnation and nothing that is stored.
        if contain(|| conclusion.release(&mut self.cx)).is_err() {
            self.discard();
        }
        for Transition { from, to } in transitions {
            self.cx.transitioned(from, to);
        }
        self.snapshot_behind_effects();
    }

    /// Throws the incarnation away. Its `Drop` is the user's.
    pub(super) fn discard(&mut self) {
        let incarnation = self.incarnation.take();
        let _ = contain(|| drop(incarnation));
    }
}

/// Microseconds since 1970 UTC. A clock before 1970 counts as 1970: the time is for people to read, nothing depends on it.
pub(crate) fn now() -> i64 {
    let since = clock::wall().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_micros()).unwrap_or(i64::MAX)
}
