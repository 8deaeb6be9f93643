//! Deciding without a cell, for [`given`](crate::testing::given).

use super::beside::Beside;
use super::codec::{Event, UnitError, encode};
use super::command::Hand;
use super::decision::{AppliedBy, Decision};
use super::persist::{Answer, Events, Persist};
use super::persistent::{After, EventMeta, Recover};
use super::step::Step;
use crate::actor::Context;
use crate::call::{CallError, Message};
use crate::journal::{CommandId, NewEvent, Record};
use crate::timer::{Change, Fired, Moment};
use std::error::Error;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What a handler came to.
pub(crate) struct Trial<A: Recover, R, X> {
    pub(crate) events: Vec<A::Event>,
    pub(crate) effects: usize,
    /// What becomes of timers.
    pub(crate) changes: Vec<Change>,
    answer: Answer<A, R, X>,
}

impl<A: Recover, R, X> Trial<A, R, X> {
    /// What a persist handler returned.
    pub(crate) fn of_step<C: Message<Reply = R, Error = X>>(step: Step<A, C>, now: SystemTime) -> Self {
        Self::new(step.outcome(), now)
    }

    /// What a `#[command]` method returned.
    pub(crate) fn of_decision<D>(decision: D, now: SystemTime) -> Self
    where
        D: Decision<Actor = A, Event: AppliedBy<A>, Reply = R, Refusal = X>,
    {
        Self::new(decision.decided().map(Persist::into_any).map_err(CallError::Refused), now)
    }

    fn new(decided: Result<Persist<A, A::Event, R, X>, CallError<X>>, now: SystemTime) -> Self {
        let decided = decided.and_then(|decision| match changes(&decision.beside, now) {
            Ok(changes) => Ok((decision, changes)),
            Err(why) => Err(CallError::Unit(Box::new(why))),
        });
        match decided {
            Ok((Persist { events, answer, effects, .. }, changes)) => {
                let events = match events {
                    Events::None => Vec::new(),
                    Events::One(event) => vec![event],
                    Events::Many(events) => events,
                };
                Self { events, effects: effects.len(), changes, answer }
            }
            Err(why) => Self { events: Vec::new(), effects: 0, changes: Vec::new(), answer: Answer::Settle(why) },
        }
    }

    /// What the caller gets, from the state after the events.
    pub(crate) fn answer(self, after: &After<A>) -> Result<R, CallError<X>> {
        match self.answer {
            Answer::Reply(reply) => Ok(reply),
            Answer::ReplyWith(reply) => Ok(reply(after)),
            Answer::Settle(why) => Err(why),
            Answer::None => Err(CallError::NoReply),
        }
    }
}

/// What a decision does to timers, which is looked at as a cell does before it stores it.
fn changes(beside: &[Beside], now: SystemTime) -> Result<Vec<Change>, UnitError> {
    let at = i64::try_from(now.duration_since(UNIX_EPOCH).unwrap_or_default().as_micros()).unwrap_or(i64::MAX);
    let moment = Moment { at, command: CommandId { epoch: 1, number: 0 }, trace: None };
    let mut changes = Vec::new();
    for beside in beside {
        beside.rows(&moment)?;
        if let Beside::Timer(Ok(change)) = beside {
            changes.push(change.clone());
        }
    }
    Ok(changes)
}

/// Puts the command with this number into the hands of `cx`, at a time of the test's choice.
pub(crate) fn take<A: Recover>(cx: &mut Context<A>, number: u64, now: SystemTime) -> CommandId {
    let command = CommandId { epoch: 1, number };
    *cx.hand() = Hand { command, now: Some(now), ..Hand::empty() };
    command
}

/// Says that the command in hand comes from a timer that is due now.
pub(crate) fn take_fired<A: Recover>(cx: &mut Context<A>) {
    let due = cx.now();
    cx.hand().fired = Some(Fired { due: stored(due), missed: 0 });
}

/// The event as one of the actor's, by way of what is stored of it.
pub(crate) fn recovered<A: Recover>(event: &impl Event) -> Result<A::Event, Box<dyn Error>> {
    let NewEvent { name, version, codec, payload, tags } = encode(event)?;
    let (command, name) = (CommandId { epoch: 1, number: 0 }, name.into());
    let tags = tags.into_iter().map(Into::into).collect();
    let record = Record { seq: 1, epoch: 1, at: 0, command, name, version, codec, payload, tags, trace: None };
    Ok(A::decode(&record)?)
}

/// Encodes and applies `event`, as a cell does before it stores it.
pub(crate) fn apply<A: Recover>(
    state: A::State,
    event: &A::Event,
    seq: u64,
    at: SystemTime,
    command: CommandId,
) -> Result<A::State, UnitError> {
    let encoded = A::encode(event)?;
    let meta = EventMeta { seq, at: stored(at), command };
    A::apply(state, event, &meta)
        .map_err(|unexpected| UnitError::Unexpected { state: unexpected.state, event: encoded.name })
}

/// A time as a store gives it back: to the microsecond.
fn stored(at: SystemTime) -> SystemTime {
    let since = at.duration_since(UNIX_EPOCH).unwrap_or_default();
    UNIX_EPOCH + Duration::new(since.as_secs(), since.subsec_micros() * 1_000)
}
