//! One hosted type: how its entities are made, and those that are live.

use super::core::Core;
use super::tree::Leaf;
use crate::actor::{ActorRef, Context, Exit};
use crate::entity::{Cell, EntityId, Factory, PersistDispatch, Storage};
use crate::executor;
use crate::mailbox::mailbox;
use crate::observe::Observer;
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The live entities of one type.
pub(super) struct Host<A: PersistDispatch> {
    make: Factory<A>,
    live: Mutex<Live<A>>,
}

struct Live<A: PersistDispatch> {
    entities: HashMap<Arc<str>, ActorRef<A>>,
    closed: bool,
}

/// A host of any type.
pub(super) trait AnyHost: Send + Sync {
    fn kind(&self) -> &'static str;
    fn actor(&self) -> TypeId;
    fn as_any(&self) -> &dyn Any;
    /// Closes the mailboxes of all live entities, and lets no new ones live.
    fn close(&self);
    /// The entities that have a mailbox.
    fn leaves(&self) -> Vec<Leaf>;
    /// Waits for all live entities to end.
    fn ended(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

impl<A: PersistDispatch> Host<A> {
    pub(super) fn new(make: Factory<A>) -> Self {
        Self { make, live: Mutex::new(Live { entities: HashMap::new(), closed: false }) }
    }

    /// The one live copy of the entity, or `None` when the system is shutting down.
    pub(super) fn entity(&self, id: EntityId<A>, core: &Arc<Core>, storage: &Arc<Storage>) -> Option<ActorRef<A>> {
        let mut live = self.lock();
        if live.closed {
            return None;
        }
        if let Some(actor) = live.entities.get(id.as_str()).filter(|actor| !actor.sender().is_closed()) {
            return Some(actor.clone());
        }
        let (sender, inbox) = mailbox(core.settings().mailbox::<A>());
        let cx = Context::new(sender.downgrade(), core.clone(), id.clone());
        let actor = ActorRef::new(sender, id.clone());
        live.entities.insert(id.key().id().clone(), actor.clone());
        let observer = Observer::born(std::any::type_name::<A>(), || Some(id.key().id().clone()));
        executor::spawn(Cell::new(id, self.make.clone(), storage.clone(), inbox, cx, observer).run());
        Some(actor)
    }

    fn lock(&self) -> MutexGuard<'_, Live<A>> {
        // Nothing of the user's runs under the lock, so the map is whole even after a panic elsewhere.
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<A: PersistDispatch> AnyHost for Host<A> {
    fn kind(&self) -> &'static str {
        A::KIND
    }

    fn actor(&self) -> TypeId {
        TypeId::of::<A>()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn close(&self) {
        let mut live = self.lock();
        live.closed = true;
        live.entities.values().for_each(|actor| actor.sender().close());
    }

    fn leaves(&self) -> Vec<Leaf> {
        let leaf = |(id, actor): (&Arc<str>, &ActorRef<A>)| {
            let sender = actor.sender();
            Leaf { kind: A::KIND, id: id.clone(), depth: sender.depth(), phase: sender.phase() }
        };
        let live = self.lock();
        #[allow(clippy::iter_over_hash_type, reason = "they are put in order when all are there")]
        live.entities.iter().filter(|(_, actor)| !actor.sender().is_closed()).map(leaf).collect()
    }

    fn ended(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let live: Vec<_> = self.lock().entities.values().cloned().collect();
        Box::pin(async move {
            for actor in live {
                let _: Exit = actor.sender().ended().await;
            }
        })
    }
}
