use mainstay::prelude::*;

#[actor]
struct Account {
    name: String,
}

#[handlers]
impl Account {
    #[handle]
    #[handle]
    fn rename(&mut self, name: String) {
        self.name = name;
    }
}

fn main() {}
