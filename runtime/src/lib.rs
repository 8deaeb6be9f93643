#![doc = "Declarative actors and state machines that outlive their process."]

#[cfg(feature = "persistence")]
pub mod journal;
