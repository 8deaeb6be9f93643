//! What a handler of a persistent actor can know of the command that it decides on.

use super::persistent::Persistent;
use crate::actor::Context;
use crate::clock;
use crate::journal::CommandId;
use crate::timer::Fired;
use std::sync::Arc;
use std::time::SystemTime;

/// The command in hand.
#[derive(Debug)]
pub(crate) struct Hand {
    pub(super) command: CommandId,
    /// What its caller was answered when it gave the same id before.
    pub(super) answered: Option<Arc<[u8]>>,
    /// Whether a snapshot was asked for.
    pub(super) snapshot: bool,
    /// The timer that the command comes from.
    pub(super) fired: Option<Fired>,
    /// What time it is, where a test says so.
    #[cfg(feature = "testing")]
    pub(super) now: Option<SystemTime>,
}

impl Hand {
    /// Before the first command.
    pub(super) fn empty() -> Self {
        Self {
            command: NO_COMMAND,
            answered: None,
            snapshot: false,
            fired: None,
            #[cfg(feature = "testing")]
            now: None,
        }
    }
}

const NO_COMMAND: CommandId = CommandId { epoch: 0, number: 0 };

impl<A: Persistent> Context<A> {
    /// Names the command in hand: the key to give to the outside world, so that a second run of the command is recognised there.
    ///
    /// It is stored with the event that the command causes. A command that is run again, after a failure of the store or a panic, has the
    /// same one.
    pub fn key(&self) -> CommandId {
        self.hand.as_ref().map_or(NO_COMMAND, |hand| hand.command)
    }

    /// The time of day. Only commands ask for it: an event that depends on the time carries it.
    pub fn now(&self) -> SystemTime {
        #[cfg(feature = "testing")]
        if let Some(now) = self.hand.as_ref().and_then(|hand| hand.now) {
            return now;
        }
        clock::wall()
    }

    /// The timer that has fired, when the command in hand is one: when it was due, and how often it has missed.
    pub fn fired(&self) -> Option<Fired> {
        self.hand.as_ref().and_then(|hand| hand.fired)
    }

    /// Takes a snapshot of the state after this command, once it is durable. In a type that has snapshots, see
    /// [`Recover::SNAPSHOT`](super::Recover::SNAPSHOT); else nothing comes of it.
    pub fn snapshot(&mut self) {
        self.hand().snapshot = true;
    }

    pub(super) fn hand(&mut self) -> &mut Hand {
        self.hand.get_or_insert_with(|| Box::new(Hand::empty()))
    }
}
