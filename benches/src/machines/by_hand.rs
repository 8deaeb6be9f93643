//! The machine as one writes it without a table: an enum and a `match`. Alone, in an actor of ours, and in a loop on tokio's channel.

use super::gate::Input;
use crate::ours::Outcome;
use crate::workload::RUN;
use mainstay::prelude::*;
use std::hint::black_box;
use tokio::sync::{mpsc, oneshot};
use tokio::task::yield_now;

#[derive(Default)]
enum State {
    #[default]
    Locked,
    Unlocked {
        coins: u64,
    },
}

#[derive(Default)]
struct Gate {
    passed: u64,
    refused: u64,
    state: State,
}

impl Gate {
    fn coin(&mut self, by: u64) {
        match &mut self.state {
            State::Locked => self.state = State::Unlocked { coins: by },
            State::Unlocked { coins } => *coins += by,
        }
    }

    fn push(&mut self) {
        match &mut self.state {
            State::Locked => self.refused += 1,
            State::Unlocked { coins } => {
                self.passed += 1;
                if *coins > 1 {
                    *coins -= 1;
                } else {
                    self.state = State::Locked;
                }
            }
        }
    }

    fn handle(&mut self, input: Input) {
        match input {
            Input::Coin(by) => self.coin(by),
            Input::Push => self.push(),
        }
    }
}

/// Nothing but the `match`.
pub(super) fn bare(times: u64) -> u64 {
    let mut gate = Gate::default();
    for n in 0..times {
        gate.handle(black_box(Input::at(n)));
    }
    gate.passed + gate.refused
}

#[actor]
#[derive(Default)]
struct Keeper {
    gate: Gate,
}

#[handlers]
impl Keeper {
    #[handle]
    fn coin(&mut self, by: u64) {
        self.gate.coin(by);
    }

    #[handle]
    fn push(&mut self) {
        self.gate.push();
    }

    #[handle]
    fn passed(&self) -> u64 {
        self.gate.passed
    }
}

/// The `match` in an actor of ours, which is told.
pub(super) async fn actor(times: u64) -> Outcome<u64> {
    let keeper = Keeper::default().spawn();
    for n in 0..times {
        match Input::at(n) {
            Input::Coin(by) => keeper.coin(by).tell()?,
            Input::Push => keeper.push().tell()?,
        }
        if n % RUN == 0 {
            yield_now().await;
        }
    }
    Ok(keeper.passed().await?)
}

enum Said {
    Input(Input),
    Passed(oneshot::Sender<u64>),
}

/// The `match` in a task with one of tokio's channels.
pub(super) async fn in_loop(times: u64) -> Outcome<u64> {
    let (keeper, mut inbox) = mpsc::channel(1024);
    tokio::spawn(async move {
        let mut gate = Gate::default();
        while let Some(said) = inbox.recv().await {
            match said {
                Said::Input(input) => gate.handle(input),
                Said::Passed(reply) => {
                    let _ = reply.send(gate.passed);
                }
            }
        }
    });
    for n in 0..times {
        keeper.try_send(Said::Input(Input::at(n)))?;
        if n % RUN == 0 {
            yield_now().await;
        }
    }
    let (reply, answer) = oneshot::channel();
    keeper.send(Said::Passed(reply)).await?;
    Ok(answer.await?)
}
