use mainstay::prelude::*;

#[actor]
struct Account {
    name: String,
}

#[handlers]
impl Account {
    #[handle]
    fn name(&self) -> &str {
        &self.name
    }
}

fn main() {}
