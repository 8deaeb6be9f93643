use mainstay::prelude::*;

#[actor]
struct Account {
    name: String,
}

#[handlers]
impl Account {
    #[handle]
    fn rename(&mut self, #[cfg(unix)] name: String) {
        self.name = name;
    }
}

fn main() {}
