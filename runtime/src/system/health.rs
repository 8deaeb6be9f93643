//! Whether a system can do its work, for those who ask from outside.

use super::run::System;
use crate::clock;
use crate::journal::{ReadError, Table};
use serde::Serialize;
use std::fmt;
use std::time::Duration;

/// Whether a system can do its work, at some moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Health {
    /// Whether the store answers.
    pub store: StoreHealth,
    /// For how long writes have failed; `None` when the last one succeeded. Commands wait for the end of it, and the system finds the end by itself.
    pub out_for: Option<Duration>,
    /// For how long the oldest command has waited for the state of its entity, which is read from the store or cannot be read.
    pub oldest_held: Option<Duration>,
    /// How many units of its entities the store has and has not answered.
    pub units_under_way: usize,
    /// Whether the system is shutting down, and takes nothing further in.
    pub is_stopping: bool,
}

/// What a store says when it is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum StoreHealth {
    /// It answers.
    Answers {
        /// How long that took, behind the writes that it had before.
        after: Duration,
    },
    /// It cannot be read, or has not answered in time.
    Fails {
        /// What it said.
        cause: String,
    },
    /// It is closed, and does not come back.
    Closed,
}

impl Health {
    /// Whether there is any use in this process: all but a system that stops, or whose store is closed. A store that is out for a while is no
    /// reason to start over, since nothing is lost and the system goes on by itself. For `/healthz`.
    pub fn is_alive(&self) -> bool {
        !self.is_stopping && self.store != StoreHealth::Closed
    }

    /// Whether commands are answered now: it is alive, the store answers, and its last write succeeded. For `/readyz`.
    pub fn is_ready(&self) -> bool {
        self.is_alive() && matches!(self.store, StoreHealth::Answers { .. }) && self.out_for.is_none()
    }
}

impl fmt::Display for Health {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.store {
            StoreHealth::Answers { after } => write!(f, "the store answers after {after:?}")?,
            StoreHealth::Fails { cause } => f.write_str(cause)?,
            StoreHealth::Closed => f.write_str("the store is closed")?,
        }
        if let Some(since) = self.out_for {
            write!(f, "; writes have failed for {since:?}")?;
        }
        if let Some(since) = self.oldest_held {
            write!(f, "; a command has waited for {since:?}")?;
        }
        if self.is_stopping {
            f.write_str("; the system is shutting down")?;
        }
        Ok(())
    }
}

impl System {
    /// Whether the system can do its work: the store is asked, and what its entities have met with it is told. An answer comes within
    /// [`store_deadline`](crate::settings::Settings::store_deadline), 10 s by default.
    ///
    /// ```
    /// # use mainstay::prelude::*;
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let system = System::volatile().start().await?;
    /// let health = system.health().await;
    /// assert!(health.is_alive() && health.is_ready(), "{health}");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Cancel safety
    ///
    /// It only reads: dropping it changes nothing.
    pub async fn health(&self) -> Health {
        let storage = self.0.entities.storage();
        let asked = clock::monotonic();
        // Answered from an index, and behind every write that was called before.
        let store = match storage.read(storage.store().due(Table::Timer, i64::MIN, 1)).await {
            Ok(_) => StoreHealth::Answers { after: clock::monotonic().saturating_sub(asked) },
            Err(ReadError::Closed) => StoreHealth::Closed,
            Err(why) => StoreHealth::Fails { cause: why.to_string() },
        };
        let oldest = storage.under_way.oldest();
        Health {
            store,
            out_for: storage.out_for(),
            oldest_held: oldest.map(|since| clock::monotonic().saturating_sub(since)),
            units_under_way: storage.under_way.units(),
            is_stopping: self.0.core.residents().is_none_or(|residents| residents.is_closed()),
        }
    }
}
