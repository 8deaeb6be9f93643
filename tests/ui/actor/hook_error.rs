use mainstay::prelude::*;

#[actor]
struct Account;

struct NoError;

#[handlers]
impl Account {
    #[started]
    fn open(&mut self) -> Result<(), NoError> {
        Err(NoError)
    }
}

fn main() {}
