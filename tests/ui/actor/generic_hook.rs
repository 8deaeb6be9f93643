use mainstay::prelude::*;

#[actor]
struct Account {
    name: String,
}

#[handlers]
impl Account {
    #[handle]
    fn rename(&mut self, name: String) {
        self.name = name;
    }

    #[started]
    fn open<T>(&mut self) {}
}

fn main() {}
