use mainstay::prelude::*;

#[actor]
struct Account {
    name: String,
}

#[handlers]
impl Account {
    #[handle(mesage)]
    fn rename(&mut self, name: String) {
        self.name = name;
    }

    #[handle(message = true)]
    fn clear(&mut self, _: Clear) {}
}

#[derive(Message)]
struct Clear;

impl Account {
}

fn main() {}
