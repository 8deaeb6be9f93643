use mainstay::prelude::*;

#[actor]
#[derive(Default)]
pub struct Account {
    #[volatile]
    balance: u64,
}

#[handlers]
impl Account {
    #[handle]
    fn balance(&self) -> u64 {
        self.balance
    }
}

fn main() {}
