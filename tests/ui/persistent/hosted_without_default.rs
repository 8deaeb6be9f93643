use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.deposited")]
pub struct Deposited(u64);

pub struct Connection;

#[actor(persistent = "ledger", snapshot_every = 100)]
pub struct Ledger {
    balance: u64,
    #[volatile]
    connection: Connection,
}

#[handlers]
impl Ledger {
    #[command]
    fn deposit(&self, amount: u64) -> Persist<Self, Deposited> {
        persist(Deposited(amount))
    }

    #[apply]
    fn deposited(&mut self, event: &Deposited) {
        self.balance += event.0;
    }
}

async fn go() {
    let _ = System::volatile().host::<Ledger>().start().await;
}

fn main() {}
