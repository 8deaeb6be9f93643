use mainstay::prelude::*;

#[actor]
struct Account {
    name: String,
}

#[handlers]
impl Account {
    #[handle]
    fn __mainstay_rename(&mut self, name: String) {
        self.name = name;
    }

    #[handle]
    fn rename(&mut self, __mainstay_name: String) {
        self.name = __mainstay_name;
    }
}

fn main() {}
