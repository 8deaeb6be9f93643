//! The service `order` as its users meet it: over HTTP, and killed now and then.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod client;
mod kills;
mod manners;
mod page;
mod server;
