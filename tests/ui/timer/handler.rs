use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Event, Serialize, Deserialize)]
#[event(name = "guest.reminded")]
pub struct Reminded;

#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Remind;

#[actor(persistent = "guest")]
#[derive(Default)]
pub struct Guest {}

#[handlers]
impl Guest {
    // Not a timer.
    #[timer]
    fn remind(&self, _: Remind) -> Persist<Self, Reminded> {
        persist(Reminded)
    }

    #[timer]
    fn nothing_at_all(&self) -> Persist<Self, Reminded> {
        persist(Reminded)
    }

    #[apply]
    fn reminded(&mut self, _: &Reminded) {}
}

fn main() {}
