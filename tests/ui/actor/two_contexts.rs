use mainstay::prelude::*;

#[actor]
struct Account {
    name: String,
}

#[handlers]
impl Account {
    #[handle]
    fn rename(&mut self, name: String, _cx: &mut Context<Self>, _again: &mut Context<Self>) {
        self.name = name;
    }
}

fn main() {}
