//! What is said to somebody who made a mistake.

mod sink;
mod suggest;

pub(crate) use sink::Diagnostics;
pub(crate) use suggest::{did_you_mean, nearest};
