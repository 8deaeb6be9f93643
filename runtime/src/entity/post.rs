//! What a cell has to send, and what it gets by way of deliveries.
//!
//! All of it belongs to the incarnation: what is decided is numbered at once, ahead of the disk like the state, and thrown away with it. Nothing
//! leaves before it is durable, neither a message nor a receipt.

use super::beside::Beside;
use super::cell::{Cell, now};
use super::codec::UnitError;
use super::failure::RecoveryError;
use super::inflight::{Decided, Write};
use super::persistent::PersistDispatch;
use super::recovery::Search;
use super::rejection::Rejection;
use super::task::{DeliveryPart, Label, Task};
use crate::actor::{Exit, random_id};
use crate::clock::{self, Sleep};
use crate::delivery::{
    Arrival, Destination, Ended, Mail, Outbox, Outcome, Parcel, Receipt, Stored, Turn, Unconfirmed, What, Window,
    Windows, before,
};
use crate::journal::{Row, Table, Unit};
use crate::observe::{self, Cause, Stamp};
use crate::panics::contain;
use crate::settings::Redelivery;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

/// So many rows are read at a time.
const PAGE: usize = 512;

/// Made when it is first needed: most entities neither send nor get deliveries.
#[derive(Default)]
pub(super) struct Post {
    /// Nothing before it was read.
    outbox: Option<Outbox>,
    /// The entity has had an outbox: the next incarnation reads it with the state.
    has_outbox: bool,
    windows: Windows,
    tick: Option<Sleep>,
    told: observe::Unconfirmed,
}

/// What a decision sends when it is durable.
pub(super) struct Posted {
    /// The deliveries that it has added.
    sends: Range<u64>,
    /// Those that it has ended.
    ended: Vec<Ended>,
    receipt: Option<(Arc<Parcel>, Outcome)>,
    /// Who has decided it.
    cause: Cause,
}

/// What deliveries add to a unit.
pub(super) struct Staged {
    pub(super) rows: Vec<Row>,
    pub(super) posted: Option<Box<Posted>>,
}

/// Whether a command is to be run.
pub(super) enum Admission {
    Run,
    /// It is a copy of one that was taken, and was answered so.
    Taken(Arc<Parcel>, Outcome),
    /// It is a copy of one in progress, or tells what is known.
    Drop,
}

impl Post {
    /// There is something to send, or may be, since it could not be read: the entity stays in memory until that is confirmed.
    pub(super) fn is_waiting(&self) -> bool {
        self.outbox.as_ref().map_or(self.has_outbox, |outbox| !outbox.is_empty())
    }

    pub(super) fn unconfirmed(&self) -> usize {
        self.outbox.as_ref().map_or(0, Outbox::len)
    }

    /// What names the span of the command that has decided a delivery.
    pub(super) fn cause(&self, id: u64) -> Option<Arc<str>> {
        self.outbox.as_ref()?.get(id)?.trace().cloned()
    }

    /// Lets those know who count.
    fn tell<A>(&mut self) {
        self.told.set(std::any::type_name::<A>(), self.unconfirmed());
    }

    /// A new incarnation begins. What was read for it stays.
    fn forget(&mut self) {
        self.outbox = None;
        self.windows = Windows::default();
    }

    /// Ready at half the interval, for as long as there is something to send.
    fn poll(&mut self, half: std::time::Duration, task: &mut Context<'_>) -> Poll<()> {
        if !self.is_waiting() {
            self.tick = None;
            return Poll::Pending;
        }
        ready!(self.tick.get_or_insert_with(|| clock::sleep(half)).as_mut().poll(task));
        self.tick = None;
        Poll::Ready(())
    }
}

impl<A: PersistDispatch> Cell<A> {
    /// Ready when it is time to look for what is overdue.
    pub(super) fn poll_post(&mut self, task: &mut Context<'_>) -> Poll<()> {
        let Some(post) = &mut self.post else { return Poll::Pending };
        post.poll(self.cx.core.settings().redelivery::<A>().interval / 2, task)
    }

    /// Whether there is something to send, and a system that could carry it.
    pub(super) fn is_sending(&self) -> bool {
        self.post.as_ref().is_some_and(|post| post.is_waiting()) && self.cx.core.has_mailroom()
    }

