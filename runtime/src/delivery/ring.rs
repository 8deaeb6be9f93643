//! What an actor in memory knows of the deliveries that it has taken.
//!
//! It is forgotten with the incarnation, and the oldest of it when there is too much: an actor in memory may run a message again after it has
//! started over, and when so many others came in between.

use super::address::Destination;
use super::arrival::{Arrival, What};
use super::flow::Turn;
use super::parcel::{Mail, Outcome, Parcel, Receipt};
use crate::actor::{Context, Dispatch, Exit};
use crate::panics::contain;
use crate::system::Core;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// So many deliveries an actor in memory remembers when they are over. Those in progress it knows all.
const REMEMBERED: usize = 1000;

/// A delivery, by the sender's stream and its number.
pub(super) type Key = ([u8; 12], u64);

/// The deliveries that were taken, shared with those who wait for what becomes of them.
#[derive(Debug, Default)]
pub(crate) struct Ring(Mutex<Taken>);

#[derive(Debug, Default)]
struct Taken {
    /// Nothing for those in progress.
    answers: BTreeMap<Key, Option<Outcome>>,
    /// Those that were answered, in the order of that.
    order: VecDeque<Key>,
}

/// What is known of a delivery that has come.
pub(super) enum Known {
    /// Nothing: it is taken now.
    New,
    /// It is in progress.
    InHand,
    Answered(Outcome),
    /// It is ordered, and the one before it was not taken.
    Early,
}

impl Ring {
    /// Takes this delivery, unless it was taken before or its turn has not come.
    pub(super) fn take(&self, key: Key, turn: Turn) -> Known {
        let mut taken = self.lock();
        match taken.answers.get(&key) {
            Some(None) => return Known::InHand,
            Some(Some(outcome)) => return Known::Answered(outcome.clone()),
            None if !turn.has_come(|before| taken.answers.contains_key(&(key.0, before))) => return Known::Early,
            None => {}
        }
        taken.answers.insert(key, None);
        Known::New
    }

    pub(super) fn answer(&self, key: Key, outcome: Outcome) {
        let mut taken = self.lock();
        let Some(answer) = taken.answers.get_mut(&key) else { return };
        *answer = Some(outcome);
        taken.order.push_back(key);
        if taken.order.len() > REMEMBERED
            && let Some(oldest) = taken.order.pop_front()
        {
            taken.answers.remove(&oldest);
        }
    }

    /// It is not in progress any more, and is run again when it comes again.
    pub(super) fn forget(&self, key: Key) {
        self.lock().answers.remove(&key);
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        // Nothing of the user's runs under the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The message that `mail` has brought to an actor in memory, if there is one to be run.
pub(crate) fn arrived<A: Dispatch>(mail: Mail, ring: &Arc<Ring>, cx: &Context<A>) -> Option<A::Message> {
    let Mail::Parcel(parcel) = mail else { return None };
    let key = parcel.key();
    let is_early = match ring.take(key, parcel.turn) {
        Known::New => false,
        // Whoever confirms by hand gets it all the same.
        Known::Early => true,
        Known::InHand => return None,
        Known::Answered(outcome) => {
            confirm(&parcel, outcome, &cx.core);
            return None;
        }
    };
    let arrival = Arrival { what: What::Parcel(&parcel), core: &cx.core, ring: (!is_early).then_some((ring, &parcel)) };
    // Reading it runs the user's `Deserialize`.
    let read = contain(|| A::arrive(&arrival));
    let by_hand = matches!(&read, Ok(Some((_, true))));
    if let Ok(Some((Ok(message), _))) = read {
        if by_hand && !is_early {
            ring.forget(key);
        }
        return (by_hand || !is_early).then_some(message);
    }
    if !is_early {
        ring.forget(key);
    }
    let why = Exit::StartFailed(format!("{} is not read", parcel.name).into());
    cx.core.note_dead_letter(std::any::type_name::<A>(), None, "delivery", &why);
    None
}

/// An actor in memory has answered, or has failed: then the message comes again.
pub(super) fn answered(ring: &Ring, parcel: &Parcel, outcome: Option<Outcome>, core: &Core) {
    let Some(outcome) = outcome else { return ring.forget(parcel.key()) };
    ring.answer(parcel.key(), outcome.clone());
    if let Some(ticket) = &parcel.ticket {
        ticket.answer(outcome.clone());
    }
    confirm(parcel, outcome, core);
}

pub(super) fn confirm(parcel: &Parcel, outcome: Outcome, core: &Core) {
    let receipt = Receipt { stream: parcel.stream, id: parcel.id, outcome };
    core.post(&Destination::Entity(parcel.sender.clone()), Mail::Receipt(receipt));
}
