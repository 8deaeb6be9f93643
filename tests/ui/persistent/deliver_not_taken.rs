use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[actor(persistent = "purse")]
#[derive(Default)]
pub struct Purse;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "purse.taken")]
pub struct Taken;

#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
#[confirmable(name = "purse.coins")]
pub struct Coins(u64);

#[handlers]
impl Purse {
    #[command]
    fn give(&self, to: EntityId<Purse>) -> Persist<Self, Taken> {
        persist(Taken).deliver(to, Coins(1))
    }

    #[apply]
    fn taken(&mut self, _: &Taken) {}
}

fn main() {}