    /// Something has come by way of a delivery.
    pub(super) async fn receive(&mut self, mail: Mail, stamp: Stamp) {
        match mail {
            Mail::Parcel(parcel) => {
                self.post.get_or_insert_default();
                let arrival = Arrival { what: What::Parcel(&parcel), core: &self.cx.core, ring: None };
                // Reading it runs the user's `Deserialize`.
                let Ok(Some((Ok(message), by_hand))) = contain(|| A::arrive(&arrival)) else {
                    return self.undelivered(&Exit::StartFailed(format!("{} is not read", parcel.name).into()));
                };
                // One in order has to be known as taken, or the next would never have its turn.
                let is_idempotent = A::is_idempotent(&message) && parcel.turn == Turn::Any;
                let part = (!by_hand).then_some(DeliveryPart::Receives { parcel, is_idempotent });
                self.run_delivered(part, message, stamp).await;
            }
            Mail::Receipt(receipt) => self.settle(receipt, stamp).await,
            Mail::Wake => {
                self.ready_outbox().await;
            }
        }
    }

    async fn run_delivered(&mut self, delivery: Option<DeliveryPart>, message: A::Message, stamp: Stamp) {
        let label = Label { delivery, ..Label::new(self.storage.next_command(), None) };
        self.handle(Task { label, stamp: Some(stamp), message }).await;
    }

    /// The entity with its outbox. Where it cannot be had now, whatever needed it will come again.
    async fn ready_outbox(&mut self) -> Option<&mut Outbox> {
        self.post.get_or_insert_default().has_outbox = true;
        if self.incarnation.is_none() && Box::pin(self.revive(None)).await.is_err() {
            return None;
        }
        if self.load_outbox(None).await.is_err() {
            self.storage.outage.failed();
            self.discard();
            return None;
        }
        self.post.as_mut()?.outbox.as_mut()
    }

    /// A delivery is over. If the entity wants to know how, a command of its own ends it; else nothing but the end is stored.
    async fn settle(&mut self, Receipt { stream, id, outcome }: Receipt, stamp: Stamp) {
        if self.is_abandoned || self.ready_outbox().await.is_none() {
            return;
        }
        let Some(outbox) = self.post.as_ref().and_then(|post| post.outbox.as_ref()) else { return };
        // One that is over already, or of an outbox that was purged, says nothing.
        let Some(intent) = outbox.get(id).filter(|_| outbox.stream() == stream) else { return };
        let what = What::Outcome { id, intent, outcome: &outcome };
        let arrival = Arrival { what, core: &self.cx.core, ring: None };
        // What others have promised is none of the entity's business.
        let told = contain(|| if intent.is_from_outside { None } else { A::arrive(&arrival) });
        match told {
            Ok(Some((Ok(message), _))) => self.run_delivered(Some(DeliveryPart::Ends(id)), message, stamp).await,
            Ok(None) => {
                if outcome != Outcome::Confirmed {
                    let exit = Exit::StartFailed(format!("{} to {}: {outcome:?}", intent.name, intent.to()).into());
                    self.undelivered(&exit);
                }
                self.end_delivery(id);
            }
            // It cannot be read now; perhaps a newer program can.
            Ok(Some((Err(_), _))) | Err(_) => {
                self.undelivered(&Exit::StartFailed(format!("{} is not read", intent.name).into()));
            }
        }
    }

    /// Ends a delivery that may never be confirmed, as if it had been sent too often. `false` if there is none of that number.
    pub(super) async fn give_up_delivery(&mut self, id: u64) -> bool {
        let Some(outbox) = self.ready_outbox().await else { return false };
        let stream = outbox.stream();
        let Some(attempts) = outbox.get(id).map(|intent| intent.attempts) else { return false };
        self.settle(Receipt { stream, id, outcome: Outcome::GivenUp(attempts) }, Stamp::here()).await;
        true
    }

    /// Stores that a delivery is over.
    fn end_delivery(&mut self, id: u64) {
        let Some(seq) = self.incarnation.as_ref().map(|incarnation| incarnation.seq) else { return };
        let label = Label { delivery: Some(DeliveryPart::Ends(id)), ..Label::new(self.storage.next_command(), None) };
        let at = now();
        match self.stage(&label, &[], None, at) {
            Ok(Staged { rows, posted }) => self.log_rows(label, seq, at, rows, posted),
            Err(_) => self.discard(),
        }
    }

