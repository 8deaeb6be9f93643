//! The inspector as its users meet it: over HTTP, and in a browser.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(clippy::unused_self, reason = "not every command looks at the state")]
#![allow(unreachable_pub, missing_debug_implementations, missing_docs, reason = "the carts are those of the example")]

mod acting;
#[path = "../../examples/shop/cart.rs"]
mod cart;
mod client;
mod guarding;
mod looking;
mod many;
mod page;
mod shop;
