//! A shop that tells a webhook of every sale. What it has to tell is stored with the sale itself, so that neither is there without the other.
#![allow(clippy::needless_pass_by_value, reason = "what a handler is given is its own")]
#![allow(clippy::unused_self, reason = "not every command looks at the state")]

use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Event, Serialize, Deserialize)]
#[event(name = "shop.sold")]
pub struct Sold;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "shop.told")]
pub struct Told;

/// What the webhook is told.
#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
#[confirmable(name = "shop.call")]
pub struct Call {
    pub body: String,
}

#[actor(persistent = "shop")]
#[derive(Default)]
pub struct Shop {
    sold: u64,
    told: u64,
}

#[handlers]
impl Shop {
    /// Sells one more; returns how many that makes.
    #[command]
    pub fn sell(&self) -> Persist<Self, Sold, u64> {
        let sale = self.sold + 1;
        persist(Sold).deliver(named("courier"), Call { body: format!("sale {sale}") }).reply(sale)
    }

    /// The courier has confirmed: this comes once for each call.
    #[command(message)]
    fn told(&self, call: Confirmed<Call>) -> Persist<Self, Told> {
        persist(Told).then(move |_| println!("told of sale {}", call.id))
    }

    /// How many were sold, and how many of them the webhook knows of.
    #[query]
    pub fn count(&self) -> (u64, u64) {
        (self.sold, self.told)
    }

    #[apply]
    fn on_sold(&mut self, _: &Sold) {
        self.sold += 1;
    }

    #[apply]
    fn on_told(&mut self, _: &Told) {
        self.told += 1;
    }
}
