//! What every picture is like, shown on machines that a seed makes up.

mod random;
mod snapshots;
mod written;

pub(crate) use random::machine;
