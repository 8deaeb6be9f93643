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
    #[command]
    fn deposit(&self, amount: u64) -> Persist<Self, Deposited> {
        persist(Deposited(amount))
    }

    #[recovered]
    fn warm_up(&mut self) {}

    #[recovery_failed]
    fn report(&self, why: &mainstay::entity::RecoveryError) {
        println!("{why}");
    }

    #[apply]
    fn deposited(&mut self, event: &Deposited) {
        self.balance += event.0;
    }
}

fn main() {}
