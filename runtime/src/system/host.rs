//! One hosted type: how its entities are made, and those that are live.

use super::check::{CheckedType, Watch, check};
use super::core::Core;
use super::entities::Entities;
use super::tree::Leaf;
use crate::actor::{ActorRef, Context, Item, Other};
use crate::delivery::Mail;
use crate::entity::{
    Beginning, Cell, DecodeError, EntityId, Factory, Glance, InstructError, PersistDispatch, RecoveryError, Register,
    Rest, Seats, StateAfter, Storage, as_today, give_up, passivate, schedule, state_after,
};
use crate::executor;
use crate::fsm::Table;
use crate::journal::{EntityKey, NewEvent, ReadError, Record};
use crate::mailbox::lasting_mailbox;
use crate::observe::Stamp;
use crate::timer::{Change, Fire};
use std::any::{Any, TypeId};
use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::Arc;

/// One hosted type.
pub(super) struct Host<A: PersistDispatch> {
    make: Factory<A>,
    register: Arc<Register<A>>,
}

/// A host of any type.
pub(super) trait AnyHost: Send + Sync {
    fn kind(&self) -> &'static str;
    fn actor(&self) -> TypeId;
    fn as_any(&self) -> &dyn Any;
    /// Puts a timer into the mailbox of the entity `key`. Dropped where that is too late.
    fn fire(
        &self,
        key: EntityKey,
        fire: Box<Fire>,
        core: &Arc<Core>,
        storage: &Arc<Storage>,
        seats: Option<&Arc<Seats>>,
    );
    /// Closes the mailboxes of all live entities, and lets no new ones live.
    fn close(&self);
    /// The entities that have a mailbox.
    fn leaves(&self) -> Vec<Leaf>;
    /// Ends all entities at once.
    fn kill(&self);
    /// How many entities have not ended.
    fn lingering(&self) -> usize;
    /// Waits for all live entities to end.
    fn ended(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
    /// How many entities have a mailbox.
    fn count(&self) -> usize;
    /// What is known of the entity `id` without asking it, if it has a mailbox.
    fn glance(&self, id: &str) -> Option<Glance>;
    /// Puts `mail` into the mailbox of the entity `id`.
    fn post(&self, id: &Arc<str>, mail: Mail, core: &Arc<Core>, entities: &Entities);
    /// Whether all entities would be recovered.
    fn check<'a>(
        &'a self,
        storage: &'a Storage,
        watch: &'a mut Watch<'_>,
    ) -> Pin<Box<dyn Future<Output = Result<CheckedType, ReadError>> + Send + 'a>>;
    /// What the entity `key`, one of this type, was after event `upto`.
    fn state_after<'a>(
        &'a self,
        key: &'a EntityKey,
        storage: &'a Storage,
        upto: u64,
        from: Beginning,
    ) -> Pin<Box<dyn Future<Output = Result<StateAfter, RecoveryError>> + Send + 'a>>;
    /// The events of today that a record is.
    fn as_today(&self, record: &Record) -> Result<Vec<NewEvent>, DecodeError>;
    /// The table, of a machine.
    fn table(&self) -> Option<Table>;
    /// Tells the entity `key`, one of this type, to do something beside its commands.
    fn instruct(&self, key: &EntityKey, wish: Wish, core: &Arc<Core>, entities: &Entities) -> Instructed;
}

/// What those who look may want of an entity.
pub(super) enum Wish {
    /// It is to leave the memory, if it is there.
    Passivate,
    /// It is to end the delivery of that number.
    GiveUp(u64),
    /// It is to remove the timer whose row has that id.
    Cancel(Vec<u8>),
}

pub(super) type Instructed = Pin<Box<dyn Future<Output = Result<(), InstructError>> + Send>>;

impl<A: PersistDispatch> Host<A> {
    pub(super) fn new(make: Factory<A>) -> Self {
        Self { make, register: Arc::new(Register::new()) }
    }

    pub(super) fn make(&self) -> &Factory<A> {
        &self.make
    }

