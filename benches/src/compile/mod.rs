//! What the macros cost while compiling, and what a small program costs to build.

mod build;
mod expansion;
mod run;

pub(crate) use run::Options;
