//! A counter that is told and asked.

use mainstay::prelude::*;

#[actor]
#[derive(Default)]
struct Counter {
    count: u64,
}

#[handlers]
impl Counter {
    #[handle]
    fn add(&mut self, by: u64) -> u64 {
        self.count += by;
        self.count
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let counter = Counter::default().spawn();
    if counter.add(1).tell().is_err() {
        println!("the counter is full");
    }
    match counter.add(2).await {
        Ok(count) => println!("{count}"),
        Err(error) => println!("{error}"),
    }
}
