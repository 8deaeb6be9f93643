//! A typed message on its way to a child, together with its way back, whatever its type.

use crate::actor::Actor;
#[cfg(feature = "persistence")]
use crate::call::CallError;
use crate::call::{Accepts, Message, Port};
use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::fmt;

/// A message for the actor `C`.
pub(super) trait Letter<C: Actor>: Send {
    /// The message.
    fn message(&self) -> &dyn Any;

    /// The name of its type.
    fn name(&self) -> &'static str;

    /// As the child's mailbox holds it.
    fn open(self: Box<Self>) -> C::Message;

    /// Answers with what is said while the child is down, or gives itself back.
    fn answer(self: Box<Self>, replies: &Replies) -> Option<Box<dyn Letter<C>>>;

    /// Tells the caller that too much waits. Says whether there is one.
    #[cfg(feature = "persistence")]
    fn busy(self: Box<Self>) -> bool;
}

/// A message with the port of its own type.
pub(super) struct Sealed<M: Message> {
    pub(super) message: M,
    pub(super) port: Port<M::Reply, M::Error>,
}

impl<C: Accepts<M>, M: Message> Letter<C> for Sealed<M> {
    fn message(&self) -> &dyn Any {
        &self.message
    }

    fn name(&self) -> &'static str {
        type_name::<M>()
    }

    fn open(self: Box<Self>) -> C::Message {
        C::accept(self.message, self.port)
    }

    fn answer(self: Box<Self>, replies: &Replies) -> Option<Box<dyn Letter<C>>> {
        let Some(reply) = replies.of::<M>() else { return Some(self) };
        let Self { message, port } = *self;
        port.open().send(reply(message));
        None
    }

    #[cfg(feature = "persistence")]
    fn busy(self: Box<Self>) -> bool {
        let told = self.port.leads_back();
        self.port.open().settle(Err(CallError::Busy));
        told
    }
}

type Reply<M> = Box<dyn Fn(M) -> Result<<M as Message>::Reply, <M as Message>::Error> + Send>;

/// What is said while the child is down, by the type of the message.
#[derive(Default)]
pub(super) struct Replies(HashMap<TypeId, Box<dyn Any + Send>>);

impl Replies {
    pub(super) fn set<M: Message>(&mut self, reply: impl Fn(M) -> Result<M::Reply, M::Error> + Send + 'static) {
        let reply: Reply<M> = Box::new(reply);
        self.0.insert(TypeId::of::<M>(), Box::new(reply));
    }

    fn of<M: Message>(&self) -> Option<&Reply<M>> {
        self.0.get(&TypeId::of::<M>())?.downcast_ref()
    }
}

type Last = Box<dyn Fn(&dyn Any) -> bool + Send>;

/// Which messages are the last ones, by their type: a message of another type is never taken for one.
#[derive(Default)]
pub(super) struct Finals(HashMap<TypeId, Last>);

impl Finals {
    pub(super) fn set<M: Message>(&mut self, last: impl Fn(&M) -> bool + Send + 'static) {
        let last = move |message: &dyn Any| message.downcast_ref().is_some_and(&last);
        self.0.insert(TypeId::of::<M>(), Box::new(last));
    }

    pub(super) fn has(&self, message: &dyn Any) -> bool {
        self.0.get(&message.type_id()).is_some_and(|last| last(message))
    }
}

impl fmt::Debug for Replies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Replies").field(&self.0.len()).finish()
    }
}

impl fmt::Debug for Finals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Finals").field(&self.0.len()).finish()
    }
}
