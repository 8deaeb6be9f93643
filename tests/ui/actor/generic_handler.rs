use mainstay::prelude::*;

#[actor]
struct Account {
    name: String,
}

#[handlers]
impl Account {
    #[handle]
    fn rename<T: ToString>(&mut self, name: T) {
        self.name = name.to_string();
    }
}

fn main() {}
