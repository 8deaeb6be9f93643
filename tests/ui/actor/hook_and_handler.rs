use mainstay::prelude::*;

#[actor]
struct Account;

#[handlers]
impl Account {
    #[handle]
    #[started]
    fn open(&mut self) {}

    #[stopping]
    #[stopping]
    fn close(&mut self) {}
}

fn main() {
    let _ = Account.spawn().open();
}
