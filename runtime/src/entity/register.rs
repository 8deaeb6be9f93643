//! The live entities of one type: who has a mailbox, and which is the one.

use super::persistent::PersistDispatch;
use super::trouble::Trouble;
use crate::actor::{Exit, Item};
use crate::mailbox::{Phase, Receiver, Sender, Signal, WeakSender};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A map that is so many times larger than what is in it gives memory back.
const SLACK: usize = 4;

/// Who gets a handle and who leaves is decided under one lock, so that there is never a second copy of an entity.
pub(crate) struct Register<A: PersistDispatch>(Mutex<Live<A>>);

struct Live<A: PersistDispatch> {
    entities: HashMap<Arc<str>, Entry<A>>,
    /// Beside the entities, so that one that nothing is wrong with has no room for it.
    troubles: HashMap<Arc<str>, Trouble>,
    closed: bool,
}

/// What is known of an entity without asking it.
pub(crate) struct Glance {
    pub(crate) depth: usize,
    pub(crate) phase: Phase,
    pub(crate) trouble: Option<Trouble>,
}

enum Entry<A: PersistDispatch> {
    /// Kept in memory by the register, whether or not somebody has a handle.
    Awake(Sender<Item<A>>),
    /// Kept by handles alone: nothing but a mailbox for those who have one.
    Asleep(WeakSender<Item<A>>),
}

impl<A: PersistDispatch> Entry<A> {
    fn weak(&self) -> WeakSender<Item<A>> {
        match self {
            Self::Awake(sender) => sender.downgrade(),
            Self::Asleep(sender) => sender.clone(),
        }
    }

    fn sender(&self) -> Sender<Item<A>> {
        match self {
            Self::Awake(sender) => sender.clone(),
            Self::Asleep(sender) => sender.revive(),
        }
    }
}

impl<A: PersistDispatch> Register<A> {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(Live { entities: HashMap::new(), troubles: HashMap::new(), closed: false }))
    }

    /// The way into the mailbox of the entity `id`. If there is none, `start` makes it, and its task, which then is let run. `None` when the system is shutting down.
    pub(crate) fn sender<R: FnOnce()>(
        &self,
        id: &Arc<str>,
        start: impl FnOnce() -> (Sender<Item<A>>, R),
    ) -> Option<Sender<Item<A>>> {
        let mut live = self.lock();
        if live.closed {
            return None;
        }
        // One whose task was dropped is closed, and has left its entry behind.
        if let Some(sender) = live.entities.get(id).map(Entry::sender).filter(|sender| !sender.is_closed()) {
            return Some(sender);
        }
        let (sender, run) = start();
        live.entities.insert(id.clone(), Entry::Awake(sender.clone()));
        run();
        Some(sender)
    }

    /// The entity is out of memory. From now on it is there for as long as somebody has a handle.
    pub(super) fn sleep(&self, id: &Arc<str>) {
        let kept = {
            let mut live = self.lock();
            live.entities.get_mut(id).map(|entry| {
                let weak = entry.weak();
                std::mem::replace(entry, Entry::Asleep(weak))
            })
        };
        drop(kept);
    }

    /// The entity, which was asleep, has work.
    pub(super) fn wake(&self, id: &Arc<str>) {
        let mut live = self.lock();
        if let Some(entry) = live.entities.get_mut(id) {
            *entry = Entry::Awake(entry.sender());
        }
    }

    /// Whether the entity is gone, because nobody has a handle of it and nothing waits for it.
    pub(super) fn leave(&self, id: &Arc<str>, inbox: &Receiver<Item<A>>) -> bool {
        let mut live = self.lock();
        // Asked again under the lock, under which alone there may be new handles.
        if !inbox.is_deserted() {
            return false;
        }
        live.entities.remove(id);
        live.troubles.remove(id);
        let (held, used) = (live.entities.capacity(), live.entities.len());
        if held / SLACK > used {
            live.entities.shrink_to(used * 2);
        }
        true
    }

    /// Closes all mailboxes, and lets no new entities live.
    pub(crate) fn close(&self) {
        let mut live = self.lock();
        live.closed = true;
        live.entities.values().for_each(|entry| entry.weak().close());
    }

    /// Ends all entities at once.
    pub(crate) fn kill(&self) {
        // A copy, for a signal wakes tasks.
        let all: Vec<_> = self.lock().entities.values().map(Entry::weak).collect();
        for entity in all {
            entity.signal(Signal::Kill);
        }
    }

    /// How many entities have not ended.
    pub(crate) fn lingering(&self) -> usize {
        self.lock().entities.values().filter(|entry| !entry.weak().is_over()).count()
    }

    /// Waits for all live entities to end.
    pub(crate) async fn ended(&self) {
        let live: Vec<_> = self.lock().entities.values().map(Entry::weak).collect();
        for entity in live {
            let _: Exit = entity.ended().await;
        }
    }

    /// The entities that have a mailbox, how many messages wait for each, and what each has in memory.
    pub(crate) fn list(&self) -> Vec<(Arc<str>, usize, Phase)> {
        let live = self.lock();
        let open = |(id, entry): (&Arc<str>, &Entry<A>)| {
            let sender = entry.weak();
            (!sender.is_closed()).then(|| (id.clone(), sender.depth(), sender.phase()))
        };
        #[allow(clippy::iter_over_hash_type, reason = "whoever shows them puts them in order")]
        live.entities.iter().filter_map(open).collect()
    }

    /// Notes what went wrong with an entity.
    pub(super) fn trouble(&self, id: &Arc<str>, trouble: Trouble) {
        self.lock().troubles.insert(id.clone(), trouble);
    }

    /// What is known of one entity, if it has a mailbox.
    pub(crate) fn glance(&self, id: &str) -> Option<Glance> {
        let live = self.lock();
        let sender = live.entities.get(id).map(Entry::weak).filter(|sender| !sender.is_closed())?;
        Some(Glance { depth: sender.depth(), phase: sender.phase(), trouble: live.troubles.get(id).cloned() })
    }

    /// How many entities have a mailbox.
    pub(crate) fn count(&self) -> usize {
        self.lock().entities.len()
    }

    fn lock(&self) -> MutexGuard<'_, Live<A>> {
        // Nothing of the user's runs under the lock, so the map is whole even after a panic elsewhere.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
