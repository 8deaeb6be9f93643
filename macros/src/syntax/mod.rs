//! Reading what the user wrote.

pub(crate) mod args;
pub(crate) mod attrs;
pub(crate) mod duration;
pub(crate) mod fields;
pub(crate) mod header;
pub(crate) mod hidden;
pub(crate) mod identity;
pub(crate) mod lazy;
pub(crate) mod mailbox;
pub(crate) mod stored;
pub(crate) mod strip;
pub(crate) mod types;
pub(crate) mod variants;
