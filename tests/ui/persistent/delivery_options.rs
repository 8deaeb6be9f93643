use mainstay::prelude::*;

#[actor(redeliver_interval = "1s")]
pub struct InMemory;

#[handlers]
impl InMemory {
    #[handle]
    fn nothing(&self) {}
}

#[actor(persistent = "stored", redeliver_interval = "0s", max_delivery_attempts = 0, redelivery_burst_limit = "10")]
pub struct Stored;

#[handlers]
impl Stored {
    #[query]
    fn nothing(&self) {}
}

fn main() {}
