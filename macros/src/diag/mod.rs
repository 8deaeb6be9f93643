//! What is said to somebody who made a mistake.

pub(crate) mod catalogue;
mod message;
mod sink;
mod suggest;

pub(crate) use message::Message;
pub(crate) use sink::Diagnostics;
pub(crate) use suggest::{did_you_mean, nearest};
