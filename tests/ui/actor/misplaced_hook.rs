use mainstay::prelude::*;

struct Account;

impl Account {
    #[started]
    fn open(&mut self) {}

    #[restarted]
    fn reopen(&mut self) {}

    #[stopping]
    fn close(&mut self) {}
}

fn main() {}
