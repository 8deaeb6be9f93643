//! The programs as their users meet them: over HTTP. The service `order` is killed now and then.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod client;
mod kills;
mod manners;
mod outbox;
mod overview;
mod page;
mod server;
mod webhook;