    /// What has come by way of a delivery would fail as often as it was run: a message is taken, and answered with that; the end of a delivery
    /// is stored without a word.
    pub(super) fn quarantine(&mut self, label: Label, words: &str) {
        let Some(seq) = self.incarnation.as_ref().map(|incarnation| incarnation.seq) else { return };
        let at = now();
        match self.stage(&label, &[], Some(Outcome::Quarantined(words.into())), at) {
            Ok(Staged { rows, posted }) => self.log_rows(label, seq, at, rows, posted),
            Err(_) => self.discard(),
        }
    }

    fn log_rows(&mut self, label: Label, seq: u64, at: i64, rows: Vec<Row>, posted: Option<Box<Posted>>) {
        let unit = Unit { rows, ..self.unit(&label, seq, at, Vec::new()) };
        let write = (!unit.rows.is_empty()).then(|| self.append(unit));
        self.push_unasked(label, write, posted);
    }

    /// A copy of a delivery that was taken already: the sender is told again, after everything that is in flight.
    pub(super) fn repeat(&mut self, label: Label, parcel: Arc<Parcel>, outcome: Outcome) {
        let receipt = Some((parcel, outcome));
        let posted = Some(Box::new(Posted { sends: 0..0, ended: Vec::new(), receipt, cause: self.observer.cause() }));
        self.push_unasked(label, None, posted);
    }

    /// What nobody waits for.
    fn push_unasked(&mut self, label: Label, write: Option<Write>, posted: Option<Box<Posted>>) {
        let (rejected, conclusion, snapshot, transitions) = (None, None, None, Vec::new());
        self.log.push(Decided { label, write, rejected, conclusion, snapshot, posted, transitions });
    }

    fn undelivered(&self, why: &Exit) {
        self.cx.core.note_dead_letter(std::any::type_name::<A>(), Some(self.id.key().id()), "delivery", why);
    }

    /// Whether the command is to be run, by what is known of the delivery that has brought it.
    pub(super) async fn admission(&mut self, label: &Label) -> Result<Admission, RecoveryError> {
        match &label.delivery {
            None => Ok(Admission::Run),
            Some(part) if self.postponed.has(part) => Ok(Admission::Drop),
            Some(DeliveryPart::Ends(id)) => {
                let is_waiting = self.post.as_ref().and_then(|post| post.outbox.as_ref()?.get(*id)).is_some();
                Ok(if is_waiting { Admission::Run } else { Admission::Drop })
            }
            Some(DeliveryPart::Receives { parcel, is_idempotent }) => {
                let parcel = parcel.clone();
                let taken = if *is_idempotent { None } else { self.taken(&parcel).await? };
                let Some(outcome) = taken else {
                    let window = self.post.as_ref().and_then(|post| post.windows.get(&parcel.window()));
                    let is_taken = |number| window.is_some_and(|window| window.answered(number).is_some());
                    return Ok(if parcel.turn.has_come(is_taken) { Admission::Run } else { Admission::Drop });
                };
                let in_progress = self.log.iter().filter_map(|decided| decided.posted.as_ref()?.receipt.as_ref());
                if in_progress.into_iter().any(|(other, _)| other.is_copy_of(&parcel)) {
                    return Ok(Admission::Drop);
                }
                Ok(Admission::Taken(parcel, outcome))
            }
        }
    }

    /// What was answered to this delivery before, if it was taken.
    async fn taken(&mut self, parcel: &Parcel) -> Result<Option<Outcome>, RecoveryError> {
        #[cfg(feature = "testing")]
        if crate::testing::are_deliveries_not_deduplicated() {
            self.post.get_or_insert_default().windows.insert(parcel.window(), Window::default());
            return Ok(None);
        }
        let id = parcel.window();
        let post = self.post.get_or_insert_default();
        if post.windows.get(&id).is_none() {
            let key = self.id.key().clone();
            let read = self.storage.store().rows(key.clone(), Table::Seen, before(id), 1);
            let rows = self.storage.read(read).await.map_err(RecoveryError::Read)?;
            let window = rows.first().map_or(Ok(Window::default()), |row| Window::read(row, id));
            let window = window.map_err(|cause| RecoveryError::Row {
                key,
                table: Table::Seen,
                cause: cause.to_string().into(),
            })?;
            post.windows.insert(id, window);
        }
        Ok(post.windows.get(&id).and_then(|window| window.answered(parcel.number)))
    }

