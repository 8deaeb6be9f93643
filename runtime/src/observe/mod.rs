//! What those who watch are told: spans and events for `tracing`, and measures for `metrics`.
//!
//! Each is off unless its feature is on. Where it is off, the twin of its file takes its place: every type is empty there and every function
//! does nothing, so that what is watched reads the same and costs nothing.
#![cfg_attr(feature = "tracing", doc = include_str!("spans.md"))]
#![cfg_attr(feature = "metrics", doc = include_str!("measures.md"))]

#[cfg_attr(not(feature = "metrics"), path = "measures_off.rs")]
mod measures;
#[cfg(feature = "metrics")]
mod names;
mod observer;
#[cfg(feature = "persistence")]
mod projections;
#[cfg(all(feature = "tracing", feature = "persistence"))]
mod propagate;
#[cfg_attr(not(feature = "tracing"), path = "spans_off.rs")]
mod spans;
mod stamp;

#[cfg(feature = "sqlite")]
pub(crate) use measures::Groups;
#[cfg(feature = "persistence")]
pub(crate) use measures::{Appends, Unconfirmed, held};
#[cfg(feature = "metrics")]
pub use names::{Kind, MEASURES, Measure, describe};
pub(crate) use observer::{Observer, dead_letter, unhandled};
#[cfg(feature = "persistence")]
pub(crate) use observer::{fired, not_recovered, recovered, redelivered};
#[cfg(feature = "persistence")]
pub(crate) use projections::{projected, projection_failed, projection_stopped};
#[cfg(all(feature = "tracing", feature = "persistence"))]
pub use propagate::{Propagator, PropagatorSet, set_propagator};
#[cfg(feature = "persistence")]
pub(crate) use spans::AppendSpan;
pub(crate) use spans::Cause;
pub(crate) use stamp::{Stamp, Stamped};
