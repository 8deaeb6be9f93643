use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[actor(persistent = "lamp")]
#[derive(Default)]
pub struct Lamp;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "lamp.set")]
pub struct Set;

#[handlers]
impl Lamp {
    #[command(idempotent)]
    fn dim(&self, level: u8) -> Persist<Self, Set> {
        let _ = level;
        persist(Set)
    }

    #[apply]
    fn set(&mut self, _: &Set) {}
}

fn main() {}
