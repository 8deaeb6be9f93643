use mainstay::prelude::*;

#[actor]
struct Account {
    balance: u64,
}

impl Account {
    fn deposit(&mut self, amount: u64) -> u64 {
        self.balance += amount;
        self.balance
    }
}

fn main() {}