    /// Reads what the entity has to send, if it was not read yet. Commands in doubt may be among those that have decided it.
    pub(super) async fn load_outbox(&mut self, mut search: Option<&mut Search>) -> Result<(), RecoveryError> {
        let post = self.post.get_or_insert_default();
        post.has_outbox = true;
        if post.outbox.is_some() {
            return Ok(());
        }
        let key = self.id.key();
        let mut outbox = Outbox::new(random_id(), self.cx.core.settings().ordered_window);
        let mut after = None;
        loop {
            let rows = self.storage.store().rows(key.clone(), Table::Outbox, after, PAGE);
            let rows = self.storage.part(rows).await.map_err(RecoveryError::Read)?;
            let Some(last) = rows.last() else { break };
            after = Some(last.id.clone());
            for row in &rows {
                let stored = outbox.read(row);
                let stored =
                    stored.map_err(|cause| RecoveryError::Row { key: key.clone(), table: Table::Outbox, cause })?;
                if let (Stored::Delivery(command), Some(search)) = (stored, &mut search) {
                    search.found.insert(command);
                }
            }
        }
        post.outbox = Some(outbox);
        post.tell::<A>();
        self.resend();
        Ok(())
    }

    /// What the incarnation before knew is forgotten, and what the next one needs is read.
    pub(super) async fn renew_post(&mut self, search: Option<&mut Search>) -> Result<(), RecoveryError> {
        let Some(post) = &mut self.post else { return Ok(()) };
        post.forget();
        if post.has_outbox { self.load_outbox(search).await } else { Ok(()) }
    }

    /// Sends what is overdue.
    fn resend(&mut self) -> Vec<u64> {
        let Redelivery { interval, burst, .. } = self.cx.core.settings().redelivery::<A>();
        let Some(outbox) = self.post.as_mut().and_then(|post| post.outbox.as_mut()) else { return Vec::new() };
        let now = clock::monotonic();
        let overdue = outbox.overdue(now, interval, burst);
        for id in &overdue {
            if let Some((to, parcel)) = outbox.send(*id, self.id.key(), now) {
                let (actor, id) = (std::any::type_name::<A>(), self.id.as_str());
                let cause = observe::redelivered(actor, id, parcel.id, &parcel.name, parcel.trace.as_deref());
                cause.run(|| self.cx.core.post(&to, Mail::Parcel(Arc::new(parcel))));
            }
        }
        overdue
    }

    /// Half an interval is over: what is overdue is sent again, what was sent too often is warned of, or given up.
    pub(super) async fn tick(&mut self) {
        if self.incarnation.is_none() {
            // With the state comes what is to be sent.
            self.ready_outbox().await;
            return;
        }
        let Redelivery { interval, burst, warn_after, most_attempts, .. } = self.cx.core.settings().redelivery::<A>();
        let Some(outbox) = self.post.as_ref().and_then(|post| post.outbox.as_ref()) else { return };
        let stream = outbox.stream();
        let (mut given_up, mut warned) = (Vec::new(), Vec::new());
        for id in outbox.overdue(clock::monotonic(), interval, burst) {
            let Some(intent) = outbox.get(id) else { continue };
            if most_attempts.is_some_and(|most| intent.attempts >= most) {
                given_up.push((id, intent.attempts));
            } else if intent.attempts == warn_after {
                warned.push(Unconfirmed { id, to: intent.to().clone(), attempts: intent.attempts });
            }
        }
        for (id, attempts) in given_up {
            let outcome = Outcome::GivenUp(attempts);
            self.settle(Receipt { stream, id, outcome }, Stamp::here()).await;
        }
        self.resend();
        if !warned.is_empty() {
            let arrival = Arrival { what: What::Warning(&warned), core: &self.cx.core, ring: None };
            if let Ok(Some((Ok(message), _))) = contain(|| A::arrive(&arrival)) {
                self.run_delivered(None, message, Stamp::here()).await;
            }
        }
    }

    /// Whether what is decided may be stored: a message that cannot be encoded, or for which there is no room, has to be known of before.
    pub(super) fn admits(&self, label: &Label, beside: &[Beside]) -> Result<(), Rejection> {
        let settings = self.cx.core.settings();
        let most_ordered = settings.ordered_window.saturating_add(settings.ordered_backlog);
        let outbox = self.post.as_ref().and_then(|post| post.outbox.as_ref());
        let (mut drafts, mut ordered) = (0, BTreeMap::new());
        for draft in beside.iter().filter_map(Beside::draft) {
            drafts += 1;
            if let Err(why) = &draft.payload {
                return Err(why.clone().into());
            }
            if draft.is_ordered {
                let count = ordered
                    .entry(&draft.to)
                    .or_insert_with(|| outbox.map_or(0, |outbox| outbox.ordered_len(&draft.to)));
                *count += 1;
                if *count > most_ordered {
                    return Err(Rejection::Unconfirmed { most: most_ordered });
                }
            }
        }
        let most = settings.redelivery::<A>().most_unconfirmed;
        // What it ends makes room: else a full outbox that is sent on from would stay full for ever.
        let ended: BTreeSet<_> =
            ends(label, beside).filter(|id| outbox.is_some_and(|outbox| outbox.get(*id).is_some())).collect();
        let unconfirmed = outbox.map_or(0, Outbox::len).saturating_sub(ended.len());
        if drafts > 0 && unconfirmed.saturating_add(drafts) > most {
            return Err(Rejection::Unconfirmed { most });
        }
        Ok(())
    }

