use mainstay::prelude::*;

#[actor]
struct Account;

#[handlers]
impl Account {
    #[started]
    fn open(&mut self) {}

    #[started]
    async fn connect(&mut self) {}
}

fn main() {}
