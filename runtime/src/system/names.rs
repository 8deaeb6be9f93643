//! Actors by name.

#[cfg(feature = "persistence")]
use super::pool::Pool;
use super::run::System;
#[cfg(feature = "persistence")]
use crate::actor::Other;
use crate::actor::{ActorRef, Dispatch, Handle, Item, Make, spawn_named};
#[cfg(feature = "persistence")]
use crate::delivery::{Desk, Mail};
use crate::mailbox::Sender;
use std::any::Any;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// The names that are taken. They belong to the [`System`] and not to what its actors share: a name keeps its actor alive, and an actor that
/// kept its own name would live for ever.
#[derive(Default)]
pub(crate) struct Names(Mutex<HashMap<Arc<str>, Named>>);

struct Named {
    kind: &'static str,
    /// A `Sender<Item<A>>`, or an `Arc<Desk>` of a pool.
    sender: Box<dyn Any + Send + Sync>,
    #[cfg(feature = "persistence")]
    post: fn(&(dyn Any + Send + Sync), Mail),
}

/// A name that an actor has. It is free again when this is dropped.
pub(crate) struct Claim {
    names: Weak<Names>,
    name: Arc<str>,
}

/// Why an actor was not started under a name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NameError {
    /// Another live actor has the name.
    #[error("the name `{name}` is taken by a `{actor}`")]
    Taken {
        /// The name.
        name: Arc<str>,
        /// The type of the actor that has it.
        actor: &'static str,
    },
    /// The system is shutting down.
    #[error("the system is shutting down")]
    Stopped,
}

/// Why a name gives no handle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LookupError {
    /// No actor has the name, or the one that has it takes no more messages.
    #[error("no actor is called `{name}`")]
    Missing {
        /// The name.
        name: Arc<str>,
    },
    /// The actor that has the name is of another type.
    #[error("`{name}` is a `{actual}` and not a `{wanted}`")]
    WrongType {
        /// The name.
        name: Arc<str>,
        /// The type of the actor that has it.
        actual: &'static str,
        /// The type that was asked for.
        wanted: &'static str,
    },
}

impl Names {
    pub(crate) fn claim<A: Dispatch>(
        self: &Arc<Self>,
        name: Arc<str>,
        sender: &Sender<Item<A>>,
    ) -> Result<Claim, NameError> {
        let named = Named {
            kind: std::any::type_name::<A>(),
            sender: Box::new(sender.clone()),
            #[cfg(feature = "persistence")]
            post: post::<A>,
        };
        self.enter(name, named)
    }

    /// A pool by name, for its deliveries.
    #[cfg(feature = "persistence")]
    pub(super) fn claim_pool<A: Dispatch>(
        self: &Arc<Self>,
        name: Arc<str>,
        desk: Arc<Desk>,
    ) -> Result<Claim, NameError> {
        let named = Named { kind: std::any::type_name::<Pool<A>>(), sender: Box::new(desk), post: post_to_pool };
        self.enter(name, named)
    }

    fn enter(self: &Arc<Self>, name: Arc<str>, named: Named) -> Result<Claim, NameError> {
        let mut taken = self.lock();
        if let Some(named) = taken.get(&name) {
            return Err(NameError::Taken { name, actor: named.kind });
        }
        taken.insert(name.clone(), named);
        Ok(Claim { names: Arc::downgrade(self), name })
    }

    pub(super) fn find<A: Dispatch>(&self, name: &str) -> Result<Sender<Item<A>>, LookupError> {
        let taken = self.lock();
        let missing = || LookupError::Missing { name: name.into() };
        let named = taken.get(name).ok_or_else(missing)?;
        let sender = named.sender.downcast_ref::<Sender<Item<A>>>().ok_or_else(|| LookupError::WrongType {
            name: name.into(),
            actual: named.kind,
            wanted: std::any::type_name::<A>(),
        })?;
        // Whoever takes no more messages is of no use to anybody who looks for it.
        if sender.is_closed() { Err(missing()) } else { Ok(sender.clone()) }
    }

