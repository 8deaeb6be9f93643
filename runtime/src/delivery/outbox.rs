//! What an entity has to send: its deliveries that are not confirmed, as stored and as in memory.

use super::address::{DeliverTo, Destination};
use super::bytes::Bytes;
use super::confirmable::Confirmable;
use super::flow::{Flow, Turn};
use super::parcel::Parcel;
use crate::entity::{MAX_EVENT_BYTES, UnitError};
use crate::journal::{CommandId, EntityKey, Row, Table};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// The version of what is stored.
const VERSION: u32 = 1;

/// The row that says which number was given last. It comes before those of the deliveries.
const HEAD: u8 = 0;
const DELIVERY: u8 = 1;

/// A delivery that is decided and has no number yet.
#[derive(Debug)]
pub(crate) struct Draft {
    pub(crate) to: Destination,
    pub(crate) name: &'static str,
    pub(crate) version: u32,
    pub(crate) payload: Result<Arc<[u8]>, UnitError>,
    /// No decision of the entity's, but a promise that was made to somebody else: the entity is not told what becomes of it.
    pub(crate) is_from_outside: bool,
    pub(crate) is_ordered: bool,
}

impl Draft {
    pub(crate) fn new<M: Confirmable>(to: impl DeliverTo<M>, message: &M) -> Self {
        let unstorable = |cause: Arc<str>| UnitError::Message { message: M::NAME, cause };
        let payload = match rmp_serde::to_vec_named(message) {
            Ok(payload) if payload.len() > MAX_EVENT_BYTES => {
                let cause = format!("it takes {} bytes, and at most {MAX_EVENT_BYTES} can be stored", payload.len());
                Err(unstorable(cause.into()))
            }
            Ok(payload) => Ok(payload.into()),
            Err(cause) => Err(unstorable(cause.to_string().into())),
        };
        let is_ordered = to.is_ordered();
        let to = to.destination();
        Self { to, name: M::NAME, version: M::VERSION, payload, is_from_outside: false, is_ordered }
    }
}

/// All that an entity has to send.
#[derive(Debug)]
pub(crate) struct Outbox {
    stream: u64,
    /// The last number that was given.
    last: u64,
    /// In boxes: the map's nodes are half empty when its keys only rise.
    waiting: BTreeMap<u64, Box<Intent>>,
    lines: BTreeMap<Arc<Destination>, Line>,
    names: BTreeSet<Arc<str>>,
    flow: Flow,
    /// Those that have come into the window, and are to be sent.
    ready: Vec<u64>,
}

/// One delivery that is not confirmed.
#[derive(Debug)]
pub(crate) struct Intent {
    to: Arc<Destination>,
    number: u64,
    pub(crate) name: Arc<str>,
    pub(crate) version: u32,
    pub(crate) payload: Arc<[u8]>,
    trace: Option<Arc<str>>,
    pub(crate) is_from_outside: bool,
    /// How often it was sent since the entity was recovered.
    pub(crate) attempts: u32,
    state: State,
    is_ordered: bool,
}

/// A delivery that is decided and not confirmed, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PendingDelivery {
    /// Its number among all of the sender.
    pub id: u64,
    /// Where it goes.
    pub to: Destination,
    /// The stored name of the message.
    pub name: String,
    /// Whether it was promised to somebody else, and is no decision of the sender's.
    pub is_from_outside: bool,
    /// What named the span of the command that has decided it.
    pub trace: Option<String>,
}

/// A delivery that is over.
#[derive(Debug)]
pub(crate) struct Ended {
    to: Arc<Destination>,
    number: u64,
    is_ordered: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    /// Its unit is on its way to the store.
    Undurable,
    /// It is ordered, and behind the window.
    Behind,
    Unsent,
    /// When it was sent last, by the monotonic clock.
    Sent(Duration),
}

/// The deliveries to one destination.
#[derive(Debug, Default)]
struct Line {
    /// The last number that was given, if this incarnation has given one.
    last: Option<u64>,
    /// Those that may still be sent, as far as that is durable.
    waiting: BTreeSet<u64>,
}

