//! What a handler of a persistent actor can know of the command that it decides on.

use super::persistent::Persistent;
use crate::actor::Context;
use crate::clock;
use crate::journal::CommandId;
use std::time::SystemTime;

impl<A: Persistent> Context<A> {
    /// Names the command in hand: the key to give to the outside world, so that a second run of the command is recognised there.
    ///
    /// It is stored with the event that the command causes.
    pub fn key(&self) -> CommandId {
        self.command
    }

    /// The time of day. Only commands ask for it: an event that depends on the time carries it.
    pub fn now(&self) -> SystemTime {
        clock::wall()
    }
}
