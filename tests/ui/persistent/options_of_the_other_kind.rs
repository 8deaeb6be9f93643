use mainstay::prelude::*;

#[actor(snapshot_every = 1_000)]
pub struct InMemory;

#[handlers]
impl InMemory {
    #[handle]
    fn nothing(&self) {}
}

#[actor(persistent = "stored", on_failure = stop, snapshot_every = 0, snapshot_version = "2", passivate_after = 3, removed("a b"))]
pub struct Stored;

#[handlers]
impl Stored {
    #[query]
    fn nothing(&self) {}
}

fn main() {}
