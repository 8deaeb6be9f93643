use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.deposited")]
pub struct Deposited(u64);

#[actor(persistent = "ledger")]
#[derive(Default)]
pub struct Ledger {
    balance: u64,
}

#[handlers]
impl Ledger {
    #[handle]
    fn set(&mut self, balance: u64) {
        self.balance = balance;
    }
}

fn main() {}
