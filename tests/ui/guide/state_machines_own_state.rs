use mainstay::prelude::*;
#[derive(Message)]
struct Push;

#[fsm(states = DoorState)]
struct Door;

#[derive(States)]
#[states(Door)]
enum DoorState {
    #[initial]
    #[on(Push => Open)] // `stay`, or `reenter`?
    Open,
}

impl DoorFlow for Door {
    fn open_push(&mut self, _: Push, _: &mut Context<Self>) {}
}
fn main() {}
