//! The entities: an order, which reserves what it needs and asks after three days, and the warehouse.

use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

/// So long after it was placed an order asks whether all is well.
pub const REMINDED_AFTER: Duration = Duration::from_hours(72);

#[actor(persistent = "order")]
#[derive(Debug, Default)]
pub struct Order {
    is_reserved: bool,
    is_reminded: bool,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "order.placed")]
pub struct Placed;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "order.reserved")]
pub struct Reserved;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "order.reminded")]
pub struct Reminded;

#[derive(Timer, Clone, Serialize, Deserialize)]
#[timer(name = "order.remind")]
pub struct Remind;

#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
#[confirmable(name = "warehouse.reserve")]
pub struct Reserve;

#[allow(clippy::unused_self, reason = "what a handler is given does not depend on what it needs")]
#[handlers]
impl Order {
    #[command]
    pub fn place(&self, warehouse: EntityId<Warehouse>) -> Persist<Self, Placed> {
        persist(Placed).deliver(warehouse, Reserve).start(Remind, REMINDED_AFTER)
    }

    #[command(message)]
    fn reserved(&self, _: Confirmed<Reserve>) -> Persist<Self, Reserved> {
        persist(Reserved)
    }

    #[timer]
    fn remind(&self, _: Remind) -> Persist<Self, Reminded> {
        persist(Reminded)
    }

    #[query]
    pub fn is_reminded(&self) -> bool {
        self.is_reminded
    }

    #[apply]
    fn placed(&mut self, _: &Placed) {}

    #[apply]
    fn on_reserved(&mut self, _: &Reserved) {
        self.is_reserved = true;
    }

    #[apply]
    fn on_reminded(&mut self, _: &Reminded) {
        self.is_reminded = true;
    }
}

#[actor(persistent = "warehouse")]
#[derive(Debug, Default)]
pub struct Warehouse {
    reserved: u64,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "warehouse.taken")]
pub struct Taken;

#[allow(clippy::unused_self, reason = "what a handler is given does not depend on what it needs")]
#[handlers]
impl Warehouse {
    #[command(message)]
    fn reserve(&self, _: Reserve) -> Persist<Self, Taken> {
        persist(Taken)
    }

    #[apply]
    fn taken(&mut self, _: &Taken) {
        self.reserved += 1;
    }
}
