use mainstay::prelude::*;

#[actor(mialbox = 64)]
struct Account;

#[handlers(mailbox = 64)]
impl Account {}

fn main() {}
