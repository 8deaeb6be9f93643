use mainstay::prelude::*;

#[actor(backoff(min = 5, max = "soon"))]
pub struct Account;

#[handlers]
impl Account {
    #[handle]
    fn count(&self) {}
}

fn main() {}
