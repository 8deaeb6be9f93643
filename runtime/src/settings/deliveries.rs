//! How deliveries are repeated: what a type says, and what holds.

use super::Settings;
use crate::actor::Declared;
use std::time::Duration;

/// What `#[actor(persistent = ..)]` says of the deliveries of a type. What is `None` is left to the [`Settings`] of the system, which have fields of the
/// same names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeliveryOptions {
    /// As [`Settings::redeliver_interval`].
    pub redeliver_interval: Option<Duration>,
    /// As [`Settings::redelivery_burst_limit`].
    pub redelivery_burst_limit: Option<usize>,
    /// As [`Settings::warn_after_number_of_unconfirmed_attempts`].
    pub warn_after_number_of_unconfirmed_attempts: Option<u32>,
    /// As [`Settings::max_unconfirmed_messages`].
    pub max_unconfirmed_messages: Option<usize>,
    /// As [`Settings::max_delivery_attempts`].
    pub max_delivery_attempts: Option<u32>,
}

impl DeliveryOptions {
    /// All is left to the settings.
    pub const UNSET: Self = Self {
        redeliver_interval: None,
        redelivery_burst_limit: None,
        warn_after_number_of_unconfirmed_attempts: None,
        max_unconfirmed_messages: None,
        max_delivery_attempts: None,
    };
}

/// What holds for the deliveries of one type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Redelivery {
    pub(crate) interval: Duration,
    pub(crate) burst: usize,
    pub(crate) warn_after: u32,
    pub(crate) most_unconfirmed: usize,
    pub(crate) most_attempts: Option<u32>,
}

impl Settings {
    pub(crate) fn redelivery<A: Declared>(&self) -> Redelivery {
        let own = A::DELIVERIES;
        Redelivery {
            interval: own.redeliver_interval.unwrap_or(self.redeliver_interval),
            burst: own.redelivery_burst_limit.unwrap_or(self.redelivery_burst_limit),
            warn_after: own
                .warn_after_number_of_unconfirmed_attempts
                .unwrap_or(self.warn_after_number_of_unconfirmed_attempts),
            most_unconfirmed: own.max_unconfirmed_messages.unwrap_or(self.max_unconfirmed_messages),
            most_attempts: own.max_delivery_attempts.or(self.max_delivery_attempts),
        }
    }
}
