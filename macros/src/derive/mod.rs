//! The derives: types that are sent, and types that are stored.

pub(crate) mod event;
pub(crate) mod message;
pub(crate) mod timer;
