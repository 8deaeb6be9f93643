//! The engine that forgets with its process.

mod data;
mod entity;
mod store;

pub use store::MemoryStore;
