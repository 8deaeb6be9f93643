//! What a cell has decided and does not know to be durable yet.
//!
//! Answers and effects leave in the order of the decisions, each when its unit is durable and everything before it has left.

use super::persistent::Recover;
use super::step::{Conclude, Rejection};
use crate::actor::Context;
use crate::journal::{AppendError, Appended, CommandId, Pending};
use crate::panics::contain;
use std::collections::VecDeque;

/// So many decisions of one entity may wait for the store. With one, a command is decided when the one before it is durable.
pub(super) const WINDOW: usize = 1;

pub(super) struct InFlight<A: Recover>(VecDeque<Decided<A>>);

pub(super) struct Decided<A: Recover> {
    pub(super) command: CommandId,
    /// The store's answer to come; `None` for a decision that stores nothing.
    pub(super) stored: Option<Pending<Appended, AppendError>>,
    pub(super) conclusion: Box<dyn Conclude<A>>,
}

/// The incarnation cannot go on: what it believes and what is stored may differ.
#[derive(Debug)]
pub(super) struct Broken;

impl<A: Recover> InFlight<A> {
    pub(super) fn new() -> Self {
        Self(VecDeque::with_capacity(WINDOW))
    }

    pub(super) fn push(&mut self, decided: Decided<A>) {
        self.0.push_back(decided);
    }

    /// Waits until fewer than `open` decisions are unsettled.
    pub(super) async fn settle(&mut self, open: usize, cx: &mut Context<A>) -> Result<(), Broken> {
        let mut outcome = Ok(());
        while self.0.len() >= open {
            let Some(Decided { command, stored, conclusion }) = self.0.pop_front() else { break };
            let durable = match stored {
                None => Ok(()),
                Some(stored) => stored.await.map(drop).map_err(|cause| Rejection::Append { command, cause }),
            };
            if durable.is_err() {
                outcome = Err(Broken);
            }
            cx.command = command;
            // Effects are the user's code. The unit is durable, so a panic costs the incarnation and nothing that is stored.
            if contain(|| conclusion.release(durable, cx)).is_err() {
                outcome = Err(Broken);
            }
        }
        outcome
    }
}
