use mainstay::prelude::*;

#[derive(Message)]
struct Close;

#[actor]
struct Account {
    name: String,
}

#[handlers]
impl Account {
    #[handle(message)]
    fn close(&mut self, _: Close) {}

    #[handle(message)]
    fn shut(&mut self, _: Close) {}
}

fn main() {}
