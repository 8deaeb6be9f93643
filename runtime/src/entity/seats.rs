//! How many entities may be in memory.
//!
//! Who works is never sent away. Who rests stands in a queue, and the one that has rested longest goes when there are too many.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Waker;

/// The seats of a system that has a limit.
#[derive(Debug)]
pub(crate) struct Seats {
    most: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    taken: usize,
    /// How many were asked to go and have not gone yet.
    going: usize,
    /// Those who rest, by when they began.
    resting: BTreeMap<u64, Waker>,
    next: u64,
}

/// An entity's place. Given up when this is dropped.
pub(super) struct Seat {
    seats: Arc<Seats>,
    /// When its holder began to rest, if it does. It is not in the queue any more once the holder was asked to go.
    ticket: Option<u64>,
}

impl State {
    fn is_crowded(&self, most: usize) -> bool {
        self.taken - self.going > most
    }

    /// The holder of `ticket` does not rest any more.
    fn leave_queue(&mut self, ticket: u64) {
        if self.resting.remove(&ticket).is_none() {
            self.going -= 1;
        }
    }
}

impl Seats {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, state: Mutex::default() }
    }

    /// Takes a seat. If that is one too many, the one who has rested longest is asked to go.
    pub(super) fn take(self: &Arc<Self>) -> Seat {
        let asked = {
            let mut state = self.lock();
            state.taken += 1;
            let longest = if state.is_crowded(self.most) { state.resting.pop_first() } else { None };
            state.going += usize::from(longest.is_some());
            longest
        };
        // Outside of the lock: what is woken may ask.
        if let Some((_, asked)) = asked {
            asked.wake();
        }
        Seat { seats: self.clone(), ticket: None }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing of the user's runs under the lock, so the state is whole even after a panic elsewhere.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seat {
    /// Rests. Says whether the holder is to go.
    pub(super) fn rest(&mut self, waker: &Waker) -> bool {
        let mut state = self.seats.lock();
        if let Some(ticket) = self.ticket {
            return !state.resting.contains_key(&ticket);
        }
        // Nobody else rests then, or they would have gone.
        if state.is_crowded(self.seats.most) {
            return true;
        }
        let ticket = state.next;
        state.next += 1;
        state.resting.insert(ticket, waker.clone());
        self.ticket = Some(ticket);
        false
    }

    /// Works again.
    pub(super) fn work(&mut self) {
        if let Some(ticket) = self.ticket.take() {
            self.seats.lock().leave_queue(ticket);
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut state = self.seats.lock();
        if let Some(ticket) = self.ticket {
            state.leave_queue(ticket);
        }
        state.taken -= 1;
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seat").field("ticket", &self.ticket).finish_non_exhaustive()
    }
}
