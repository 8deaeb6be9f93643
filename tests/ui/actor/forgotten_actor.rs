use mainstay::prelude::*;

struct Account {
    balance: u64,
}

#[handlers]
impl Account {
    #[handle]
    fn deposit(&mut self, amount: u64) -> u64 {
        self.balance += amount;
        self.balance
    }

    #[handle]
    async fn interest(&mut self, percent: u64) -> Result<u64, String> {
        Ok(self.balance * percent)
    }
}

fn main() {}
