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

    #[handle]
    fn rename(&mut self) {}
}

fn main() {}
