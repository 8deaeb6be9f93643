use mainstay::prelude::*;

#[actor]
struct Account {
    name: String,
}

#[handlers]
impl Account {
    #[handle]
    fn total(amount: u64) -> u64 {
        amount
    }

    #[handle]
    fn close(self) {
        drop(self.name);
    }
}

fn main() {}
