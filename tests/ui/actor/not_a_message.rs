use mainstay::prelude::*;

pub struct Deposit(u64);

#[actor]
pub struct Account {
    balance: u64,
}

#[handlers]
impl Account {
    #[handle(message)]
    fn deposit(&mut self, Deposit(amount): Deposit) {
        self.balance += amount;
    }

    #[handle]
    fn balance(&self) -> u64 {
        self.balance
    }

    #[handle]
    async fn balance_later(&self) -> u64 {
        self.balance
    }
}

fn main() {}
