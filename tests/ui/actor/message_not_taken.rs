//! A message that no handler takes.
use mainstay::prelude::*;

#[derive(Message)]
pub struct Deposit(pub u64);

#[derive(Message)]
pub struct Withdraw(pub u64);

#[derive(Message)]
pub struct Close;

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

    #[handle(message)]
    fn withdraw(&mut self, Withdraw(amount): Withdraw) {
        self.balance -= amount;
    }
}

pub fn close(account: &AccountRef) -> bool {
    account.tell(Close).is_ok()
}

fn main() {}
