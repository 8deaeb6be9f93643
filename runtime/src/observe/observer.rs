//! One actor, as those who watch see it.

use super::measures::{self, Measures};
#[cfg(feature = "persistence")]
use super::spans::AppendSpan;
use super::spans::{self, Cause, Spans};
use super::stamp::Stamp;
use crate::actor::Exit;
use crate::fsm::Unhandled;
#[cfg(feature = "persistence")]
use std::fmt;
use std::sync::Arc;
#[cfg(feature = "persistence")]
use std::time::Duration;

/// Tells those who watch what an actor does. It lives as long as the actor, over all incarnations.
pub(crate) struct Observer {
    spans: Spans,
    measures: Measures,
}

impl Observer {
    /// Of an actor of the type `actor` that is born now. It is asked for its name only where somebody watches.
    pub(crate) fn born(actor: &'static str, name: impl FnOnce() -> Option<Arc<str>>) -> Self {
        Self { spans: Spans::new(actor, name), measures: Measures::new(actor) }
    }

    /// So many messages lie in front of the actor, which comes for more.
    #[inline]
    pub(crate) fn found(&self, waiting: usize) {
        self.measures.found(waiting);
    }

    /// A message is about to be handled.
    #[inline]
    pub(crate) fn receive(&mut self, stamp: Stamp, message: impl FnOnce() -> &'static str) {
        self.receive_late(stamp, None, message);
    }

    /// The same, of a message whose cause may be known by its stored name alone.
    #[inline]
    pub(crate) fn receive_late(&mut self, stamp: Stamp, stored: Option<&str>, message: impl FnOnce() -> &'static str) {
        self.spans.receive(stamp.cause, stored, message);
        self.measures.receive(stamp.sent);
    }

    /// Runs a part of the handler, in the span of its message.
    #[inline]
    pub(crate) fn run<T>(&self, code: impl FnOnce() -> T) -> T {
        self.spans.run(code)
    }

    /// The span of the message that is being handled, for what runs elsewhere.
    pub(crate) fn cause(&self) -> Cause {
        self.spans.cause()
    }

    /// What names the span of the message that is being handled, to be stored with what it causes.
    #[cfg(feature = "persistence")]
    #[inline]
    pub(crate) fn trace(&self) -> Option<Arc<str>> {
        self.spans.trace()
    }

    /// A unit is on its way to the store, with so many events, the last of them with the number `last`.
    #[cfg(feature = "persistence")]
    #[inline]
    pub(crate) fn append(&self, events: usize, last: u64) -> AppendSpan {
        self.spans.append(events, last)
    }

    /// The span in which the state is read.
    #[cfg(feature = "persistence")]
    pub(crate) fn recovery(&self) -> Cause {
        self.spans.recovery()
    }

    /// The message has been handled.
    #[inline]
    pub(crate) fn done(&mut self) {
        self.spans.done();
        self.measures.done();
    }

    /// The incarnation has failed; its message, if it was one, was the last that was received.
    pub(crate) fn failed(&mut self, words: &str) {
        self.spans.failed(words);
    }

    /// The actor starts over.
    pub(crate) fn restarted(&mut self, words: &str) {
        self.spans.restarted(words);
        self.measures.restarted();
    }

    /// The actor has ended.
    pub(crate) fn ended(&mut self, exit: &Exit) {
        self.spans.ended(exit);
        self.measures.ended();
    }
}

/// A message was accepted and will not be handled.
pub(crate) fn dead_letter(stamp: &Stamp, actor: &'static str, message: &'static str, exit: &Exit) {
    spans::dead_letter(&stamp.cause, actor, message, exit);
    measures::dead_letter(actor, exit);
}

/// An entity has got its state back, from `events` events.
#[cfg(feature = "persistence")]
pub(crate) fn recovered(actor: &'static str, id: &str, events: u64) {
    spans::recovered(actor, id, events);
    measures::recovered(actor);
}

/// An entity could not get its state back.
#[cfg(feature = "persistence")]
pub(crate) fn not_recovered(actor: &'static str, id: &str, why: &dyn fmt::Display) {
    spans::not_recovered(actor, id, why);
}

/// A delivery is sent again, or for the first time after a recovery. Gives the span in which it is sent.
#[cfg(feature = "persistence")]
pub(crate) fn redelivered(actor: &'static str, id: &str, delivery: u64, message: &str, stored: Option<&str>) -> Cause {
    measures::redelivered(actor);
    spans::redelivered(actor, id, delivery, message, stored)
}

/// A timer is handled, so long after it was due.
#[cfg(feature = "persistence")]
pub(crate) fn fired(actor: &'static str, lag: Duration) {
    measures::fired(actor, lag);
}

/// A machine's state had no row for a command.
pub(crate) fn unhandled(actor: &'static str, command: &'static str, state: &'static str, policy: Unhandled) {
    spans::unhandled(actor, command, state, policy);
    measures::unhandled(actor, command, state);
}
