use mainstay::prelude::*;

struct Result(u8);

#[actor]
struct Account {
    name: String,
}

#[handlers]
impl Account {
    #[handle]
    fn rename(&mut self, name: String) -> Result {
        self.name = name;
        Result(1)
    }
}

fn main() {}
