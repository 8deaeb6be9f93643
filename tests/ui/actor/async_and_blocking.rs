use mainstay::prelude::*;

#[actor]
struct Archive {
    name: String,
}

#[handlers]
impl Archive {
    #[handle(blocking)]
    async fn load(&mut self, name: String) {
        self.name = name;
    }

    #[handle(blocking, message)]
    fn clear(&mut self, _: Clear) {}
}

#[derive(Message)]
struct Clear;

fn main() {}
