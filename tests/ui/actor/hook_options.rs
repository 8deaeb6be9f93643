use mainstay::prelude::*;

#[actor]
struct Account;

#[handlers]
impl Account {
    #[started(once)]
    fn open(&mut self) {}

    #[stoping]
    fn close(&mut self) {}
}

fn main() {}
