//! What it costs to deliver: beside plain appends, in memory, and in each tick.

mod pending;
mod rate;
mod run;
mod shop;

pub(crate) use run::Options;
pub(crate) use run::Tick;
