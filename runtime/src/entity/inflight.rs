//! What a cell has decided and does not know to be durable yet.
//!
//! Answers and effects leave in the order of the decisions, each when its unit is durable and everything before it has left.

use super::persistent::Recover;
use super::post::Posted;
use super::rejection::Rejection;
use super::step::Conclude;
use super::storage::Storage;
use super::task::Label;
use super::under_way::Called;
use crate::clock::{self, Sleep};
use crate::fsm::Transition;
use crate::journal::{AppendError, Appended, Pending};
use crate::observe::{AppendSpan, Appends};
use std::collections::VecDeque;
use std::future::Future as _;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

pub(super) struct InFlight<A: Recover> {
    decided: VecDeque<Decided<A>>,
    /// How many bytes of events are on their way.
    bytes: usize,
    /// How many of the decisions raise messages.
    raising: usize,
    appends: Appends,
    /// For the deadline of the oldest write. It stays when that one is answered: few writes ever need it.
    alarm: Option<Sleep>,
}

pub(super) struct Decided<A: Recover> {
    pub(super) label: Label,
    /// `None` for a decision that stores nothing.
    pub(super) write: Option<Write>,
    /// Why the decision is not carried out: said in its turn, for it may depend on what is in flight.
    pub(super) rejected: Option<Rejection>,
    /// `None` for what nobody waits for.
    pub(super) conclusion: Option<Box<dyn Conclude<A>>>,
    /// A snapshot to be saved when all that is in it is durable.
    pub(super) snapshot: Option<TakenSnapshot>,
    /// What is sent when it is durable.
    pub(super) posted: Option<Box<Posted>>,
    /// What subscribers are told when it is durable.
    pub(super) transitions: Vec<Transition>,
}

impl<A: Recover> Decided<A> {
    fn raises(&self) -> bool {
        self.conclusion.as_ref().is_some_and(|conclusion| conclusion.raises())
    }

    /// The message as it was, to be run again or rejected.
    pub(super) fn take_back(self) -> Option<A::Message> {
        self.conclusion.map(Conclude::take_back)
    }
}

/// A decision, and what the store has said of its unit; `Ok` if it has none.
pub(super) struct Settled<A: Recover> {
    pub(super) decided: Decided<A>,
    pub(super) outcome: Result<(), AppendError>,
}

/// A unit on its way.
pub(super) struct Write {
    pub(super) answer: Pending<Appended, AppendError>,
    /// The number of the entity's last event once it is stored.
    pub(super) last: u64,
    pub(super) epoch: u64,
    pub(super) since: Duration,
    pub(super) bytes: usize,
    pub(super) span: AppendSpan,
    /// Counted for as long as this is there.
    pub(super) _called: Called,
}

/// A state, encoded when it was current.
pub(super) struct TakenSnapshot {
    pub(super) seq: u64,
    pub(super) payload: Vec<u8>,
}

impl<A: Recover> InFlight<A> {
    pub(super) fn new() -> Self {
        let appends = Appends::new(std::any::type_name::<A>());
        Self { decided: VecDeque::new(), bytes: 0, raising: 0, appends, alarm: None }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.decided.is_empty()
    }

    /// Whether something in flight raises messages, which come before everything else.
    pub(super) fn raises(&self) -> bool {
        self.raising > 0
    }

    /// Whether another command may be decided.
    pub(super) fn has_room(&self, decisions: usize, bytes: usize) -> bool {
        self.decided.is_empty() || self.decided.len() < decisions && self.bytes < bytes
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Decided<A>> {
        self.decided.iter()
    }

    pub(super) fn push(&mut self, decided: Decided<A>) {
        self.bytes += decided.write.as_ref().map_or(0, |write| write.bytes);
        self.raising += usize::from(decided.raises());
        self.decided.push_back(decided);
    }

    /// The oldest decision, once what became of it is known. `None` when there is none.
    pub(super) fn poll(&mut self, task: &mut Context<'_>, storage: &Storage) -> Poll<Option<Settled<A>>> {
        let Some(Decided { write, .. }) = self.decided.front_mut() else { return Poll::Ready(None) };
        let outcome = match write {
            None => Ok(()),
            Some(write) => match Pin::new(&mut write.answer).poll(task) {
                Poll::Ready(answer) => answer.map(drop),
                Poll::Pending => {
                    let due = write.since.saturating_add(storage.deadline);
                    ready!(poll_alarm(&mut self.alarm, due, task));
                    Err(AppendError::Unknown { cause: storage.late() })
                }
            },
        };
        Poll::Ready(self.decided.pop_front().map(|mut decided| {
            self.raising -= usize::from(decided.raises());
            if let Some(write) = &mut decided.write {
                self.bytes -= write.bytes;
                write.span.answered(&outcome);
                self.appends.answered(write.since);
            }
            Settled { decided, outcome }
        }))
    }
}

/// Ready when it is `due`. One alarm serves many writes: it is set anew only when it goes off.
pub(super) fn poll_alarm(alarm: &mut Option<Sleep>, due: Duration, task: &mut Context<'_>) -> Poll<()> {
    loop {
        ready!(alarm.get_or_insert_with(|| clock::sleep_until(due)).as_mut().poll(task));
        *alarm = None;
        if clock::monotonic() >= due {
            return Poll::Ready(());
        }
    }
}
