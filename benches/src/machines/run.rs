//! Which programs there are, and what is beside what.

use super::{by_hand, gate};
use crate::instructions::collected;
use crate::ours::Outcome;
use clap::{Args, ValueEnum};
use std::process::Command;

/// So many inputs, and twice as many.
const TIMES: u64 = 100_000;

#[derive(Debug, Args)]
pub(crate) struct Options {}

/// What runs under callgrind, in a process of its own.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Lap {
    program: Program,
    times: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
enum Program {
    /// A machine that is told.
    Machine,
    /// A `match` in an actor that is told.
    Actor,
    /// A `match` in a loop on tokio's channel.
    Loop,
    /// A machine without a mailbox.
    Dispatch,
    /// A `match` and nothing else.
    Match,
    /// A stored machine decides and changes, without a store.
    #[cfg(feature = "persistence")]
    Stored,
    /// The same by hand.
    #[cfg(feature = "persistence")]
    DecideAndEvolve,
}

/// What is measured beside what.
const PAIRS: &[(Program, &[Program])] = &[
    (Program::Machine, &[Program::Actor, Program::Loop]),
    (Program::Dispatch, &[Program::Match]),
    #[cfg(feature = "persistence")]
    (Program::Stored, &[Program::DecideAndEvolve]),
];

impl Options {
    pub(crate) fn print() -> Outcome {
        for (ours, by_hand) in PAIRS {
            let machine = ours.instructions()?;
            println!("{} {machine:.1} instructions", ours.name());
            for other in *by_hand {
                let instructions = other.instructions()?;
                println!("{} {instructions:.1} instructions", other.name());
                println!("{} {:.2} of_{}", ours.name(), machine / instructions, other.name());
            }
        }
        Ok(())
    }
}

impl Program {
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Instructions for each input.
    fn instructions(self) -> Outcome<f64> {
        let run = |times: u64| {
            let mut command = Command::new("valgrind");
            command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(std::env::current_exe()?);
            command.args(["lap", &self.name(), &times.to_string()]);
            collected(command)
        };
        let difference = run(2 * TIMES)?.saturating_sub(run(TIMES)?);
        #[allow(clippy::cast_precision_loss, reason = "there are fewer instructions than that")]
        let each = difference as f64 / TIMES as f64;
        Ok(each)
    }

    async fn run(self, times: u64) -> Outcome<u64> {
        match self {
            Self::Machine => gate::told(times).await,
            Self::Actor => by_hand::actor(times).await,
            Self::Loop => by_hand::in_loop(times).await,
            Self::Dispatch => gate::dispatched(times).await,
            Self::Match => Ok(by_hand::bare(times)),
            #[cfg(feature = "persistence")]
            Self::Stored => super::stored::machine(times).await,
            #[cfg(feature = "persistence")]
            Self::DecideAndEvolve => Ok(super::stored::by_hand(times)),
        }
    }
}

impl Lap {
    pub(crate) fn run(self) -> Outcome {
        let mut builder = tokio::runtime::Builder::new_current_thread();
        // A system has a clock.
        #[cfg(feature = "persistence")]
        builder.enable_time();
        let runtime = builder.build()?;
        let passed = runtime.block_on(runtime.spawn(self.program.run(self.times)))??;
        // Half of all inputs push, and each finds the gate open.
        if passed == self.times / 2 { Ok(()) } else { Err(format!("{passed} have passed").into()) }
    }
}
