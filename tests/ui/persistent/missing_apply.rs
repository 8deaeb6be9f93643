use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.deposited")]
pub struct Deposited(u64);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.withdrawn")]
pub struct Withdrawn(u64);

#[actor(persistent = "ledger")]
#[derive(Default)]
pub struct Ledger {
    balance: u64,
}

#[handlers]
impl Ledger {
    #[command]
    fn deposit(&self, amount: u64) -> Persist<Self, Deposited> {
        persist(Deposited(amount))
    }

    #[command]
    fn withdraw(&self, amount: u64) -> Decided<Self, Withdrawn, u64, String> {
        Ok(persist(Withdrawn(amount)).reply(amount))
    }

    #[apply]
    fn deposited(&mut self, event: &Deposited) {
        self.balance += event.0;
    }
}

fn main() {}
