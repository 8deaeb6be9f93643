use mainstay::prelude::*;

#[derive(Message)]
struct Close;

#[actor]
struct Account {
    name: String,
}

#[handlers]
impl Account {
    #[handler]
    fn rename(&mut self, name: String) {
        self.name = name;
    }

    #[mesage]
    fn close(&mut self, _: Close) {}
}

fn main() {}
