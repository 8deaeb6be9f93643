use mainstay::prelude::*;

#[actor]
struct Account {
    name: String,
}

#[handlers]
impl Account {
    #[handle]
    fn rename(&mut self, name: impl Into<String>) {
        self.name = name.into();
    }
}

fn main() {}
