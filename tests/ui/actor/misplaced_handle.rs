use mainstay::prelude::*;

struct Account;

impl Account {
    #[handle]
    fn deposit(&mut self) {}
}

#[handle]
fn withdraw() {}

fn main() {}
