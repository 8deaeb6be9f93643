use mainstay::prelude::*;

#[actor]
enum Account {
    Open(u64),
    Closed,
}

#[handlers]
impl Account {}

#[handlers]
struct Other;

fn main() {}
