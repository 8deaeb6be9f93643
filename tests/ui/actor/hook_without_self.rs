use mainstay::prelude::*;

#[actor]
struct Account;

#[handlers]
impl Account {
    #[started]
    fn open() {}

    #[stopping]
    unsafe fn close(&mut self) {}
}

fn main() {}