/// The first row, as it is stored.
#[derive(Serialize, Deserialize)]
struct Head {
    version: u32,
    stream: u64,
    last: u64,
}

/// A delivery, as it is stored.
#[derive(Serialize, Deserialize)]
struct Written {
    version: u32,
    to: Destination,
    number: u64,
    name: Box<str>,
    message_version: u32,
    message: Bytes,
    /// The command that has decided it: its epoch and its number.
    command: (u64, u64),
    trace: Option<Box<str>>,
    is_from_outside: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    ordered: bool,
}

/// What a row has said.
pub(crate) enum Stored {
    Head,
    /// A delivery, by the command that has decided it.
    Delivery(CommandId),
}

impl Outbox {
    /// One that was never used.
    pub(crate) fn new(stream: u64, ordered_window: usize) -> Self {
        Self {
            stream,
            last: 0,
            waiting: BTreeMap::new(),
            lines: BTreeMap::new(),
            names: BTreeSet::new(),
            flow: Flow::new(ordered_window),
            ready: Vec::new(),
        }
    }

    /// Reads one row. The rows come in the order of their ids.
    pub(crate) fn read(&mut self, row: &Row) -> Result<Stored, Arc<str>> {
        let unreadable = |cause: rmp_serde::decode::Error| Arc::<str>::from(cause.to_string());
        let payload = row.payload.as_deref().unwrap_or_default();
        if row.id == [HEAD] {
            let Head { version, stream, last } = rmp_serde::from_slice(payload).map_err(unreadable)?;
            known(version)?;
            (self.stream, self.last) = (stream, last);
            return Ok(Stored::Head);
        }
        let id = match row.id.split_first() {
            Some((&DELIVERY, number)) => number.try_into().map(u64::from_be_bytes),
            _ => return Err("its id is none of a delivery".into()),
        };
        let id = id.map_err(|_| Arc::from("its id is none of a delivery"))?;
        let written: Written = rmp_serde::from_slice(payload).map_err(unreadable)?;
        known(written.version)?;
        let Written {
            to,
            number,
            name,
            message_version,
            message: Bytes(payload),
            command,
            trace,
            is_from_outside,
            ordered: is_ordered,
            ..
        } = written;
        let to = self.join(to, number);
        let name = self.name(&name);
        let is_behind = is_ordered && self.flow.add(&to, number, id);
        let state = if is_behind { State::Behind } else { State::Unsent };
        let (version, trace) = (message_version, trace.map(Into::into));
        let intent =
            Intent { to, number, name, version, payload, trace, is_from_outside, is_ordered, attempts: 0, state };
        self.waiting.insert(id, Box::new(intent));
        Ok(Stored::Delivery(CommandId { epoch: command.0, number: command.1 }))
    }

