//! What can be wrong with a row of time.
use mainstay::prelude::*;

#[fsm(states = SwitchState)]
#[derive(Default)]
pub struct Switch {}

#[derive(States)]
#[states(Switch, name = "switch")]
#[after(everywhere: "5m" => Flipped => stay)]
#[group(Both(Off, On), enter, exit(Flip => Flipped => stay), after(never => Flipped => stay))]
pub enum SwitchState {
    #[initial]
    #[on(Flip => Flipped => On)]
    #[after("5m" => Flipped => On)]
    #[after(late: => Flipped => On)]
    #[after(negative: -5 => Flipped => On)]
    #[after(unitless: 5 => Flipped => On)]
    #[after(endless: "1000000000000h" => Flipped => On)]
    #[idle_after(nowhere: "5m")]
    #[timer]
    #[timer(Remind)]
    Off,
    #[on(Flip => Flipped => Off)]
    On,
}

fn main() {}
