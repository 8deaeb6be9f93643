//! An actor that is looked up by its name whenever something is sent to it.

use super::names::Names;
use super::run::System;
use crate::actor::{ActorRef, Dispatch};
use crate::call::{Accepts, Message, Port, Recipient, Sending, Take, TellError, Typed};
use std::marker::PhantomData;
use std::sync::{Arc, Weak};

/// The name of an `A`. It does not keep the names alive, since an actor may have it.
struct ByName<A> {
    names: Weak<Names>,
    name: Arc<str>,
    kind: PhantomData<fn() -> A>,
}

impl<A: Dispatch> ByName<A> {
    fn find(&self) -> Result<ActorRef<A>, TellError> {
        let names = self.names.upgrade().ok_or(TellError::Stopped)?;
        names.find::<A>(&self.name).map(|sender| ActorRef::new(sender, ())).map_err(|_| TellError::Stopped)
    }
}

impl<A: Dispatch + Accepts<M>, M: Message> Take<M> for ByName<A> {
    fn take(&self, message: M, port: Port<M::Reply, M::Error>) -> Result<(), TellError> {
        self.find()?.take(message, port)
    }

    fn send(&self, message: M) -> Sending<'_> {
        Box::pin(async move {
            let found = self.find()?;
            found.call(Typed(message)).send().await
        })
    }

    fn is_closed(&self) -> bool {
        self.find().is_err()
    }
}

impl System {
    /// The actor `name`, which is an `A`, as someone who takes `M`. It is looked up at each send, so that one which has ended and was started
    /// again under the same name is found; while nobody has the name, or an actor of another type has it, a send fails with
    /// [`TellError::Stopped`].
    ///
    /// It keeps neither the actor nor the system alive.
    ///
    /// ```
    /// use mainstay::prelude::*;
    ///
    /// #[derive(Message)]
    /// struct Mail(&'static str);
    ///
    /// #[actor]
    /// struct Mailer;
    ///
    /// #[handlers]
    /// impl Mailer {
    ///     #[handle(message)]
    ///     fn mail(&self, Mail(text): Mail) {
    ///         println!("{text}");
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let system = System::volatile().start().await?;
    /// let mailer = system.recipient::<Mailer, Mail>("mailer");
    /// assert_eq!(mailer.tell(Mail("too early")), Err(TellError::Stopped));
    ///
    /// let first = system.spawn_named("mailer", Mailer)?;
    /// mailer.tell(Mail("hello"))?;
    /// first.stop();
    /// first.stopped().await;
    ///
    /// system.spawn_named("mailer", Mailer)?;
    /// mailer.tell(Mail("hello again"))?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn recipient<A: Dispatch + Accepts<M>, M: Message>(&self, name: impl Into<Arc<str>>) -> Recipient<M> {
        Recipient::of(ByName::<A> { names: Arc::downgrade(&self.0.names), name: name.into(), kind: PhantomData })
    }
}
