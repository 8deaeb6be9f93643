use mainstay::prelude::*;

#[derive(Message)]
#[message(reply = usize)]
struct Length;

#[actor]
struct Account {
    name: String,
}

#[handlers]
impl Account {
    #[handle(message)]
    fn length(&self, _: Length) -> String {
        self.name.clone()
    }
}

fn main() {}
