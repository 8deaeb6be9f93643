//! What is told of projections. They are few, and take whole pages: nothing here is worth a twin.
#![cfg_attr(
    not(all(feature = "tracing", feature = "metrics")),
    allow(unused_variables, reason = "where nobody watches, nothing is told")
)]

#[cfg(feature = "metrics")]
use super::names;
use crate::feed::Stopped;

/// It has taken so many events, and is so many places behind.
pub(crate) fn projected(name: &'static str, events: usize, lag: u64) {
    #[cfg(feature = "metrics")]
    {
        metrics::counter!(names::PROJECTED.name, "projection" => name).increment(events as u64);
        #[allow(clippy::cast_precision_loss, reason = "it is exact below 2^53")]
        metrics::gauge!(names::PROJECTION_LAG.name, "projection" => name).set(lag as f64);
    }
}

/// It has failed so often in a row.
pub(crate) fn projection_failed(name: &'static str, failures: u32, cause: &str) {
    #[cfg(feature = "metrics")]
    metrics::counter!(names::PROJECTION_FAILURES.name, "projection" => name).increment(1);
    #[cfg(feature = "tracing")]
    tracing::warn!(target: "mainstay", projection = name, failures, cause, "projection failed");
}

/// It has ended.
pub(crate) fn projection_stopped(why: &Stopped) {
    #[cfg(feature = "tracing")]
    match why {
        Stopped::Asked { name } => tracing::debug!(target: "mainstay", projection = name, "projection stopped"),
        Stopped::Failed { name, failures, cause } => {
            tracing::error!(target: "mainstay", projection = name, failures, %cause, "projection stopped");
        }
    }
}
