use mainstay::prelude::*;

#[actor(mailbox = 64, mailbox = unbounded)]
struct Account;

#[handlers]
impl Account {}

fn main() {}
