//! What somebody who looks may tell an entity, whatever its type: to leave the memory, to give up a delivery. It is carried out after everything
//! that came before it.

use super::cell::Cell;
use super::persistent::PersistDispatch;
use super::schedule::ScheduleError;
use crate::actor::{Actor, ActorRef, Other};
use crate::observe::Stamp;
use tokio::sync::oneshot;

/// Why an entity has not done what it was told from outside. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InstructError {
    /// The type is not hosted.
    #[error("`{kind}` is not hosted: add `.host::<..>()` or `.host_with(..)`")]
    Unhosted {
        /// The stable name of the type.
        kind: String,
    },
    /// It is not in memory, and cannot leave it.
    #[error("the entity is not in memory")]
    Asleep,
    /// It has work in hand: commands that it has postponed, deliveries that it sends.
    #[error("the entity is not idle: it has postponed commands, or deliveries that are not confirmed")]
    Busy,
    /// It sends no delivery of that number.
    #[error("there is no unconfirmed delivery {id}")]
    NoDelivery {
        /// The number.
        id: u64,
    },
    /// It has no timer of that id.
    #[error("there is no such timer")]
    NoTimer,
    /// A deadline belongs to the state of its machine, which would never be left without it.
    #[error("`{name}` is the deadline of a state, and ends with it")]
    Deadline {
        /// The name of the deadline.
        name: String,
    },
    /// What is stored of it cannot be read.
    #[error(transparent)]
    Look(#[from] crate::system::LookError),
    /// The timer was not removed.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// The system is shutting down.
    #[error("the entity has stopped")]
    Stopped,
}

/// What an entity is told, and the way back.
#[derive(Debug)]
pub(crate) struct Instruction {
    what: What,
    answer: oneshot::Sender<Result<(), InstructError>>,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Passivate,
    GiveUp(u64),
}

/// Takes the state of an idle entity out of memory.
pub(crate) async fn passivate<A: Actor>(entity: &ActorRef<A>) -> Result<(), InstructError> {
    instruct(entity, What::Passivate).await
}

/// Ends the delivery `id`, which then counts as given up.
pub(crate) async fn give_up<A: Actor>(entity: &ActorRef<A>, id: u64) -> Result<(), InstructError> {
    instruct(entity, What::GiveUp(id)).await
}

async fn instruct<A: Actor>(entity: &ActorRef<A>, what: What) -> Result<(), InstructError> {
    let (sender, answer) = oneshot::channel();
    let instruction = Instruction { what, answer: sender };
    // A full mailbox does not refuse it. A refused one is dropped, and with it the way back.
    let _ = entity.downgrade().push(Other::Instruct(instruction).into(), Stamp::here());
    answer.await.unwrap_or(Err(InstructError::Stopped))
}

impl<A: PersistDispatch> Cell<A> {
    pub(super) async fn instruct(&mut self, Instruction { what, answer }: Instruction) {
        let done = match what {
            What::Passivate if self.incarnation.is_none() => Err(InstructError::Asleep),
            What::Passivate if !self.postponed.is_empty() || self.is_sending() => Err(InstructError::Busy),
            What::Passivate => {
                self.fall_asleep().await;
                Ok(())
            }
            What::GiveUp(id) => {
                self.rest.disturb();
                if self.give_up_delivery(id).await { Ok(()) } else { Err(InstructError::NoDelivery { id }) }
            }
        };
        // Whoever asked may have gone away meanwhile: that is its right.
        let _ = answer.send(done);
    }
}
