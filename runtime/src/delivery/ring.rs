//! What an actor in memory knows of the deliveries that it has taken.
//!
//! It is forgotten with the incarnation, and the oldest of it when there is too much: an actor in memory may run a message again after it has
//! started over, and when so many others came in between.

use super::address::Destination;
use super::arrival::{Arrival, What};
use super::parcel::{Mail, Outcome, Parcel, Receipt};
use crate::actor::{Context, Dispatch, Exit};
use crate::panics::contain;
use crate::system::Core;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// So many deliveries an actor in memory remembers.
const REMEMBERED: usize = 1000;

/// A delivery, by the sender's stream and its number.
type Key = ([u8; 12], u64);

/// The deliveries that were taken, shared with those who wait for what becomes of them.
#[derive(Debug, Default)]
pub(crate) struct Ring(Mutex<Taken>);

#[derive(Debug, Default)]
struct Taken {
    /// Nothing for those in progress.
    answers: BTreeMap<Key, Option<Outcome>>,
    order: VecDeque<Key>,
}

/// What is known of a delivery that has come.
enum Known {
    /// Nothing: it is taken now.
    New,
    /// It is in progress.
    InHand,
    Answered(Outcome),
}

impl Ring {
    /// Takes this delivery, unless it was taken before.
    fn take(&self, key: Key) -> Known {
        let mut taken = self.lock();
        match taken.answers.get(&key) {
            Some(None) => return Known::InHand,
            Some(Some(outcome)) => return Known::Answered(outcome.clone()),
            None => {}
        }
        taken.answers.insert(key, None);
        taken.order.push_back(key);
        if taken.order.len() > REMEMBERED
            && let Some(oldest) = taken.order.pop_front()
        {
            taken.answers.remove(&oldest);
        }
        Known::New
    }

    fn answer(&self, key: Key, outcome: Outcome) {
        if let Some(answer) = self.lock().answers.get_mut(&key) {
            *answer = Some(outcome);
        }
    }

    /// It has failed, and is run again when it comes again.
    fn forget(&self, key: Key) {
        let mut taken = self.lock();
        taken.answers.remove(&key);
        taken.order.retain(|known| *known != key);
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        // Nothing of the user's runs under the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The message that `mail` has brought to an actor in memory, if there is one to be run.
pub(crate) fn arrived<A: Dispatch>(mail: Mail, ring: &Arc<Ring>, cx: &Context<A>) -> Option<A::Message> {
    let Mail::Parcel(parcel) = mail else { return None };
    let key = (parcel.window(), parcel.number);
    match ring.take(key) {
        Known::New => {}
        Known::InHand => return None,
        Known::Answered(outcome) => {
            confirm(&parcel, outcome, &cx.core);
            return None;
        }
    }
    let arrival = Arrival { what: What::Parcel(&parcel), core: &cx.core, ring: Some((ring, &parcel)) };
    // Reading it runs the user's `Deserialize`.
    let read = contain(|| A::arrive(&arrival));
    let by_hand = matches!(&read, Ok(Some((_, true))));
    if let Ok(Some((Ok(message), _))) = read {
        if by_hand {
            ring.forget(key);
        }
        return Some(message);
    }
    ring.forget(key);
    let why = Exit::StartFailed(format!("{} is not read", parcel.name).into());
    cx.core.note_dead_letter(std::any::type_name::<A>(), None, "delivery", &why);
    None
}

/// An actor in memory has answered, or has failed: then the message comes again.
pub(super) fn answered(ring: &Ring, parcel: &Parcel, outcome: Option<Outcome>, core: &Core) {
    let key = (parcel.window(), parcel.number);
    let Some(outcome) = outcome else { return ring.forget(key) };
    ring.answer(key, outcome.clone());
    confirm(parcel, outcome, core);
}

fn confirm(parcel: &Parcel, outcome: Outcome, core: &Core) {
    let receipt = Receipt { stream: parcel.stream, id: parcel.id, outcome };
    core.post(&Destination::Entity(parcel.sender.clone()), Mail::Receipt(receipt));
}
