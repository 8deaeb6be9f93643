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

fn main() {
    let account = Account { balance: 0 }.spawn();
    let again = account.spawn();
}
