//! What is measured. Every library runs the same programs.

use clap::ValueEnum;

/// A program whose cost grows with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(crate) enum Workload {
    /// Messages of 8 bytes to one actor without a limit, in runs of 100.
    TellUnbounded,
    /// The same to an actor whose mailbox holds 1 024.
    TellBounded,
    /// Calls of one actor, each after the answer to the one before.
    Ask,
    /// One token on its way through a ring of 64 actors.
    Ring,
    /// Actors that are spawned, asked once, stopped, and waited for.
    Spawn,
    /// Messages of 256 bytes to one actor whose mailbox holds 1 024.
    #[value(name = "tell_256")]
    Tell256,
}

/// So many messages are told before the actor gets its turn: no more than an actor, or a task of tokio, handles in one.
pub(crate) const RUN: u64 = 100;

/// So many actors are in the ring.
pub(crate) const RING: usize = 64;

/// A message that is not small.
pub(crate) type Large = [u8; 256];

impl Workload {
    /// The names as the command line has them.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::TellUnbounded => "tell_unbounded",
            Self::TellBounded => "tell_bounded",
            Self::Ask => "ask",
            Self::Ring => "ring",
            Self::Spawn => "spawn",
            Self::Tell256 => "tell_256",
        }
    }

    /// How often it is done: enough that what happens once does not count, and a multiple of [`RUN`].
    pub(crate) fn size(self) -> u64 {
        match self {
            Self::TellUnbounded | Self::TellBounded | Self::Tell256 => 500 * RUN,
            Self::Ask | Self::Ring => 100 * RUN,
            Self::Spawn => 20 * RUN,
        }
    }
}

/// What the command line has in common: one program of one library.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Sized {
    /// Which program.
    pub(crate) workload: Workload,
    /// How often it is done.
    pub(crate) times: u64,
}
