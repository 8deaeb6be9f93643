use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.deposited")]
pub struct Deposited(u64);

#[actor(persistent = "ledger")]
pub struct Ledger<T> {
    balance: T,
}

#[handlers]
impl<T: Send + Sync + 'static> Ledger<T> {
    #[query]
    fn nothing(&self) {}

    #[apply]
    fn deposited(&mut self, _: &Deposited) {}
}

fn main() {}
