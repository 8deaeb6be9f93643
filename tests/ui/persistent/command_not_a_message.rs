use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.deposited")]
pub struct Deposited(u64);

#[derive(Clone, Serialize, Deserialize)]
pub struct Deposit(u64);

#[actor(persistent = "ledger")]
#[derive(Default)]
pub struct Ledger {
    balance: u64,
}

#[handlers]
impl Ledger {
    #[command(message)]
    fn deposit(&self, Deposit(amount): Deposit) -> Persist<Self, Deposited> {
        persist(Deposited(amount))
    }

    #[query]
    fn balance(&self) -> u64 {
        self.balance
    }

    #[command]
    async fn other(&self) -> Persist<Self, Deposited> {
        nothing()
    }

    #[apply]
    fn deposited(&mut self, event: &Deposited) {
        self.balance += event.0;
    }
}

fn main() {}
