use mainstay::prelude::*;

#[actor]
struct Account {
    name: String,
}

#[handlers]
impl Account {
    #[handle]
    fn rename(&mut self, name: String, cx: &Context<Self>) {
        self.name = name;
        drop(cx);
    }
}

fn main() {}
