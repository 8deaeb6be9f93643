//! The twin of `spans.rs`, for when nobody watches.

use crate::actor::Exit;
use crate::fsm::Unhandled;
#[cfg(feature = "persistence")]
use crate::journal::AppendError;
#[cfg(feature = "persistence")]
use std::fmt;
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
    pub(super) fn receive(&mut self, _: Cause, _: Option<&str>, _: impl FnOnce() -> &'static str) {}

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

    #[cfg(feature = "persistence")]
    #[inline]
    pub(super) fn append(&self, _: usize, _: u64) -> AppendSpan {
        AppendSpan
    }

    #[cfg(feature = "persistence")]
    #[inline]
    pub(super) fn recovery(&self) -> Cause {
        Cause
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
#[derive(Debug)]
pub(crate) struct AppendSpan;

#[cfg(feature = "persistence")]
impl AppendSpan {
    #[inline]
    #[allow(clippy::unused_self, reason = "its twin has a span to end")]
    pub(crate) fn answered(&mut self, _: &Result<(), AppendError>) {}
}

#[cfg(feature = "persistence")]
#[inline]
pub(super) fn redelivered(_: &'static str, _: &str, _: u64, _: &str, _: Option<&str>) -> Cause {
    Cause
}

#[cfg(feature = "persistence")]
#[inline]
pub(super) fn not_recovered(_: &'static str, _: &str, _: &dyn fmt::Display) {}

#[cfg(feature = "persistence")]
#[inline]
pub(super) fn recovered(_: &'static str, _: &str, _: u64) {}

#[inline]
pub(super) fn unhandled(_: &'static str, _: &'static str, _: &'static str, _: Unhandled) {}
