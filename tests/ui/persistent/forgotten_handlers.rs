use mainstay::prelude::*;

#[actor(persistent = "ledger")]
#[derive(Default)]
pub struct Ledger {
    balance: u64,
}

impl Ledger {}

fn main() {}
