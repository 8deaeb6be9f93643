//! What is wrong in a body is the compiler's to say, at the word.
use mainstay::prelude::*;

#[actor]
struct Account {
    balance: u64,
}

#[handlers]
impl Account {
    #[handle]
    async fn balance(&self) -> u64 {
        let text: String = self.balance;
        text.len() as u64
    }

    #[handle]
    fn show(&self) {
        printn!("{}", self.balance);
    }
}

fn main() {}
