//! The twin of `measures.rs`, for when nobody counts.

use crate::actor::Exit;
#[cfg(feature = "persistence")]
use std::time::Duration;

pub(super) struct Sent;

impl Sent {
    #[inline]
    pub(super) fn now() -> Self {
        Self
    }
}

pub(super) struct Measures;

#[allow(clippy::unused_self, reason = "its twin has something to count")]
impl Measures {
    #[inline]
    pub(super) fn new(_: &'static str) -> Self {
        Self
    }

    #[inline]
    pub(super) fn found(&self, _: usize) {}

    #[inline]
    pub(super) fn receive(&mut self, _: Sent) {}

    #[inline]
    pub(super) fn done(&mut self) {}

    #[inline]
    pub(super) fn restarted(&self) {}

    #[inline]
    pub(super) fn ended(&mut self) {}
}

#[inline]
pub(super) fn dead_letter(_: &'static str, _: &Exit) {}

#[cfg(feature = "persistence")]
pub(crate) struct Appends;

#[cfg(feature = "persistence")]
#[allow(clippy::unused_self, reason = "its twin has something to measure")]
impl Appends {
    #[inline]
    pub(crate) fn new(_: &'static str) -> Self {
        Self
    }

    #[inline]
    pub(crate) fn answered(&self, _: Duration) {}
}

#[cfg(feature = "sqlite")]
#[derive(Debug)]
pub(crate) struct Groups;

#[cfg(feature = "sqlite")]
#[allow(clippy::unused_self, reason = "its twin has something to measure")]
impl Groups {
    #[inline]
    pub(crate) fn new() -> Self {
        Self
    }

    #[inline]
    pub(crate) fn written(&self, _: usize) {}
}

#[cfg(feature = "persistence")]
#[inline]
pub(crate) fn held(_: &'static str, _: Duration) {}

#[cfg(feature = "persistence")]
#[derive(Default)]
pub(crate) struct Unconfirmed;

#[cfg(feature = "persistence")]
impl Unconfirmed {
    #[inline]
    #[allow(clippy::unused_self, reason = "its twin has something to count")]
    pub(crate) fn set(&mut self, _: &'static str, _: usize) {}
}

#[cfg(feature = "persistence")]
#[inline]
pub(super) fn redelivered(_: &'static str) {}

#[cfg(feature = "persistence")]
#[inline]
pub(super) fn fired(_: &'static str, _: Duration) {}

#[cfg(feature = "persistence")]
#[inline]
pub(super) fn recovered(_: &'static str) {}

#[inline]
pub(super) fn unhandled(_: &'static str, _: &'static str, _: &'static str) {}
