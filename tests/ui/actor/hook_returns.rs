use mainstay::prelude::*;

#[actor]
struct Account;

#[handlers]
impl Account {
    #[started]
    fn open(&mut self) -> u64 {
        3
    }

    #[stopping]
    fn close(&mut self) -> Result<(), String> {
        Ok(())
    }
}

fn main() {}