    /// How many deliveries are not confirmed.
    pub(crate) fn len(&self) -> usize {
        self.waiting.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    pub(crate) fn stream(&self) -> u64 {
        self.stream
    }

    /// The number that the next delivery gets.
    pub(crate) fn next(&self) -> u64 {
        self.last.saturating_add(1)
    }

    pub(crate) fn get(&self, id: u64) -> Option<&Intent> {
        self.waiting.get(&id).map(|intent| &**intent)
    }

    /// Gives a delivery its number, and says what to store.
    pub(crate) fn add(
        &mut self,
        draft: &Draft,
        command: CommandId,
        trace: Option<&Arc<str>>,
    ) -> Result<Row, UnitError> {
        let payload = draft.payload.clone()?;
        let id = self.next();
        // Numbers for one destination follow each other for as long as that is known; else the delivery's own will do, which is higher than
        // any that was given before.
        let number = self.lines.get(&draft.to).and_then(|line| line.last).map_or(id, |last| last.saturating_add(1));
        let written = Written {
            version: VERSION,
            to: draft.to.clone(),
            number,
            name: draft.name.into(),
            message_version: draft.version,
            message: Bytes(payload.clone()),
            command: (command.epoch, command.number),
            trace: trace.map(|trace| (**trace).into()),
            is_from_outside: draft.is_from_outside,
            ordered: draft.is_ordered,
        };
        let written = rmp_serde::to_vec_named(&written)
            .map_err(|cause| UnitError::Message { message: draft.name, cause: cause.to_string().into() })?;
        self.last = id;
        let to = self.join(draft.to.clone(), number);
        if let Some(line) = self.lines.get_mut(&to) {
            line.last = Some(number);
        }
        let name = self.name(draft.name);
        let (version, trace) = (draft.version, trace.cloned());
        let (is_from_outside, is_ordered) = (draft.is_from_outside, draft.is_ordered);
        if is_ordered {
            self.flow.add(&to, number, id);
        }
        let state = State::Undurable;
        let intent =
            Intent { to, number, name, version, payload, trace, is_from_outside, is_ordered, attempts: 0, state };
        self.waiting.insert(id, Box::new(intent));
        Ok(Row { table: Table::Outbox, id: row_id(id), due: None, payload: Some(written) })
    }

    /// Ends a delivery, and says what to store. Copies of others do not tell of it before that is [`over`](Outbox::over).
    pub(crate) fn remove(&mut self, id: u64) -> Option<(Ended, Row)> {
        let Intent { to, number, is_ordered, .. } = *self.waiting.remove(&id)?;
        Some((Ended { to, number, is_ordered }, Row { table: Table::Outbox, id: row_id(id), due: None, payload: None }))
    }

    /// The end of a delivery is durable. A receiver that heard of it before would take a copy for one that it has had, and that copy comes
    /// if the end was not stored after all.
    pub(crate) fn over(&mut self, Ended { to, number, is_ordered }: &Ended) {
        if let Some(line) = self.lines.get_mut(to) {
            line.waiting.remove(number);
            if line.waiting.is_empty() {
                self.lines.remove(to);
            }
        }
        if *is_ordered
            && let Some(next) = self.flow.remove(to, *number)
            && let Some(other) = self.waiting.get_mut(&next)
            && other.state == State::Behind
        {
            other.state = State::Unsent;
            self.ready.push(next);
        }
    }

    /// How many ordered deliveries to this destination are not confirmed.
    pub(crate) fn ordered_len(&self, to: &Destination) -> usize {
        self.flow.len(to)
    }

    /// The first row. It is due for as long as there is something to send: so a system finds those that it has to wake.
    pub(crate) fn head(&self, at: i64) -> Result<Row, UnitError> {
        let head = Head { version: VERSION, stream: self.stream, last: self.last };
        let payload = rmp_serde::to_vec_named(&head)
            .map_err(|cause| UnitError::Message { message: "outbox", cause: cause.to_string().into() })?;
        let due = (!self.is_empty()).then_some(at);
        Ok(Row { table: Table::Outbox, id: vec![HEAD], due, payload: Some(payload) })
    }

    /// The unit with these deliveries is durable. They are sent, unless they were already, or are behind a window; and so are those that have
    /// come into one.
    pub(crate) fn send_first(
        &mut self,
        ids: Range<u64>,
        from: &EntityKey,
        now: Duration,
    ) -> Vec<(Arc<Destination>, Parcel)> {
        let mut first = std::mem::take(&mut self.ready);
        for id in ids {
            let Some(intent) = self.waiting.get_mut(&id).filter(|intent| intent.attempts == 0) else { continue };
            if intent.is_ordered && self.flow.is_behind(&intent.to, intent.number) {
                intent.state = State::Behind;
            } else {
                first.push(id);
            }
        }
        first.into_iter().filter_map(|id| self.send(id, from, now)).collect()
    }

    /// The deliveries that were not confirmed in time, those with the lowest numbers, at most `burst`. With an ordered one, all that are under way
    /// after it: its receiver has dropped them, if it has not come.
    pub(crate) fn overdue(&self, now: Duration, interval: Duration, burst: usize) -> Vec<u64> {
        let is_overdue = |intent: &Intent| match intent.state {
            State::Undurable | State::Behind => false,
            State::Unsent => true,
            State::Sent(at) => at.saturating_add(interval) <= now,
        };
        let (mut overdue, mut after) = (Vec::new(), BTreeMap::new());
        for (id, intent) in self.waiting.iter().filter(|(_, intent)| is_overdue(intent)).take(burst) {
            overdue.push(*id);
            if intent.is_ordered {
                after.entry(&*intent.to).or_insert(intent.number);
            }
        }
        if !after.is_empty() {
            let is_durable = |id: &u64| self.waiting.get(id).is_some_and(|intent| intent.state != State::Undurable);
            overdue.extend(after.into_iter().flat_map(|(to, number)| self.flow.from(to, number)).filter(is_durable));
            overdue.sort_unstable();
            overdue.dedup();
            overdue.truncate(burst);
        }
        overdue
    }

    /// One copy of a delivery.
    pub(crate) fn send(&mut self, id: u64, from: &EntityKey, now: Duration) -> Option<(Arc<Destination>, Parcel)> {
        let intent = self.waiting.get_mut(&id)?;
        intent.attempts = intent.attempts.saturating_add(1);
        intent.state = State::Sent(now);
        let lowest = self.lines.get(&intent.to).and_then(|line| line.waiting.first()).copied();
        let parcel = Parcel {
            sender: from.clone(),
            stream: self.stream,
            id,
            number: intent.number,
            lowest: lowest.unwrap_or(intent.number),
            name: intent.name.clone(),
            version: intent.version,
            payload: intent.payload.clone(),
            trace: intent.trace.clone(),
            turn: if intent.is_ordered { self.flow.turn(&intent.to, intent.number) } else { Turn::Any },
            ticket: None,
        };
        Some((intent.to.clone(), parcel))
    }

    /// The destination as others have it, with one more delivery waiting for it.
    fn join(&mut self, to: Destination, number: u64) -> Arc<Destination> {
        let to = self.lines.get_key_value(&to).map_or_else(|| Arc::new(to), |(known, _)| known.clone());
        self.lines.entry(to.clone()).or_default().waiting.insert(number);
        to
    }

    fn name(&mut self, name: &str) -> Arc<str> {
        if let Some(known) = self.names.get(name) {
            return known.clone();
        }
        let name: Arc<str> = name.into();
        self.names.insert(name.clone());
        name
    }
}

impl Intent {
    pub(crate) fn to(&self) -> &Destination {
        &self.to
    }

