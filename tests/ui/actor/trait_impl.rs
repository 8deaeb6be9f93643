use mainstay::prelude::*;

trait Bank {
    fn deposit(&mut self, amount: u64);
}

#[actor]
struct Account {
    balance: u64,
}

#[handlers]
impl Bank for Account {
    #[handle]
    fn deposit(&mut self, amount: u64) {
        self.balance += amount;
    }
}

fn main() {}
