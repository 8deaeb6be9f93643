//! An actor for tests to look into.

use super::expect::{DEADLINE, expect, within};
use crate::actor::{Actor, ActorRef, Context, Declared, Dispatch, Exit, Handle, Spawn};
use crate::call::{Accepts, Message, Port, Recipient, ReplyTo};
use crate::mailbox::Capacity;
use std::collections::VecDeque;
use std::fmt;
use std::future::Future;
use std::panic::Location;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;

/// An actor that takes messages of the type `M` and keeps them for the test.
///
/// ```
/// use mainstay::prelude::*;
/// use mainstay::testing::{Probe, simulate};
///
/// #[derive(Message, Debug, PartialEq)]
/// #[message(reply = u32)]
/// struct Price(&'static str);
///
/// simulate(1, |_| async {
///     let mut shop = Probe::<Price>::new();
///     let asking = shop.handle();
///     let (price, ()) = tokio::join!(async { asking.ask(Price("tea")).await }, async {
///         let asked = shop.expect().await;
///         assert_eq!(asked.message, Price("tea"));
///         asked.reply.reply(3);
///     });
///     assert_eq!(price, Ok(3));
///     shop.expect_nothing(Duration::from_secs(60)).await;
/// });
/// ```
pub struct Probe<M: Message> {
    handle: ProbeRef<M>,
    log: Arc<Log<M>>,
}

/// A message that a probe has taken. Its caller waits until it is answered, and is told `NoReply` when this is dropped.
pub struct Received<M: Message> {
    /// The message.
    pub message: M,
    /// The way back to its caller. A tell has none, and what is answered is dropped.
    pub reply: ReplyTo<M::Reply, M::Error>,
}

/// The handle of a [`Probe`].
pub struct ProbeRef<M: Message>(ActorRef<Taker<M>>);

/// The actor of a [`Probe`].
pub struct Taker<M: Message>(Arc<Log<M>>);

struct Log<M: Message> {
    taken: Mutex<VecDeque<Received<M>>>,
    more: Notify,
}

impl<M: Message> Probe<M> {
    /// Starts a probe.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime and of a simulation.
    pub fn new() -> Self {
        let log = Arc::new(Log { taken: Mutex::default(), more: Notify::new() });
        Self { handle: Taker(log.clone()).spawn(), log }
    }

    /// The probe as an actor: to be watched, asked, told and stopped.
    pub fn handle(&self) -> ProbeRef<M> {
        self.handle.clone()
    }

    /// The probe as someone who takes `M`.
    pub fn recipient(&self) -> Recipient<M> {
        self.handle.recipient()
    }

    /// Waits for the next message, as long as it takes.
    ///
    /// # Cancel safety
    ///
    /// Dropped, it takes no message.
    pub async fn next(&mut self) -> Received<M> {
        loop {
            if let Some(received) = self.try_next() {
                return received;
            }
            // A message that came meanwhile has left a permit.
            self.log.more.notified().await;
        }
    }

    /// The next message, if it is there already.
    pub fn try_next(&mut self) -> Option<Received<M>> {
        self.log.taken().pop_front()
    }

    /// Waits for the next message, for 3 s at most.
    ///
    /// # Panics
    ///
    /// When none comes: it names the place of the call.
    #[track_caller]
    pub fn expect(&mut self) -> impl Future<Output = Received<M>> {
        expect(DEADLINE, self.next())
    }

    /// Waits for the next message, for `deadline` at most.
    ///
    /// # Panics
    ///
    /// When none comes: it names the place of the call.
    #[track_caller]
    pub fn expect_within(&mut self, deadline: Duration) -> impl Future<Output = Received<M>> {
        expect(deadline, self.next())
    }

    /// Sees to it that no message comes for `duration`.
    ///
    /// # Panics
    ///
    /// When one comes: it names the place of the call.
    #[track_caller]
    pub fn expect_nothing(&mut self, duration: Duration) -> impl Future<Output = ()> {
        let place = Location::caller();
        async move {
            let came = within(duration, self.next()).await.is_some();
            assert!(!came, "a `{}` came where none was expected, at {place}", std::any::type_name::<M>());
        }
    }

    /// Waits for the actor of the handle `other` to end, for 3 s at most, and says how it went.
    ///
    /// # Panics
    ///
    /// When it does not end: it names the place of the call.
    #[track_caller]
    pub fn expect_end<A: Actor<Message: Send>>(&self, other: &impl Handle<A>) -> impl Future<Output = Exit> {
        expect(DEADLINE, other.stopped())
    }
}

impl<M: Message> Default for Probe<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M: Message> Log<M> {
    fn taken(&self) -> MutexGuard<'_, VecDeque<Received<M>>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<M: Message> Declared for Taker<M> {
    // A test looks when it likes: no sender is to be held up or refused because of that.
    const MAILBOX: Option<Capacity> = Some(Capacity::Unbounded);
}

impl<M: Message> Actor for Taker<M> {
    type Handle = ProbeRef<M>;
    type Message = (M, Port<M::Reply, M::Error>);
    type Id = ();

    fn name(_: &Self::Message) -> &'static str {
        std::any::type_name::<M>()
    }
}

#[diagnostic::do_not_recommend]
impl<M: Message> Accepts<M> for Taker<M> {
    fn accept(message: M, port: Port<M::Reply, M::Error>) -> Self::Message {
        (message, port)
    }
}

impl<M: Message> Dispatch for Taker<M> {
    type Later = ();
    type State = ();

    fn initial(&mut self, _: &mut Context<Self>) {}

    fn dispatch(&mut self, (): &mut (), (message, port): Self::Message, _: &mut Context<Self>) -> Option<()> {
        self.0.taken().push_back(Received { message, reply: port.open() });
        self.0.more.notify_one();
        None
    }

    async fn dispatch_later(&mut self, (): &mut (), (): (), _: &mut Context<Self>) {}
}

impl<M: Message> Handle<Taker<M>> for ProbeRef<M> {
    fn from_ref(actor: ActorRef<Taker<M>>) -> Self {
        Self(actor)
    }

    fn actor_ref(&self) -> &ActorRef<Taker<M>> {
        &self.0
    }
}

impl<M: Message> Clone for ProbeRef<M> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<M: Message> fmt::Debug for ProbeRef<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ProbeRef").field(&std::any::type_name::<M>()).finish()
    }
}

impl<M: Message> fmt::Debug for Taker<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Taker").field(&std::any::type_name::<M>()).finish()
    }
}

impl<M: Message> fmt::Debug for Probe<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Probe").field("handle", &self.handle).field("waiting", &self.log.taken().len()).finish()
    }
}

impl<M: Message + fmt::Debug> fmt::Debug for Received<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Received").field("message", &self.message).finish_non_exhaustive()
    }
}