    /// Whether the outbox has to be there before the decision is carried out.
    pub(super) fn lacks_outbox(&self, beside: &[Beside]) -> bool {
        let is_loaded = self.post.as_ref().is_some_and(|post| post.outbox.is_some());
        !is_loaded && beside.iter().any(|beside| beside.draft().is_some() || beside.given_up().is_some())
    }

    /// Numbers what is decided, and says what to store of it.
    pub(super) fn stage(
        &mut self,
        label: &Label,
        beside: &[Beside],
        outcome: Option<Outcome>,
        at: i64,
    ) -> Result<Staged, UnitError> {
        let mut rows = Vec::new();
        let Some(post) = &mut self.post else { return Ok(Staged { rows, posted: None }) };
        let (mut sends, mut ended) = (0..0, Vec::new());
        if let Some(outbox) = &mut post.outbox {
            let was_waiting = !outbox.is_empty();
            for (end, row) in ends(label, beside).filter_map(|id| outbox.remove(id)) {
                ended.push(end);
                rows.push(row);
            }
            let first = outbox.next();
            for draft in beside.iter().filter_map(Beside::draft) {
                rows.push(outbox.add(draft, label.command, self.observer.trace().as_ref())?);
            }
            sends = first..outbox.next();
            // What was given last is stored with every number; and whether there is anything left to be sent, with every change of that.
            if !sends.is_empty() || was_waiting && outbox.is_empty() {
                rows.push(outbox.head(at)?);
            }
        }
        let receipt = match (&label.delivery, outcome) {
            (Some(DeliveryPart::Receives { parcel, is_idempotent: true }), Some(outcome)) => {
                Some(Ok((parcel.clone(), outcome)))
            }
            (Some(DeliveryPart::Receives { parcel, .. }), Some(outcome)) => {
                let id = parcel.window();
                post.windows.get_mut(&id).map(|window| {
                    window.take(parcel.number, parcel.lowest, &outcome);
                    window.row(id).map(|row| {
                        rows.push(row);
                        (parcel.clone(), outcome)
                    })
                })
            }
            _ => None,
        };
        let unwritten = |cause: Arc<str>| UnitError::Message { message: "receipt", cause };
        let receipt = receipt.transpose().map_err(unwritten)?;
        let is_quiet = sends.is_empty() && ended.is_empty() && receipt.is_none();
        post.tell::<A>();
        let posted = (!is_quiet).then(|| Box::new(Posted { sends, ended, receipt, cause: self.observer.cause() }));
        Ok(Staged { rows, posted })
    }

    /// A decision is durable: what it sends leaves.
    pub(super) fn post(&mut self, Posted { sends, ended, receipt, cause }: Posted) {
        let core = &self.cx.core;
        if let Some(outbox) = self.post.as_mut().and_then(|post| post.outbox.as_mut()) {
            for ended in &ended {
                outbox.over(ended);
            }
            for (to, parcel) in outbox.send_first(sends, self.id.key(), clock::monotonic()) {
                cause.run(|| core.post(&to, Mail::Parcel(Arc::new(parcel))));
            }
        }
        if let Some((parcel, outcome)) = receipt {
            let receipt = Receipt { stream: parcel.stream, id: parcel.id, outcome };
            let to = Destination::Entity(parcel.sender.clone());
            cause.run(|| core.post(&to, Mail::Receipt(receipt)));
        }
    }
}

/// The deliveries that a decision ends.
fn ends<'a>(label: &Label, beside: &'a [Beside]) -> impl Iterator<Item = u64> + use<'a> {
    let ended = match label.delivery {
        Some(DeliveryPart::Ends(id)) => Some(id),
        _ => None,
    };
    ended.into_iter().chain(beside.iter().filter_map(Beside::given_up))
}
