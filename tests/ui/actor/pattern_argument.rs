use mainstay::prelude::*;

#[actor]
struct Account {
    name: String,
}

#[handlers]
impl Account {
    #[handle]
    fn rename(&mut self, (first, last): (String, String)) {
        self.name = first + &last;
    }
}

fn main() {}
