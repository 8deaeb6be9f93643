//! What it costs to have many timers in the store, and to set, cancel and fire others beside them.

mod clockwork;
mod pending;
mod rate;
mod run;

pub(crate) use run::Options;
