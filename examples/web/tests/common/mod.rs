//! The program as a child process, and a client for it.
#![allow(unreachable_pub, reason = "each test uses what it needs of it")]

mod client;
mod server;

pub use client::{Answer, Client};
pub use server::Server;
