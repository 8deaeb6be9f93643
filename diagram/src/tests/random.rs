//! Machines that a seed makes up.

use crate::machine::{Cause, Machine, Outcome, Row, State, Target};

/// `SplitMix64`.
pub(crate) struct Random(u64);

impl Random {
    fn below(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % below as u64).unwrap()
    }

    fn name(&mut self, of: &str) -> String {
        // Some are long, some are no identifiers, and some would be something else to XML.
        let tail = ["", "Again", "OfTheWholeThingThatTakesLong", "<b>&\"'", "\u{72b6}\u{614b}", "\n-->", "|`*"];
        format!("{of}{}{}", self.below(1000), tail.get(self.below(20)).unwrap_or(&""))
    }
}

/// A machine with so many states and rows. States have different names.
pub(crate) fn machine(seed: u64, states: usize, rows: usize) -> Machine {
    let mut random = Random(seed);
    let mut machine = Machine { name: format!("random <{seed}>"), ..Machine::default() };
    for at in 0..states {
        let mut state = State::new(format!("{}{at}", random.name("S")));
        state.terminal = random.below(8) == 0;
        state.discards = (0..random.below(4)).map(|_| random.name("Drop")).collect();
        machine.states.push(state);
    }
    let first = random.below(states);
    machine.states[first].initial = true;
    for at in 0..rows {
        let cause = match random.below(6) {
            0 => Cause::After { name: random.name("delay"), delay: "15m".into() },
            1 => Cause::Timer(random.name("T")),
            _ => Cause::Command(format!("{}{at}", random.name("C"))),
        };
        let target = match random.below(8) {
            0 => Target::Stay,
            1 => Target::Reenter,
            _ => Target::To(machine.states[random.below(states)].name.clone()),
        };
        let outcomes = vec![Outcome { event: random.name("e"), target, is_marked: random.below(9) == 0 }];
        let row = Row { cause, outcomes };
        match random.below(states + 1) {
            any if any == states => machine.otherwise.push(row),
            state => machine.states[state].rows.push(row),
        }
    }
    machine
}
