//! The way from one actor to another over a network.

use super::network::{Fate, Faults, Network, Pair};
use crate::call::{CallError, Message, Port, Recipient, Sending, Take, TellError, idle_slot};
use crate::clock;
use crate::executor;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

pub(super) fn link<M: Message + Clone>(network: Network, pair: Pair, target: Recipient<M>) -> Recipient<M> {
    let road = Mutex::new(Road { last: Duration::ZERO, next: 0, parcels: BTreeMap::new(), overtaken: Vec::new() });
    Recipient::of(Link(Arc::new(Shared { network, pair, target, road })))
}

struct Link<M: Message>(Arc<Shared<M>>);

struct Shared<M: Message> {
    network: Network,
    pair: Pair,
    target: Recipient<M>,
    road: Mutex<Road<M>>,
}

/// What is on its way, by the time at which it arrives.
struct Road<M: Message> {
    parcels: BTreeMap<Place, Parcel<M>>,
    /// When the last one arrives that is not to be overtaken.
    last: Duration,
    next: u64,
    /// Those that wait for the next one to overtake them.
    overtaken: Vec<Place>,
}

type Place = (Duration, u64);

struct Parcel<M: Message> {
    message: M,
    port: Port<M::Reply, M::Error>,
}

impl<M: Message> Road<M> {
    /// Says when it arrives, unless the next one overtakes it before.
    fn put(&mut self, fate: &Fate, parcel: Parcel<M>) -> Duration {
        let due = clock::monotonic().saturating_add(fate.delay).max(self.last);
        if fate.overtaken {
            let (due, number) = self.lay(due.saturating_add(Faults::OVERTAKEN), parcel);
            self.overtaken.push((due, number));
            return due;
        }
        self.last = due;
        self.lay(due, parcel);
        for place in std::mem::take(&mut self.overtaken) {
            if let Some(parcel) = self.parcels.remove(&place) {
                self.lay(due, parcel);
            }
        }
        due
    }

    /// Of those that arrive at the same time, the last one laid there arrives last.
    fn lay(&mut self, due: Duration, parcel: Parcel<M>) -> Place {
        let place = (due, self.next);
        self.next += 1;
        self.parcels.insert(place, parcel);
        place
    }
}

impl<M: Message + Clone> Shared<M> {
    fn accept(self: &Arc<Self>, message: M, port: Port<M::Reply, M::Error>) {
        let fate = self.network.fate(&self.pair);
        if fate.lost {
            return self.network.silence(port);
        }
        let port = if port.leads_back() { self.way_back(port) } else { port };
        let copy = fate.doubled.then(|| Parcel { message: message.clone(), port: Port::none() });
        let mut road = self.lock();
        for parcel in [Some(Parcel { message, port }), copy].into_iter().flatten() {
            let due = road.put(&fate, parcel);
            if due > clock::monotonic() {
                let link = self.clone();
                drop(executor::spawn(async move {
                    clock::sleep_until(due).await;
                    link.deliver(&mut link.lock());
                }));
            }
        }
        self.deliver(&mut road);
    }

    /// Hands over what has arrived. Under the lock, so that nothing overtakes it.
    fn deliver(&self, road: &mut Road<M>) {
        let now = clock::monotonic();
        while let Some(entry) = road.parcels.first_entry().filter(|entry| entry.key().0 <= now) {
            let Parcel { message, port } = entry.remove();
            let taken = self.target.take(message, port).is_ok();
            self.network.arrived(&self.pair, taken);
        }
    }

    /// A port whose answer goes back over the network.
    fn way_back(&self, port: Port<M::Reply, M::Error>) -> Port<M::Reply, M::Error> {
        let (giver, answer) = idle_slot();
        let (network, (from, to)) = (self.network.clone(), self.pair.clone());
        drop(executor::spawn(async move {
            let answer = answer.await.unwrap_or(Err(CallError::Stopped));
            let back = (to, from);
            let fate = network.fate(&back);
            if fate.lost {
                return network.silence(port);
            }
            if !fate.delay.is_zero() {
                clock::sleep(fate.delay).await;
            }
            network.arrived(&back, true);
            port.open().settle(answer);
        }));
        Port::to(giver)
    }

    fn lock(&self) -> MutexGuard<'_, Road<M>> {
        self.road.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<M: Message + Clone> Take<M> for Link<M> {
    fn take(&self, message: M, port: Port<M::Reply, M::Error>) -> Result<(), TellError> {
        self.0.accept(message, port);
        Ok(())
    }

    fn send(&self, message: M) -> Sending<'_> {
        Box::pin(async move { self.take(message, Port::none()) })
    }

    fn is_closed(&self) -> bool {
        self.0.target.is_closed()
    }
}
