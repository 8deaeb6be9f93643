//! Spans and events, through `tracing`.

#[cfg(feature = "persistence")]
use super::propagate;
use crate::actor::Exit;
use crate::fsm::Unhandled;
#[cfg(feature = "persistence")]
use crate::journal::AppendError;
#[cfg(feature = "persistence")]
use std::fmt;
use std::mem;
use std::sync::Arc;
#[cfg(feature = "persistence")]
use tracing::debug_span;
use tracing::{Span, debug, error, info_span, warn};

/// The span in which something was sent.
#[derive(Clone)]
pub(crate) struct Cause(Span);

impl Cause {
    /// The current span.
    pub(crate) fn here() -> Self {
        Self(Span::current())
    }

    /// Runs `code` in the span.
    pub(crate) fn run<T>(&self, code: impl FnOnce() -> T) -> T {
        self.0.in_scope(code)
    }
}

/// The spans of one actor.
pub(super) struct Spans {
    actor: &'static str,
    name: Option<Arc<str>>,
    /// Of the message that is being handled, or has failed.
    current: Span,
}

impl Spans {
    pub(super) fn new(actor: &'static str, name: impl FnOnce() -> Option<Arc<str>>) -> Self {
        Self { actor, name: name(), current: Span::none() }
    }

    pub(super) fn receive(
        &mut self,
        Cause(cause): Cause,
        stored: Option<&str>,
        message: impl FnOnce() -> &'static str,
    ) {
        let name = self.name.as_deref();
        // A parent that is there says more than its stored name.
        let stored = stored.filter(|_| cause.id().is_none());
        self.current = info_span!(
            target: "mainstay", parent: &cause, "mainstay.receive", actor = self.actor, name, message = message(), cause = stored
        );
        #[cfg(feature = "persistence")]
        if let Some(stored) = stored {
            propagate::extract(&self.current, stored);
        }
    }

    pub(super) fn run<T>(&self, code: impl FnOnce() -> T) -> T {
        self.current.in_scope(code)
    }

    pub(super) fn cause(&self) -> Cause {
        Cause(self.current.clone())
    }

    #[cfg(feature = "persistence")]
    pub(super) fn trace(&self) -> Option<Arc<str>> {
        propagate::inject(&self.current)
    }

    #[cfg(feature = "persistence")]
    pub(super) fn append(&self, events: usize, last: u64) -> AppendSpan {
        let name = self.name.as_deref();
        AppendSpan(debug_span!(
            target: "mainstay", parent: &self.current, "mainstay.append", actor = self.actor, name, events, last
        ))
    }

    #[cfg(feature = "persistence")]
    pub(super) fn recovery(&self) -> Cause {
        let name = self.name.as_deref();
        Cause(debug_span!(target: "mainstay", parent: &self.current, "mainstay.recover", actor = self.actor, name))
    }

    pub(super) fn done(&mut self) {
        self.current = Span::none();
    }

    pub(super) fn failed(&mut self, words: &str) {
        let (span, name) = (mem::replace(&mut self.current, Span::none()), self.name.as_deref());
        error!(target: "mainstay", parent: &span, actor = self.actor, name, error = words, "failed");
    }

    pub(super) fn restarted(&mut self, words: &str) {
        // Of a message whose handler was cut short.
        self.done();
        let name = self.name.as_deref();
        warn!(target: "mainstay", parent: None, actor = self.actor, name, error = words, "restarted");
    }

    pub(super) fn ended(&self, exit: &Exit) {
        let name = self.name.as_deref();
        debug!(target: "mainstay", parent: None, actor = self.actor, name, %exit, "stopped");
    }
}

pub(super) fn dead_letter(Cause(cause): &Cause, actor: &'static str, message: &'static str, exit: &Exit) {
    warn!(target: "mainstay", parent: cause, actor, message_name = message, reason = %exit, "dead letter");
}

/// The span of a unit on its way. It ends when the store has answered.
#[cfg(feature = "persistence")]
#[derive(Debug)]
pub(crate) struct AppendSpan(Span);

#[cfg(feature = "persistence")]
impl AppendSpan {
    /// The store has said what became of the unit.
    pub(crate) fn answered(&mut self, outcome: &Result<(), AppendError>) {
        let span = mem::replace(&mut self.0, Span::none());
        if let Err(why) = outcome {
            warn!(target: "mainstay", parent: &span, error = %why, "not stored");
        }
    }
}

#[cfg(feature = "persistence")]
pub(super) fn redelivered(actor: &'static str, id: &str, delivery: u64, message: &str, stored: Option<&str>) -> Cause {
    let span = debug_span!(
        target: "mainstay", parent: None, "mainstay.redeliver", actor, name = id, delivery, message, cause = stored
    );
    if let Some(stored) = stored {
        propagate::extract(&span, stored);
    }
    Cause(span)
}

#[cfg(feature = "persistence")]
pub(super) fn not_recovered(actor: &'static str, id: &str, why: &dyn fmt::Display) {
    warn!(target: "mainstay", actor, name = id, error = %why, "not recovered");
}

#[cfg(feature = "persistence")]
pub(super) fn recovered(actor: &'static str, id: &str, events: u64) {
    debug!(target: "mainstay", actor, name = id, events, "recovered");
}

pub(super) fn unhandled(actor: &'static str, command: &'static str, state: &'static str, policy: Unhandled) {
    match policy {
        // What is postponed is not unhandled.
        Unhandled::Ignore | Unhandled::Postpone => {}
        Unhandled::Warn => warn!(target: "mainstay", actor, command, state, "unhandled"),
        Unhandled::Error => error!(target: "mainstay", actor, command, state, "unhandled"),
    }
}
