use mainstay::prelude::*;

#[actor(1)]
pub struct Number;

#[handlers]
impl Number {
    #[handle]
    fn count(&self) {}
}

#[actor = "account"]
pub struct Equals;

#[handlers]
impl Equals {
    #[handle(message = true)]
    fn count(&self, _: Count) {}
}

#[actor(backoff, mailbox)]
pub struct Bare;

#[handlers]
impl Bare {
    #[handle]
    fn count(&self) {}
}

#[derive(Message)]
#[message(reply)]
pub struct Count;

fn main() {}
