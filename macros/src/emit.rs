//! Writing what is generated.

pub(crate) mod krate;
pub(crate) mod names;
