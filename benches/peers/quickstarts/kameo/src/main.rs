//! A counter that is told and asked.

use kameo::Actor;
use kameo::actor::Spawn;
use kameo::message::{Context, Message};

#[derive(Actor, Default)]
struct Counter {
    count: u64,
}

struct Add(u64);

impl Message<Add> for Counter {
    type Reply = u64;

    async fn handle(&mut self, Add(by): Add, _: &mut Context<Self, u64>) -> u64 {
        self.count += by;
        self.count
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let counter = Counter::spawn(Counter::default());
    if counter.tell(Add(1)).await.is_err() {
        println!("the counter is gone");
    }
    match counter.ask(Add(2)).await {
        Ok(count) => println!("{count}"),
        Err(error) => println!("{error}"),
    }
}
