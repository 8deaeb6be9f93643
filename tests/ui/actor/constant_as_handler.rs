use mainstay::prelude::*;

#[actor]
struct Account;

#[handlers]
impl Account {
    #[handle]
    const LIMIT: u64 = 3;
}

fn main() {}
