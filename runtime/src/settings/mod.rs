//! The defaults of a system in one value, and how a file gives them.

mod defaults;
#[cfg(feature = "persistence")]
mod deliveries;
#[cfg(feature = "settings")]
mod duration;
#[cfg(feature = "settings")]
mod error;
#[cfg(feature = "settings")]
mod keys;
#[cfg(feature = "settings")]
mod raw;

#[cfg(feature = "sqlite")]
pub(crate) use defaults::{GROUP_BYTES, GROUP_PARTS};
pub use defaults::{PassivateAfter, Settings};
#[cfg(feature = "persistence")]
pub use deliveries::DeliveryOptions;
#[cfg(feature = "persistence")]
pub(crate) use deliveries::Redelivery;
#[cfg(feature = "settings")]
pub use error::SettingsError;
