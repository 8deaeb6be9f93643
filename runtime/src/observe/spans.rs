//! Spans and events, through `tracing`.

use crate::actor::Exit;
use crate::fsm::Unhandled;
use std::mem;
use std::sync::Arc;
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

    pub(super) fn receive(&mut self, Cause(cause): Cause, message: impl FnOnce() -> &'static str) {
        let name = self.name.as_deref();
        self.current = info_span!(
            target: "mainstay", parent: &cause, "mainstay.receive", actor = self.actor, name, message = message()
        );
    }

    pub(super) fn run<T>(&self, code: impl FnOnce() -> T) -> T {
        self.current.in_scope(code)
    }

    pub(super) fn cause(&self) -> Cause {
        Cause(self.current.clone())
    }

    /// The id that the subscriber has given the span, in hexadecimal.
    #[cfg(feature = "persistence")]
    pub(super) fn trace(&self) -> Option<Arc<str>> {
        self.current.id().map(|id| format!("{:016x}", id.into_u64()).into())
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
