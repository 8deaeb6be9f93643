//! What every store does, as tests that an engine of your own can run. Needs the feature `conformance`, which belongs into
//! `[dev-dependencies]`.
//!
//! Implement [`Engine`] for whatever opens a store of yours, and call [`conformance!`](crate::conformance!) once:
//!
//! ```
//! use mainstay::conformance::{Engine, OpenFailed};
//! use mainstay::journal::{MemoryStore, Store};
//! use std::sync::Arc;
//!
//! struct InMemory(MemoryStore);
//!
//! impl Engine for InMemory {
//!     async fn open(&mut self) -> Result<Arc<dyn Store>, OpenFailed> {
//!         Ok(Arc::new(self.0.restart()))
//!     }
//! }
//!
//! mainstay::conformance!(in_memory, InMemory(MemoryStore::new()));
//! ```
//!
//! That makes a module `in_memory` with a test for each rule. The names carry the numbers of the rules that they prove: `t12_..` is rule
//! T12 of the list that the test kits of Akka, Pekko and Akka.NET come from, with what these leave out. Each test has a runtime of its own,
//! and fails if it is not over within [`TIME_LIMIT`]: a store must answer (T68).
//!
//! # What is not here
//!
//! | rules | why |
//! |---|---|
//! | T20, T23 | events are encoded before a store sees them |
//! | T24 | every test has a store of its own; T62 shows that ids do not mix |
//! | T26, T30, T32, T34, in part T33 | a snapshot is found by its number: a bound on its time would say nothing that a number does not |
//! | T37 | a snapshot is bytes to a store, as T36 has them |
//! | T41, T42 | performance: see the benchmarks |
//! | T52, T57, T58, T66 | need a hand in the engine's files: each engine has tests of its own for a kill, a missing or damaged row, and a damaged snapshot |
//! | T67, in part | a snapshot beyond the last event is refused, so that only one of the last event can outlive all events |
//! | T68 | [`TIME_LIMIT`] holds for every rule; what a store does when its disk or network fails is up to the tests of the engine |
//! | T72 | is a store itself: `testing::FaultyStore` |

#![allow(clippy::expect_used, clippy::panic, clippy::missing_panics_doc, reason = "a test that cannot go on fails")]

mod engine;
mod units;

#[doc(hidden)]
pub mod beside;
#[doc(hidden)]
pub mod deleting;
#[doc(hidden)]
pub mod events;
#[doc(hidden)]
pub mod feeds;
#[doc(hidden)]
pub mod lives;
#[doc(hidden)]
pub mod writers;

pub use engine::{Engine, OpenFailed, TIME_LIMIT};

#[doc(hidden)]
pub use engine::{Subject, run};
