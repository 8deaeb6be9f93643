//! What programs have stored, kept to be read by those that come after them.

mod check;
mod folder;
mod given;
mod sample;

pub use given::{Samples, samples};
