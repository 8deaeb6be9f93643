use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Event, Serialize, Deserialize)]
#[event(name = "guest.reminded")]
pub struct Reminded;

#[derive(Timer, Clone, Serialize, Deserialize)]
#[timer(name = "remind")]
pub struct Remind;

#[derive(Timer, Clone, Serialize, Deserialize)]
#[timer(name = "nag", alias = "remind")]
pub struct Nag;

#[actor(persistent = "guest")]
#[derive(Default)]
pub struct Guest {}

#[handlers]
impl Guest {
    #[timer]
    fn remind(&self, _: Remind) -> Persist<Self, Reminded> {
        persist(Reminded)
    }

    #[timer]
    fn nag(&self, _: Nag) -> Persist<Self, Reminded> {
        persist(Reminded)
    }

    #[apply]
    fn reminded(&mut self, _: &Reminded) {}
}

fn main() {}
