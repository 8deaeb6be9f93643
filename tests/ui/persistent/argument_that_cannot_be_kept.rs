use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.deposited")]
pub struct Deposited(u64);

#[derive(Serialize, Deserialize)]
pub struct Note(String);

#[derive(Clone)]
pub struct Connection;

pub struct Glass;

#[actor(persistent = "ledger")]
#[derive(Default)]
pub struct Ledger {
    balance: u64,
}

#[handlers]
impl Ledger {
    #[command]
    fn deposit(&self, amount: u64, note: Note) -> Persist<Self, Deposited> {
        let _ = note;
        persist(Deposited(amount))
    }

    #[command]
    fn lend(&self, to: Connection) -> Persist<Self, Deposited> {
        drop(to);
        nothing()
    }

    #[query]
    fn look(&self, through: Glass) -> u64 {
        drop(through);
        self.balance
    }

    #[apply]
    fn deposited(&mut self, event: &Deposited) {
        self.balance += event.0;
    }
}

fn main() {}
