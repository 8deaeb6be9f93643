//! Tools for tests of programs with actors. Needs the feature `testing`, which belongs into `[dev-dependencies]`.
//!
//! - [`simulate`] runs a test in a world of its own: one thread, a clock that only the test moves, and an order of events that a seed decides.
//!   [`simulate_seeds`] runs it in many such orders and says which one failed.
//! - [`Probe`] is an actor that takes one type of message, for a test to look at and to answer.
//! - [`Network`] stands between actors and loses, doubles, delays and reorders what they send.
//! - `store::FaultyStore`, with the feature `persistence`, is a store that fails as it is told; and
//!   `store::crash_at_every_persist` runs a scenario with a crash before and after each of its writes.
//! - [`given`], with the feature `persistence`, lets a persistent actor or a machine decide and apply: no runtime, no store.
//! - `assert_idempotent`, with the feature `persistence`, runs a command twice.
//! - `coverage`, with the feature `persistence`, says which rows of a machine's table a test has taken; `paths` finds ways through the table.
//! - `samples` and `contract`, with the feature `persistence`, keep what a type has stored and promised in files, and read it with the program of today.
//! - [`expect`] waits for something, but not for ever.
//!
//! Handlers need none of it to be tested: they are methods, and `Account::default().deposit(3)` is a unit test.

#[cfg(feature = "persistence")]
mod blessed;
#[cfg(feature = "persistence")]
mod blind;
mod clock;
#[cfg(feature = "persistence")]
mod contract;
#[cfg(feature = "persistence")]
mod coverage;
#[cfg(feature = "persistence")]
mod diff;
mod expect;
#[cfg(feature = "persistence")]
mod given;
#[cfg(feature = "persistence")]
mod idempotent;
mod job;
mod link;
#[cfg(feature = "persistence")]
mod mail;
mod network;
#[cfg(feature = "persistence")]
mod outcome;
#[cfg(feature = "persistence")]
mod paths;
mod probe;
mod random;
#[cfg(feature = "persistence")]
mod samples;
mod simulate;
#[cfg(feature = "persistence")]
pub mod store;
mod world;

#[cfg(feature = "persistence")]
pub use blessed::Mismatch;
#[cfg(feature = "persistence")]
#[doc(hidden)]
pub use blind::{CommandIdsIgnored, DeliveriesNotDeduplicated};
pub use clock::Clock;
#[cfg(feature = "persistence")]
pub use contract::{ContractFile, contract};
#[cfg(feature = "persistence")]
pub use coverage::{Coverage, coverage};
pub use expect::{DEADLINE, expect};
#[cfg(feature = "persistence")]
pub use given::{Given, given};
#[cfg(feature = "persistence")]
pub use idempotent::assert_idempotent;
#[cfg(feature = "persistence")]
pub use mail::CarriedDeliveries;
pub use network::{Faults, Network, Traffic};
#[cfg(feature = "persistence")]
pub use outcome::Outcome;
#[cfg(feature = "persistence")]
pub use paths::{Paths, Step, paths, walk_on};
pub use probe::{Probe, ProbeRef, Received, Taker};
#[cfg(feature = "persistence")]
pub use samples::{Samples, samples};
pub use simulate::{Simulation, simulate, simulate_seeds};

#[cfg(feature = "persistence")]
pub(crate) use blind::{are_command_ids_ignored, are_deliveries_not_deduplicated};
pub(crate) use clock::VirtualSleep;
#[cfg(feature = "persistence")]
pub(crate) use coverage::{is_watched, took};
pub(crate) use job::{Job, turn};
#[cfg(feature = "persistence")]
pub(crate) use mail::carry;
#[cfg(feature = "persistence")]
pub(crate) use world::Hold;
pub(crate) use world::World;
