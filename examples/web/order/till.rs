//! Where the money goes. It stands for a payment provider elsewhere, and like one it keeps the key of each charge: charged again with that key, it
//! takes nothing more and gives the same receipt.
#![allow(clippy::needless_pass_by_value, reason = "what a handler is given is its own")]

use mainstay::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

/// An order waits so long for the till.
const PATIENCE: Duration = Duration::from_secs(5);

/// What was taken, in cents, and the number of the receipt.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Receipt {
    pub number: u64,
    pub amount: u64,
}

/// How many receipts were given, and what of it has not been paid back.
#[derive(Serialize)]
pub struct Report {
    pub receipts: u64,
    pub balance: u64,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "till.charged")]
pub struct Charged {
    key: String,
    receipt: Receipt,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "till.refunded")]
pub struct Refunded {
    key: String,
}

/// Nothing is charged under this key any more.
#[derive(Event, Serialize, Deserialize)]
#[event(name = "till.voided")]
pub struct Voided {
    key: String,
}

#[derive(Clone, Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
#[error("the card was refused")]
pub struct CardRefused;

#[derive(Serialize, Deserialize)]
struct Charge {
    receipt: Receipt,
    refunded: bool,
}

#[actor(persistent = "till", snapshot_every = 1_000)]
#[derive(Default)]
pub struct Till {
    charges: BTreeMap<String, Charge>,
    voided: BTreeSet<String>,
    balance: u64,
}

#[handlers]
impl Till {
    /// A card whose number ends in 0000 has no money on it.
    #[command]
    pub fn charge(&self, key: String, card: String, amount: u64) -> Decided<Self, Charged, Receipt, CardRefused> {
        if let Some(charge) = self.charges.get(&key) {
            return Ok(nothing().reply(charge.receipt.clone()));
        }
        if card.ends_with("0000") || self.voided.contains(&key) {
            return Err(CardRefused);
        }
        let receipt = Receipt { number: self.charges.len() as u64 + 1, amount };
        Ok(persist(Charged { key, receipt: receipt.clone() }).reply(receipt))
    }

    /// Says for good what became of a charge: gives its receipt, or makes sure that there will never be one.
    #[command]
    pub fn settle(&self, key: String) -> Persist<Self, Voided, Option<Receipt>> {
        match self.charges.get(&key) {
            Some(charge) => nothing().reply(Some(charge.receipt.clone())),
            None if self.voided.contains(&key) => nothing().reply(None),
            None => persist(Voided { key }).reply(None),
        }
    }

    /// Pays back what was charged with this key, once, and gives the receipt of it. There may be none.
    #[command]
    pub fn refund(&self, key: String) -> Persist<Self, Refunded, Option<Receipt>> {
        match self.charges.get(&key) {
            None => nothing().reply(None),
            Some(Charge { receipt, refunded: true }) => nothing().reply(Some(receipt.clone())),
            Some(Charge { receipt, refunded: false }) => {
                let receipt = receipt.clone();
                persist(Refunded { key }).reply(Some(receipt))
            }
        }
    }

    #[query]
    pub fn report(&self) -> Report {
        Report { receipts: self.charges.len() as u64, balance: self.balance }
    }

    #[apply]
    fn charged(&mut self, event: &Charged) {
        self.balance += event.receipt.amount;
        self.charges.insert(event.key.clone(), Charge { receipt: event.receipt.clone(), refunded: false });
    }

    #[apply]
    fn voided(&mut self, event: &Voided) {
        self.voided.insert(event.key.clone());
    }

    #[apply]
    fn refunded(&mut self, event: &Refunded) {
        if let Some(charge) = self.charges.get_mut(&event.key) {
            charge.refunded = true;
            self.balance -= charge.receipt.amount;
        }
    }
}

/// The way from the orders to the till. Orders are hosted before there is a till, so that it is opened later.
#[derive(Clone, Default)]
pub struct Desk(Arc<OnceLock<TillRef>>);

/// Why there is no receipt.
pub enum DeskError {
    CardRefused,
    /// The money may have been moved all the same. To ask again with the same key is safe.
    Unreachable,
}

impl Desk {
    pub fn open(&self, till: TillRef) {
        // `main` does so once; a second till would not be used.
        let _ = self.0.set(till);
    }

    pub async fn charge(&self, key: String, card: String, amount: u64) -> Result<Receipt, DeskError> {
        let till = self.0.get().ok_or(DeskError::Unreachable)?;
        till.charge(key, card, amount).timeout(PATIENCE).await.map_err(|error| match error {
            CallError::Refused(CardRefused) => DeskError::CardRefused,
            _ => DeskError::Unreachable,
        })
    }

    /// The receipt of the charge, if there is one; else there will be none under this key.
    pub async fn settle(&self, key: String) -> Result<Option<Receipt>, DeskError> {
        let till = self.0.get().ok_or(DeskError::Unreachable)?;
        till.settle(key).timeout(PATIENCE).await.map_err(|_| DeskError::Unreachable)
    }

    pub async fn refund(&self, key: String) -> Result<Option<Receipt>, DeskError> {
        let till = self.0.get().ok_or(DeskError::Unreachable)?;
        till.refund(key).timeout(PATIENCE).await.map_err(|_| DeskError::Unreachable)
    }
}
