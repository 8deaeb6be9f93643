use mainstay::prelude::*;

#[actor]
struct Account {
    name: String,
}

#[handlers]
impl Account {
    #[handle]
    async fn rename(&mut self, name: String) {
        let shared = std::rc::Rc::new(name);
        tokio::task::yield_now().await;
        self.name = shared.to_string();
    }
}

fn main() {}
