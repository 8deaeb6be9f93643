//! The twin of `spans.rs`, for when nobody watches.

use crate::actor::Exit;
use crate::fsm::Unhandled;
use std::sync::Arc;

#[derive(Clone)]
pub(crate) struct Cause;

impl Cause {
    #[inline]
    pub(crate) fn here() -> Self {
        Self
    }

    #[inline]
    #[allow(clippy::unused_self, reason = "its twin has a span to enter")]
    pub(crate) fn run<T>(&self, code: impl FnOnce() -> T) -> T {
        code()
    }
}

pub(super) struct Spans;

#[allow(clippy::unused_self, reason = "its twin has something to say")]
impl Spans {
    #[inline]
    pub(super) fn new(_: &'static str, _: impl FnOnce() -> Option<Arc<str>>) -> Self {
        Self
    }

    #[inline]
    pub(super) fn receive(&mut self, _: Cause, _: impl FnOnce() -> &'static str) {}

    #[inline]
    pub(super) fn run<T>(&self, code: impl FnOnce() -> T) -> T {
        code()
    }

    pub(super) fn cause(&self) -> Cause {
        Cause
    }

    #[cfg(feature = "persistence")]
    #[inline]
    pub(super) fn trace(&self) -> Option<Arc<str>> {
        None
    }

    #[inline]
    pub(super) fn done(&mut self) {}

    #[inline]
    pub(super) fn failed(&mut self, _: &str) {}

    #[inline]
    pub(super) fn restarted(&mut self, _: &str) {}

    #[inline]
    pub(super) fn ended(&self, _: &Exit) {}
}

#[inline]
pub(super) fn dead_letter(_: &Cause, _: &'static str, _: &'static str, _: &Exit) {}

#[cfg(feature = "persistence")]
#[inline]
pub(super) fn recovered(_: &'static str, _: &str, _: u64) {}

#[inline]
pub(super) fn unhandled(_: &'static str, _: &'static str, _: &'static str, _: Unhandled) {}
