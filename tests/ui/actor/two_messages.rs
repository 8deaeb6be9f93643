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
    fn close(&mut self, _: Close, again: Close) {}

    #[handle(message)]
    fn nothing(&mut self) {}
}

fn main() {}
