//! What a machine costs beside the same one written by hand.

mod by_hand;
mod gate;
mod run;
#[cfg(feature = "persistence")]
mod stored;

pub(crate) use run::{Lap, Options};
