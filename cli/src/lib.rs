//! Looks into a store of mainstay: lists, shows, verifies, copies, erases and backs up what is stored, the reading commands also beside a running
//! system.
//!
//! `mainstay --help` says what there is, and `docs/operations.md` walks through it. The program `mainstay` knows no types: it shows what is stored.
//! [`Tool`] is the same program in a binary of yours, with your types: it shows states too, reads events as your types do, compares snapshots with what
//! events make, and says whether every entity would be recovered.
//!
//! # Exit codes
//!
//! | code | means |
//! |---|---|
//! | 0 | done |
//! | 1 | `verify` has found faults, or `check` entities that would not be recovered |
//! | 2 | the command line, the store or the input cannot be used; nothing was written |
//! | 3 | something could not be read or written |
#![forbid(unsafe_code)]

mod args;
mod check;
mod copies;
mod decode;
mod entities;
mod erase;
mod event;
mod failure;
mod name;
mod out;
mod rows;
mod shell;
mod show;
mod stats;
mod tail;
mod time;
mod tool;
mod types;
mod verify;

pub use tool::Tool;
