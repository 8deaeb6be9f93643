//! A command stores an event of another actor.
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.deposited")]
pub struct Deposited(u64);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.withdrawn")]
pub struct Withdrawn(u64);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "order.paid")]
pub struct Paid(u64);

#[actor(persistent = "ledger")]
#[derive(Default)]
pub struct Ledger {
    balance: u64,
}

#[handlers]
impl Ledger {
    #[command]
    fn pay(&self, amount: u64) -> Persist<Self, LedgerEvent> {
        persist(Withdrawn(amount)).and(Paid(amount))
    }

    #[apply]
    fn deposited(&mut self, event: &Deposited) {
        self.balance += event.0;
    }

    #[apply]
    fn withdrawn(&mut self, event: &Withdrawn) {
        self.balance -= event.0;
    }
}

fn main() {}
