//! Who lives in a system.

use super::names::Claim;
use crate::actor::Control;
use crate::mailbox::Signal;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The live actors in memory, in the order in which they were spawned.
#[derive(Default)]
pub(crate) struct Residents(Mutex<Live>);

#[derive(Default)]
struct Live {
    actors: BTreeMap<u64, Entry>,
    next: u64,
    closed: bool,
}

struct Entry {
    kind: &'static str,
    name: Option<Arc<str>>,
    /// The key of the parent's mailbox.
    parent: Option<usize>,
    restarts: u32,
    control: Arc<dyn Control>,
}

/// What a system says of one of its actors.
pub(super) struct Profile {
    pub(super) kind: &'static str,
    pub(super) name: Option<Arc<str>>,
    pub(super) key: usize,
    pub(super) parent: Option<usize>,
    pub(super) depth: usize,
    pub(super) restarts: u32,
}

/// The system is shutting down, and takes in no actor without a parent.
#[derive(Debug)]
pub(crate) struct Closed;

/// An actor's place in its system. It is given up, and with it the name, when this is dropped.
pub(crate) struct Resident {
    residents: Arc<Residents>,
    number: u64,
    /// Boxed, for few have a name and every actor has room for this.
    claim: Option<Box<Claim>>,
}

impl Residents {
    pub(super) fn admit(
        self: &Arc<Self>,
        kind: &'static str,
        control: impl Control + 'static,
        parent: Option<usize>,
        claim: Option<Claim>,
    ) -> Result<Resident, Closed> {
        let mut live = self.lock();
        // A parent that is winding up may still need a child, and sees to its end.
        if live.closed && parent.is_none() {
            return Err(Closed);
        }
        let number = live.next;
        live.next += 1;
        let name = claim.as_ref().map(Claim::name);
        live.actors.insert(number, Entry { kind, name, parent, restarts: 0, control: Arc::new(control) });
        Ok(Resident { residents: self.clone(), number, claim: claim.map(Box::new) })
    }

    /// Takes in no more actors without a parent, and gives those that there are.
    pub(super) fn close(&self) -> Vec<Arc<dyn Control>> {
        let mut live = self.lock();
        live.closed = true;
        live.actors.values().filter(|entry| entry.parent.is_none()).map(|entry| entry.control.clone()).collect()
    }

    /// Whether the system is shutting down.
    #[cfg(feature = "persistence")]
    pub(super) fn is_closed(&self) -> bool {
        self.lock().closed
    }

    /// Kills everyone.
    pub(super) fn kill(&self) {
        // A copy, for a signal wakes tasks.
        let all: Vec<_> = self.lock().actors.values().map(|entry| entry.control.clone()).collect();
        for control in all {
            control.signal(Signal::Kill);
        }
    }

    /// How many live of each type.
    pub(super) fn census(&self) -> BTreeMap<&'static str, usize> {
        let mut census = BTreeMap::new();
        for entry in self.lock().actors.values() {
            *census.entry(entry.kind).or_default() += 1;
        }
        census
    }

    /// Everyone, in the order in which they were spawned.
    pub(super) fn profiles(&self) -> Vec<Profile> {
        let profile = |entry: &Entry| Profile {
            kind: entry.kind,
            name: entry.name.clone(),
            key: entry.control.key(),
            parent: entry.parent,
            depth: entry.control.depth(),
            restarts: entry.restarts,
        };
        self.lock().actors.values().map(profile).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Live> {
        // Nothing of the user's runs under the lock, so the map is whole even after a panic elsewhere.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Resident {
    /// The actor's name, if it has one.
    pub(crate) fn name(&self) -> Option<Arc<str>> {
        self.claim.as_deref().map(Claim::name)
    }

    pub(crate) fn count_restart(&self) {
        if let Some(entry) = self.residents.lock().actors.get_mut(&self.number) {
            entry.restarts = entry.restarts.saturating_add(1);
        }
    }
}

impl Drop for Resident {
    fn drop(&mut self) {
        let entry = self.residents.lock().actors.remove(&self.number);
        // Outside the lock: it may be the last that knows the mailbox.
        drop(entry);
    }
}

impl fmt::Debug for Residents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Residents").field(&self.census()).finish()
    }
}