    /// Puts `mail` into the mailbox of the actor `name`, if there is one.
    #[cfg(feature = "persistence")]
    pub(super) fn post(&self, name: &str, mail: Mail) {
        if let Some(named) = self.lock().get(name) {
            (named.post)(&*named.sender, mail);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Arc<str>, Named>> {
        // Nothing of the user's runs under the lock, so the map is whole even after a panic elsewhere.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where there is no room, or nobody any more, it is sent again.
#[cfg(feature = "persistence")]
fn post<A: Dispatch>(sender: &(dyn Any + Send + Sync), mail: Mail) {
    if let Some(sender) = sender.downcast_ref::<Sender<Item<A>>>() {
        let _ = sender.send(Item::Other(Box::new(Other::Mail(mail))));
    }
}

#[cfg(feature = "persistence")]
fn post_to_pool(desk: &(dyn Any + Send + Sync), mail: Mail) {
    if let Some(desk) = desk.downcast_ref::<Arc<Desk>>() {
        desk.post(mail);
    }
}

impl Claim {
    pub(super) fn name(&self) -> Arc<str> {
        self.name.clone()
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        let Some(names) = self.names.upgrade() else { return };
        let freed = names.lock().remove(&self.name);
        // Outside the lock: it may be the last sender, which closes the mailbox.
        drop(freed);
    }
}

impl System {
    /// Starts `actor` under a name that no other live actor of this system has.
    ///
    /// The name is as good as a handle: the actor lives until it is stopped, fails, or the system ends. Then the name is free again, also when
    /// the actor could not even start.
    ///
    /// ```
    /// use mainstay::prelude::*;
    /// use mainstay::system::{LookupError, NameError};
    ///
    /// #[actor]
    /// #[derive(Default)]
    /// struct Mailer {
    ///     sent: u64,
    /// }
    ///
    /// #[handlers]
    /// impl Mailer {
    ///     #[handle]
    ///     fn mail(&mut self) -> u64 {
    ///         self.sent += 1;
    ///         self.sent
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let system = System::volatile().start().await?;
    /// system.spawn_named("mailer", Mailer::default())?;
    /// assert!(matches!(system.spawn_named("mailer", Mailer::default()), Err(NameError::Taken { .. })));
    ///
    /// let mailer: MailerRef = system.named::<Mailer>("mailer")?;
    /// assert_eq!(mailer.mail().await?, 1);
    ///
    /// mailer.stop();
    /// mailer.stopped().await;
    /// assert!(matches!(system.named::<Mailer>("mailer"), Err(LookupError::Missing { .. })));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The name is taken, or the system is shutting down.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime, as `tokio::spawn` does.
    pub fn spawn_named<A: Dispatch>(&self, name: impl Into<Arc<str>>, actor: A) -> Result<A::Handle, NameError> {
        spawn_named(Make::Once(actor), self.0.core.clone(), &self.0.names, name.into())
    }

    /// As [`spawn_named`](System::spawn_named), with an actor that `make` makes, now and again whenever it starts over. It keeps its name
    /// meanwhile.
    ///
    /// # Errors
    ///
    /// The name is taken, or the system is shutting down.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime, as `tokio::spawn` does.
    pub fn spawn_named_with<A: Dispatch>(
        &self,
        name: impl Into<Arc<str>>,
        make: impl FnMut() -> A + Send + 'static,
    ) -> Result<A::Handle, NameError> {
        spawn_named(Make::Again(Box::new(make)), self.0.core.clone(), &self.0.names, name.into())
    }

    /// The handle of the actor `name`, which is an `A`.
    ///
    /// # Errors
    ///
    /// No actor has the name or it takes no more messages; or it is not an `A`.
    pub fn named<A: Dispatch>(&self, name: &str) -> Result<A::Handle, LookupError> {
        self.0.names.find::<A>(name).map(|sender| Handle::from_ref(ActorRef::new(sender, ())))
    }
}

impl fmt::Debug for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.lock();
        let mut sorted: Vec<_> = names.keys().collect();
        sorted.sort_unstable();
        f.debug_set().entries(sorted).finish()
    }
}
