//! Work that a pool pulls: a delivery to its name goes to a worker that is free, one at a time.

use super::parcel::{Mail, Outcome, Parcel};
use super::ring::{Key, Known, Ring, confirm};
use crate::system::Core;
use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// So many deliveries wait for a free worker. Those that come when there are more come again.
const WAITING: usize = 1000;

/// Where the deliveries to a pool wait for its workers.
pub(crate) struct Desk {
    this: Weak<Self>,
    core: Arc<Core>,
    workers: Vec<Box<dyn Worker>>,
    /// What was taken, whoever has it in hand: so no worker gets a copy of what another one does, or has done.
    taken: Arc<Ring>,
    queue: Mutex<Queue>,
}

struct Queue {
    waiting: VecDeque<Arc<Parcel>>,
    /// Which workers have something in hand.
    busy: Vec<bool>,
}

/// Somebody who does the work.
pub(crate) trait Worker: Send + Sync {
    fn is_live(&self) -> bool;

    /// It is owed: a full mailbox does not refuse it.
    fn hand(&self, mail: Mail);
}

/// What a worker has in hand. When the last copy of it is gone the worker is free; if it has not answered, the delivery comes again, to whoever
/// is free then.
pub(crate) struct Ticket {
    desk: Weak<Desk>,
    worker: usize,
    key: Key,
    answer: Mutex<Option<Outcome>>,
}

impl Desk {
    pub(crate) fn new(core: Arc<Core>, workers: Vec<Box<dyn Worker>>) -> Arc<Self> {
        let busy = vec![false; workers.len()];
        let queue = Mutex::new(Queue { waiting: VecDeque::new(), busy });
        Arc::new_cyclic(|this| Self { this: this.clone(), core, workers, taken: Arc::default(), queue })
    }

    /// A delivery to the pool.
    pub(crate) fn post(&self, mail: Mail) {
        let Mail::Parcel(parcel) = mail else { return };
        if self.lock().waiting.len() >= WAITING {
            return;
        }
        match self.taken.take(parcel.key(), parcel.turn) {
            Known::New => {}
            Known::Answered(outcome) => return confirm(&parcel, outcome, &self.core),
            Known::InHand | Known::Early => return,
        }
        self.lock().waiting.push_back(parcel);
        self.hand_out();
    }

    /// Gives what waits to those who are free.
    fn hand_out(&self) {
        while let Some((worker, parcel)) = self.next() {
            let ticket = Ticket { desk: self.this.clone(), worker, key: parcel.key(), answer: Mutex::new(None) };
            let parcel = Parcel { ticket: Some(Arc::new(ticket)), ..(*parcel).clone() };
            // Outside the lock: a worker that has just gone drops it, and with it the ticket.
            if let Some(worker) = self.workers.get(worker) {
                worker.hand(Mail::Parcel(Arc::new(parcel)));
            }
        }
    }

    fn next(&self) -> Option<(usize, Arc<Parcel>)> {
        let Queue { waiting, busy } = &mut *self.lock();
        let mut workers = self.workers.iter().zip(busy).enumerate();
        let (worker, (_, busy)) = workers.find(|(_, (worker, busy))| !**busy && worker.is_live())?;
        let parcel = waiting.pop_front()?;
        *busy = true;
        Some((worker, parcel))
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        // Nothing of the user's runs under the lock.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ticket {
    pub(super) fn answer(&self, outcome: Outcome) {
        *self.answer.lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome);
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let Some(desk) = self.desk.upgrade() else { return };
        match self.answer.get_mut().unwrap_or_else(PoisonError::into_inner).take() {
            Some(outcome) => desk.taken.answer(self.key, outcome),
            None => desk.taken.forget(self.key),
        }
        if let Some(busy) = desk.lock().busy.get_mut(self.worker) {
            *busy = false;
        }
        desk.hand_out();
    }
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Queue { waiting, busy } = &*self.lock();
        f.debug_struct("Desk").field("waiting", &waiting.len()).field("busy", busy).finish_non_exhaustive()
    }
}

impl fmt::Debug for Ticket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ticket").field("worker", &self.worker).finish_non_exhaustive()
    }
}