    /// What names the span of the command that has decided it.
    pub(crate) fn trace(&self) -> Option<&Arc<str>> {
        self.trace.as_ref()
    }
}

/// What stands in a row of an outbox, for those who look; `None` of the first row.
pub(crate) fn pending(row: &Row) -> Result<Option<PendingDelivery>, Arc<str>> {
    let Some((&DELIVERY, number)) = row.id.split_first() else { return Ok(None) };
    let id = number.try_into().map(u64::from_be_bytes).map_err(|_| Arc::from("its id is none of a delivery"))?;
    let payload = row.payload.as_deref().unwrap_or_default();
    let written: Written = rmp_serde::from_slice(payload)
        .map_err(|cause: rmp_serde::decode::Error| Arc::<str>::from(cause.to_string()))?;
    known(written.version)?;
    let Written { to, name, is_from_outside, trace, .. } = written;
    Ok(Some(PendingDelivery { id, to, name: name.into(), is_from_outside, trace: trace.map(Into::into) }))
}

fn row_id(id: u64) -> Vec<u8> {
    let mut row = vec![DELIVERY];
    row.extend(id.to_be_bytes());
    row
}

fn known(version: u32) -> Result<(), Arc<str>> {
    if version > VERSION {
        return Err(format!("it has version {version}, and this program knows versions up to {VERSION}").into());
    }
    Ok(())
}
