use mainstay::prelude::*;

#[actor]
pub struct Account {
    balance: u64,
}

#[handlers]
impl Account {
    #[handle]
    fn deposit(&mut self, amount: u64) {
        self.balance += amount;
    }
}

#[handlers]
impl Account {
    #[handle]
    fn balance(&self) -> u64 {
        self.balance
    }
}

fn main() {}
