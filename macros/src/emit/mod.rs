//! Writing what is generated.

pub(crate) mod arrive;
pub(crate) mod describe;
pub(crate) mod fresh;
pub(crate) mod keys;
pub(crate) mod krate;
pub(crate) mod names;
pub(crate) mod span;
