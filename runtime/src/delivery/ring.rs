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

impl Ring {
    /// What was answered to this delivery, `Some(None)` if it is in progress. One that was not taken before is now.
    fn take(&self, key: Key) -> Option<Option<Outcome>> {
        let mut taken = self.lock();
        if let Some(answer) = taken.answers.get(&key) {
            return Some(answer.clone());
        }
        taken.answers.insert(key, None);
        taken.order.push_back(key);
        if taken.order.len() > REMEMBERED
            && let Some(oldest) = taken.order.pop_front()
        {
            taken.answers.remove(&oldest);
        }
        None
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
        None => {}
        Some(None) => return None,
        Some(Some(outcome)) => {
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