    /// The one live copy of the entity, or `None` when the system is shutting down.
    pub(super) fn entity(
        &self,
        id: EntityId<A>,
        core: &Arc<Core>,
        storage: &Arc<Storage>,
        seats: Option<&Arc<Seats>>,
    ) -> Option<ActorRef<A>> {
        let start = || {
            let settings = core.settings();
            let (sender, inbox) = lasting_mailbox(settings.mailbox::<A>());
            let cx = Context::new(sender.downgrade(), core.clone(), id.clone());
            let name = id.key().id().clone();
            let rest = Rest::new(name, Arc::downgrade(&self.register), settings, seats.cloned());
            let cell = Cell::new(id.clone(), self.make.clone(), storage.clone(), inbox, cx, rest);
            (sender, || drop(executor::spawn(cell.run())))
        };
        let sender = self.register.sender(id.key().id(), start)?;
        Some(ActorRef::new(sender, id))
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

    fn fire(
        &self,
        key: EntityKey,
        fire: Box<Fire>,
        core: &Arc<Core>,
        storage: &Arc<Storage>,
        seats: Option<&Arc<Seats>>,
    ) {
        if let Ok(id) = EntityId::new(key.id().clone())
            && let Some(entity) = self.entity(id, core, storage, seats)
        {
            // A full mailbox does not refuse it. Of a closed one it is dropped, and stays stored.
            let _ = entity.downgrade().push(Item::Other(Box::new(Other::Fire(fire))), Stamp::here());
        }
    }

    fn close(&self) {
        self.register.close();
    }

    fn leaves(&self) -> Vec<Leaf> {
        let leaf = |(id, depth, phase)| Leaf { kind: A::KIND, id, depth, phase };
        self.register.list().into_iter().map(leaf).collect()
    }

    fn kill(&self) {
        self.register.kill();
    }

    fn lingering(&self) -> usize {
        self.register.lingering()
    }

    fn ended(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.register.ended())
    }

    fn count(&self) -> usize {
        self.register.count()
    }

    fn glance(&self, id: &str) -> Option<Glance> {
        self.register.glance(id)
    }

    fn post(&self, id: &Arc<str>, mail: Mail, core: &Arc<Core>, entities: &Entities) {
        let Ok(id) = EntityId::new(id.clone()) else { return };
        let Some(entity) = self.entity(id, core, &entities.storage, entities.seats.as_ref()) else { return };
        if let Mail::Parcel(_) = mail {
            // Where there is no room it is sent again.
            let _ = entity.sender().send(Item::Other(Box::new(Other::Mail(mail))));
        } else {
            let _ = entity.downgrade().push_owed(Item::Other(Box::new(Other::Mail(mail))), Stamp::here());
        }
    }

    fn check<'a>(
        &'a self,
        storage: &'a Storage,
        watch: &'a mut Watch<'_>,
    ) -> Pin<Box<dyn Future<Output = Result<CheckedType, ReadError>> + Send + 'a>> {
        Box::pin(check::<A>(storage, &self.make, watch))
    }

    fn state_after<'a>(
        &'a self,
        key: &'a EntityKey,
        storage: &'a Storage,
        upto: u64,
        from: Beginning,
    ) -> Pin<Box<dyn Future<Output = Result<StateAfter, RecoveryError>> + Send + 'a>> {
        let id = EntityId::<A>::of(key);
        Box::pin(async move { state_after(&id, storage, &self.make, upto, from).await })
    }

    fn as_today(&self, record: &Record) -> Result<Vec<NewEvent>, DecodeError> {
        as_today::<A>(record)
    }

    fn table(&self) -> Option<Table> {
        A::TABLE
    }

    fn instruct(&self, key: &EntityKey, wish: Wish, core: &Arc<Core>, entities: &Entities) -> Instructed {
        let is_known = self.register.glance(key.id()).is_some();
        if matches!(wish, Wish::Passivate) && !is_known {
            // There is nothing to be put to sleep, and nobody is made for that.
            return Box::pin(ready(Err(InstructError::Asleep)));
        }
        let id = EntityId::of(key);
        let Some(entity) = self.entity(id, core, &entities.storage, entities.seats.as_ref()) else {
            return Box::pin(ready(Err(InstructError::Stopped)));
        };
        Box::pin(async move {
            match wish {
                Wish::Passivate => passivate(&entity).await,
                Wish::GiveUp(id) => give_up(&entity, id).await,
                Wish::Cancel(row) => Ok(schedule(&entity, Ok(Change::remove(row))).await?),
            }
        })
    }
}
