//! What is stored, by all three in the same way.

use mainstay::entity::encode;
use mainstay::journal::{CommandId, EntityKey, InvalidId, NewEvent, Unit};
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};
use std::time::SystemTime;

use crate::ours::Outcome;

/// A small event: some 45 bytes.
#[derive(Debug, Event, Serialize, Deserialize)]
#[event(name = "ledger.deposited")]
pub(super) struct Deposited {
    pub(super) amount: u64,
    pub(super) customer: u64,
    pub(super) invoice: u64,
}

#[actor(persistent = "ledger")]
#[derive(Default)]
pub(super) struct Ledger {
    balance: u64,
}

#[handlers]
impl Ledger {
    /// Says how much there is now.
    #[command]
    #[allow(clippy::unused_self, reason = "every deposit is taken")]
    pub(super) fn deposit(&self, customer: u64, invoice: u64) -> Persist<Self, Deposited, u64> {
        persist(Deposited { amount: 1, customer, invoice }).reply_with(|after: &Self| after.balance)
    }

    #[query]
    pub(super) fn balance(&self) -> u64 {
        self.balance
    }

    #[apply]
    fn deposited(&mut self, event: &Deposited) {
        self.balance += event.amount;
    }
}

/// The id of an entity by its number.
pub(super) fn id(number: u32) -> String {
    format!("{number:08}")
}

/// Where the entity is stored.
pub(super) fn key(number: u32) -> Result<EntityKey, InvalidId> {
    EntityKey::new("ledger", id(number))
}

/// What the entity would store of one deposit.
pub(super) fn event(customer: u64, invoice: u64) -> Outcome<NewEvent> {
    Ok(encode(&Deposited { amount: 1, customer, invoice })?)
}

/// The unit that the entity would append after `expected` events.
pub(super) fn unit(key: &EntityKey, expected: u64, epoch: u64, event: NewEvent) -> Unit {
    Unit::new(key.clone(), expected, epoch, now(), CommandId { epoch, number: expected }, vec![event])
}

/// Microseconds since 1970 UTC.
pub(super) fn now() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_micros()).unwrap_or(i64::MAX)
}
