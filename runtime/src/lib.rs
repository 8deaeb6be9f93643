//! Declarative actors and state machines that outlive their process.
//!
//! You write plain structs, enums and methods, and annotate them. You get a typed handle whose calls look like method calls, a mailbox with
//! static dispatch, a state machine that is checked as a graph while compiling, and events that are stored before any reply leaves.
//!
//! # An actor in memory
//!
//! ```
//! use mainstay::prelude::*;
//!
//! #[actor]
//! #[derive(Default)]
//! pub struct Counter {
//!     count: u64,
//! }
//!
//! #[handlers]
//! impl Counter {
//!     /// Adds `by`; returns the new count.
//!     #[handle]
//!     pub fn add(&mut self, by: u64) -> u64 {
//!         self.count += by;
//!         self.count
//!     }
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let counter: CounterRef = Counter::default().spawn();
//! counter.add(2).tell()?; // and forget
//! assert_eq!(counter.add(3).await?, 5); // and wait for the reply
//! # Ok(())
//! # }
//! ```
//!
//! # A machine that is stored
//!
//! A command reads the state and decides which event to store. The event changes the state, now and again in every recovery. The reply
//! leaves when the event is durable.
//!
//! ```
//! use mainstay::prelude::*;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Message, Clone, Serialize, Deserialize)]
//! pub struct Publish;
//!
//! #[derive(Event, Serialize, Deserialize)]
//! #[event(name = "post.published")]
//! pub struct Published;
//!
//! #[fsm(states = PostState)]
//! #[derive(Default)]
//! pub struct Post {}
//!
//! #[derive(States)]
//! #[states(Post, name = "post")]
//! pub enum PostState {
//!     #[initial]
//!     #[on(Publish => Published => Online)]
//!     Draft,
//!     #[terminal]
//!     Online,
//! }
//!
//! impl PostFlow for Post {
//!     fn draft_publish(&self, _: Publish, _: &mut Context<Self>) -> Decide<Self, Publish, Published> {
//!         persist(Published)
//!     }
//!
//!     fn draft_published(&mut self, _: &Published) {}
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let dir = tempfile::tempdir()?;
//! # let dir = dir.path();
//! let system = System::open(dir).host::<Post>().start().await?;
//! let post = system.entity::<Post>("hello-world")?;
//! post.ask(Publish).await?;
//! assert_eq!(post.state().await?, "Online");
//! system.shutdown().await?;
//!
//! // Another process, another day.
//! let system = System::open(dir).host::<Post>().start().await?;
//! let post = system.entity::<Post>("hello-world")?;
//! assert_eq!(post.state().await?, "Online");
//! assert_eq!(post.ask(Publish).await, Err(CallError::Finished { state: "Online" }));
//! # Ok(())
//! # }
//! ```
//!
//! # Guide
//!
//! [`guide`] leads from a first program to one in production, in short chapters, each with a program that runs.
//!
//! # Features
//!
//! | feature | default | gives |
//! |---|---|---|
//! | `macros` | yes | `#[actor]`, `#[handlers]`, `#[fsm]`, the derives |
//! | `settings` | with `persistence` | [`Settings`](settings::Settings) from a file in any format that serde reads |
//! | `persistence` | with `sqlite` | entities, machines, the store in memory |
//! | `sqlite` | yes | the store on disk; needs a C compiler |
//! | `tracing` | no | a span for each message, caused by the one that sent it; see `observe` |
//! | `metrics` | no | counters, gauges and histograms through the `metrics` facade; see `observe` |
//! | `testing` | no | `testing`: a clock and an order of events that a test decides, and a probe; for `[dev-dependencies]` |
//! | `conformance` | no | `conformance`: tests for a store of your own; for `[dev-dependencies]` |
//!
//! Everything that the macros write can be written by hand against the traits in [`actor`], [`call`], `entity` and `fsm`.

pub mod actor;
pub mod call;
mod clock;
#[cfg(feature = "conformance")]
pub mod conformance;
pub mod delivery;
#[cfg(feature = "persistence")]
pub mod entity;
mod executor;
#[cfg(feature = "persistence")]
pub mod feed;
pub mod fsm;
#[cfg(doc)]
pub mod guide;
mod ide;
#[cfg(feature = "persistence")]
pub mod journal;
pub mod mailbox;
#[cfg(not(any(feature = "tracing", feature = "metrics")))]
mod observe;
#[cfg(any(feature = "tracing", feature = "metrics"))]
pub mod observe;
mod panics;
pub mod settings;
pub mod supervise;
mod sync;
pub mod system;
#[cfg(feature = "testing")]
pub mod testing;
#[cfg(feature = "persistence")]
pub mod timer;

#[doc(hidden)]
pub mod __private;
pub mod prelude;
