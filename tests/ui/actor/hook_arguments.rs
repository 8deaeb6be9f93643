use mainstay::prelude::*;
use std::sync::Arc;

#[actor]
struct Account;

#[handlers]
impl Account {
    #[started]
    fn open(&mut self, balance: u64) {
        let _ = balance;
    }

    #[restarted]
    fn reopen(&mut self, why: Arc<str>, cx: &mut Context<Self>, again: u32) {
        let _ = (why, cx, again);
    }
}

fn main() {}
