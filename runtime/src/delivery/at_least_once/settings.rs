//! How often, how much and how long is resent.

use std::time::Duration;

/// How deliveries are repeated, and how many may be open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliverySettings {
    /// What is not confirmed for so long is sent again. The default is 5 s. What is overdue is looked for at half of it, so that a lost message
    /// is sent again between one and one and a half of it later.
    pub redeliver_interval: Duration,
    /// So many are sent again at one time, those with the lowest ids, and the others half an interval later. The default is 10 000.
    pub redelivery_burst_limit: usize,
    /// After so many sends without a confirmation there is a warning, once for each delivery and incarnation. The default is 5.
    pub warn_after_number_of_unconfirmed_attempts: u32,
    /// So many may be open. The default is 100 000.
    pub max_unconfirmed_messages: usize,
}

impl DeliverySettings {
    /// 5 s, 10 000, 5 and 100 000.
    pub const DEFAULT: Self = Self {
        redeliver_interval: Duration::from_secs(5),
        redelivery_burst_limit: 10_000,
        warn_after_number_of_unconfirmed_attempts: 5,
        max_unconfirmed_messages: 100_000,
    };

    /// How often is looked for what is overdue. Never zero, so that a senseless interval does not keep a processor busy.
    pub fn tick(&self) -> Duration {
        (self.redeliver_interval / 2).max(SHORTEST_TICK)
    }
}

const SHORTEST_TICK: Duration = Duration::from_millis(1);

impl Default for DeliverySettings {
    fn default() -> Self {
        Self::DEFAULT
    }
}
