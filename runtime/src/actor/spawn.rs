//! How actors come to life.

use super::cell::Cell;
use super::context::Context;
use super::dispatch::Dispatch;
use super::exit::Exit;
use super::family::Family;
use super::handle::{ActorRef, Handle};
use super::item::Item;
use crate::executor;
use crate::mailbox::{Receiver, Sender, mailbox};
use crate::system::{Closed, Core, NameError, Names, Resident};
use std::sync::Arc;

/// Starts actors. In the prelude, so that it reads `Account::default().spawn()`.
pub trait Spawn: Dispatch {
    /// Starts the actor and gives its handle. It lives until it is stopped or killed, panics, or the last handle is dropped.
    ///
    /// It cannot start over after a panic, for there is only this one value: see [`spawn_with`](Spawn::spawn_with).
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime, as `tokio::spawn` does.
    fn spawn(self) -> Self::Handle {
        spawn(Make::Once(self), Core::detached(), None)
    }

    /// Starts an actor that `make` makes, now and again whenever it starts over after a panic: with a new value, and with what waits in its
    /// mailbox. The message that failed is not run again.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime, as `tokio::spawn` does.
    fn spawn_with(make: impl FnMut() -> Self + Send + 'static) -> Self::Handle {
        spawn(Make::Again(Box::new(make)), Core::detached(), None)
    }
}

impl<A: Dispatch> Spawn for A {}

/// Where an actor's value comes from.
pub(crate) enum Make<A> {
    /// A value.
    Once(A),
    /// A factory.
    Again(Box<dyn FnMut() -> A + Send>),
}

/// Starts an actor, as a child if it has a family. In a system that is shutting down only children start: the handle is that of an actor
/// that has ended.
pub(crate) fn spawn<A: Dispatch>(make: Make<A>, core: Arc<Core>, family: Option<Arc<Family>>) -> A::Handle {
    let (sender, mut inbox) = mailbox(core.settings().mailbox::<A>());
    let parent = family.as_ref().map(|family| family.parent());
    match core.admit::<A>(&sender, parent, None) {
        Ok(resident) => start(make, core, &sender, inbox, family, resident),
        Err(Closed) => inbox.end(&Exit::Stopped),
    }
    Handle::from_ref(ActorRef::new(sender, ()))
}

/// Starts an actor under a name that is free.
pub(crate) fn spawn_named<A: Dispatch>(
    make: Make<A>,
    core: Arc<Core>,
    names: &Arc<Names>,
    name: Arc<str>,
) -> Result<A::Handle, NameError> {
    let (sender, inbox) = mailbox(core.settings().mailbox::<A>());
    let claim = names.claim::<A>(name, &sender)?;
    let resident = core.admit::<A>(&sender, None, Some(claim)).map_err(|Closed| NameError::Stopped)?;
    start(make, core, &sender, inbox, None, resident);
    Ok(Handle::from_ref(ActorRef::new(sender, ())))
}

fn start<A: Dispatch>(
    make: Make<A>,
    core: Arc<Core>,
    sender: &Sender<Item<A>>,
    inbox: Receiver<Item<A>>,
    family: Option<Arc<Family>>,
    resident: Option<Resident>,
) {
    let place = family.map(|family| family.join(sender, std::any::type_name::<A>()));
    let cx = Context::new(sender.downgrade(), core, ());
    let mut cell = Cell::new(make, inbox, cx, place, resident);
    executor::spawn(Box::pin(async move {
        let exit = cell.run().await;
        cell.end(&exit);
    }));
}
