//! The machine as a table: a gate that opens for coins.

use crate::ours::Outcome;
use crate::workload::RUN;
use mainstay::actor::Dispatch;
use mainstay::call::{Accepts, Port};
use mainstay::prelude::*;
use std::hint::black_box;
use tokio::task::yield_now;

/// What happens to a gate.
#[derive(Clone, Copy)]
pub(super) enum Input {
    Coin(u64),
    Push,
}

impl Input {
    /// Every row in turn: it opens, stays open twice, and shuts.
    pub(super) fn at(n: u64) -> Self {
        if n % 4 < 2 { Self::Coin(1) } else { Self::Push }
    }
}

#[derive(Message)]
pub(super) struct Coin(u64);

#[derive(Message)]
pub(super) struct Push;

#[derive(Message)]
#[message(reply = u64)]
pub(super) struct Passed;

/// Lets another machine of the same table take so many inputs, without a mailbox, and says how many have passed.
#[derive(Message)]
#[message(reply = u64)]
pub(super) struct Spin(u64);

#[fsm(states = GateState)]
#[derive(Default)]
pub(super) struct Gate {
    passed: u64,
    refused: u64,
}

pub(super) struct Unlocked {
    coins: u64,
}

#[derive(States)]
#[states(Gate)]
#[otherwise(Spin => stay)]
#[query(Passed)]
pub(super) enum GateState {
    #[initial]
    #[on(Coin => Unlocked)]
    #[on(Push => stay)]
    Locked,
    #[on(Coin => stay)]
    #[on(Push => stay | Locked)]
    Unlocked(Unlocked),
}

impl GateFlow for Gate {
    fn locked_coin(&mut self, Coin(by): Coin, _: &mut Context<Self>) -> Goto<Unlocked> {
        goto(Unlocked { coins: by })
    }

    fn locked_push(&mut self, _: Push, _: &mut Context<Self>) {
        self.refused += 1;
    }

    fn unlocked_coin(&mut self, unlocked: &mut Unlocked, Coin(by): Coin, _: &mut Context<Self>) {
        unlocked.coins += by;
    }

    fn unlocked_push(&mut self, unlocked: &mut Unlocked, _: Push, _: &mut Context<Self>) -> Goto<GateUnlockedPush> {
        self.passed += 1;
        if unlocked.coins > 1 {
            unlocked.coins -= 1;
            return goto(GateUnlockedPush::Stay);
        }
        goto(GateUnlockedPush::Locked)
    }

    fn otherwise_spin(&mut self, _: &GateState, Spin(times): Spin, cx: &mut Context<Self>) -> u64 {
        let (mut other, mut state) = (Self::default(), GateState::Locked);
        for n in 0..times {
            let message = match black_box(Input::at(n)) {
                Input::Coin(by) => Self::accept(Coin(by), Port::none()),
                Input::Push => Self::accept(Push, Port::none()),
            };
            // None of its handlers is async, so nothing is left for later.
            let _ = other.dispatch(&mut state, message, cx);
        }
        other.passed + other.refused
    }

    fn passed(&self, _: &GateState, _: Passed) -> u64 {
        self.passed
    }
}

/// A machine that is told.
pub(super) async fn told(times: u64) -> Outcome<u64> {
    let gate = Gate::default().spawn();
    for n in 0..times {
        match Input::at(n) {
            Input::Coin(by) => gate.tell(Coin(by))?,
            Input::Push => gate.tell(Push)?,
        }
        if n % RUN == 0 {
            yield_now().await;
        }
    }
    Ok(gate.ask(Passed).await?)
}

/// A machine without its mailbox.
pub(super) async fn dispatched(times: u64) -> Outcome<u64> {
    Ok(Gate::default().spawn().ask(Spin(times)).await?)
}
