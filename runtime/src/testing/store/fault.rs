//! What goes wrong, and when.

use crate::testing::random::Random;

/// The calls of a store that can go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// [`append`](crate::journal::Store::append).
    Append,
    /// [`read`](crate::journal::Store::read).
    Read,
    /// [`save`](crate::journal::Store::save).
    Save,
    /// [`snapshot`](crate::journal::Store::snapshot).
    Snapshot,
    /// [`requests`](crate::journal::Store::requests), [`rows`](crate::journal::Store::rows) and [`due`](crate::journal::Store::due).
    Beside,
    /// [`feed`](crate::journal::Store::feed).
    Feed,
}

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing is done, and the answer is that it failed: [`Unknown`](crate::journal::AppendError::Unknown) for a write, after which the
    /// store takes no more of them until it is opened again, and [`Engine`](crate::journal::ReadError::Engine) for a read.
    FailBefore,
    /// It is done, and the answer is the same as if it had not been.
    FailAfter,
    /// Nothing is done, and there is no answer until the store is dropped.
    Hang,
    /// It is done, and there is no answer until the store is dropped.
    HangAfter,
    /// Nothing is done, and the process is gone, as the store sees it: there is no answer to this call nor to any later one, and nothing is
    /// done any more. [`crashed`](super::FaultyStore::crashed) says when.
    Crash,
    /// It is done, and the process is gone, as with [`Crash`](Effect::Crash).
    CrashAfter,
    /// Nothing is done, and the answer says so: [`Invalid`](crate::journal::AppendError::Invalid) for a write,
    /// [`Engine`](crate::journal::ReadError::Engine) for a read. The store goes on.
    Reject,
    /// Every payload has its first byte changed, or gets one if it is empty: on its way in for a write, on its way out for a read. No checksum
    /// finds it.
    Corrupt,
    /// It is done, and the answer is given right after the next answer to the same operation.
    OutOfOrder,
}

/// Which of the calls to come go wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum When {
    /// So many from now on.
    Next(u64),
    /// The one with this number, counted from now; the next one is 1. No other.
    Nth(u64),
    /// Each with this probability, 0 for none to 1 for all of them. The seed decides which.
    Chance {
        /// The probability.
        probability: f64,
        /// The same seed chooses the same calls.
        seed: u64,
    },
}

/// A fault that has been ordered.
#[derive(Debug)]
pub(super) struct Fault {
    operation: Operation,
    effect: Effect,
    due: Due,
}

#[derive(Debug)]
enum Due {
    /// After `skip` calls, for `times` calls.
    Counted {
        skip: u64,
        times: u64,
    },
    Random {
        probability: f64,
        random: Random,
    },
}

impl Fault {
    pub(super) fn new(operation: Operation, when: When, effect: Effect) -> Self {
        let due = match when {
            When::Next(times) => Due::Counted { skip: 0, times },
            When::Nth(number) => Due::Counted { skip: number.saturating_sub(1), times: number.min(1) },
            When::Chance { probability, seed } => Due::Random { probability, random: Random::new(seed) },
        };
        Self { operation, effect, due }
    }

    /// Counts a call, and gives the effect if this is one that goes wrong.
    pub(super) fn call(&mut self, operation: Operation) -> Option<Effect> {
        if operation != self.operation {
            return None;
        }
        let hit = match &mut self.due {
            Due::Counted { skip: 0, times: 0 } => false,
            Due::Counted { skip: 0, times } => {
                *times -= 1;
                true
            }
            Due::Counted { skip, .. } => {
                *skip -= 1;
                false
            }
            Due::Random { probability, random } => random.chance(*probability),
        };
        hit.then_some(self.effect)
    }

    /// Whether it never happens again.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.due, Due::Counted { times: 0, .. })
    }
}
