//! A row of a machine for what is no timer.
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Flip;

#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Remind;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "switch.flipped")]
pub struct Flipped;

#[fsm(states = SwitchState)]
#[derive(Default)]
pub struct Switch {}

#[derive(States)]
#[states(Switch, name = "switch")]
pub enum SwitchState {
    #[initial]
    #[on(Flip => Flipped => On)]
    Off,
    #[timer(Remind => Flipped => Off)]
    On,
}

impl SwitchFlow for Switch {
    fn off_flip(&self, _: Flip, _: &mut Context<Self>) -> Decide<Self, Flip, Flipped> {
        persist(Flipped)
    }

    fn on_remind(&self, _: Remind, _: &mut Context<Self>) -> Persist<Self, Flipped> {
        persist(Flipped)
    }

    fn off_flipped(&mut self, _: &Flipped) {}

    fn on_flipped(&mut self, _: &Flipped) {}
}

fn main() {}
