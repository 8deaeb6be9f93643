//! Being told of a machine's transitions.

use crate::actor::{Actor, Context};
use crate::call::Message;
use futures_core::Stream;
use std::convert::Infallible;
use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{self, Poll};
use tokio::sync::mpsc::{self, Receiver, Sender};

/// So many transitions are kept for a subscriber that has not seen them. With one more its subscription ends: it would be told of some and not
/// of others.
pub const TRANSITIONS_KEPT: usize = 1_024;

/// A machine has left a state and entered one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transition {
    /// The name of the state that was left.
    pub from: &'static str,
    /// The name of the state that was entered: the same where the row says `reenter`.
    pub to: &'static str,
}

impl fmt::Display for Transition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} → {}", self.from, self.to)
    }
}

/// The transitions of a machine from some moment on, in their order: what
/// [`MachineHandle::transitions`](super::MachineHandle::transitions) gives. A [`Stream`], too.
///
/// It ends when the machine does; when it fails or leaves the memory, since what follows is another incarnation; and for a subscriber that is
/// [`TRANSITIONS_KEPT`] transitions behind, after those. Whoever subscribes again is told the state of that moment.
#[derive(Debug)]
pub struct Transitions {
    state: &'static str,
    receiver: Receiver<Transition>,
}

impl Transitions {
    /// The state that the last transition has led to that [`next`](Self::next) gave; before the first one, that of the moment of the
    /// subscription.
    pub fn state(&self) -> &'static str {
        self.state
    }

    /// The next transition; `None` when there will be no more.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<Transition> {
        poll_fn(|task| Pin::new(&mut *self).poll_next(task)).await
    }
}

impl Stream for Transitions {
    type Item = Transition;

    fn poll_next(mut self: Pin<&mut Self>, task: &mut task::Context<'_>) -> Poll<Option<Transition>> {
        let next = self.receiver.poll_recv(task);
        if let Poll::Ready(Some(transition)) = &next {
            self.state = transition.to;
        }
        next
    }
}

/// Asks a machine for its transitions from now on.
#[derive(Clone, Copy, Debug)]
pub struct Subscribe;

impl Message for Subscribe {
    type Reply = Transitions;
    type Error = Infallible;
    type Decision<P> = P;

    fn decided<P>(decision: P) -> Result<P, Infallible> {
        Ok(decision)
    }
}

/// Who is told of a machine's transitions.
#[derive(Debug, Default)]
pub(crate) struct Subscribers {
    all: Vec<Subscriber>,
    /// Whether there was ever one: until then nobody takes note of transitions.
    any: bool,
}

/// One of them, who is not told of anything yet.
#[derive(Debug)]
pub(crate) struct Subscriber(Sender<Transition>);

impl Subscribers {
    #[cold]
    fn tell(&mut self, transition: Transition) {
        // One that is gone, or too far behind, is told no more.
        self.all.retain(|Subscriber(to)| to.try_send(transition).is_ok());
    }
}

impl<A: Actor> Context<A> {
    /// The transitions of this machine from now on; `state` is the name of the one that it is in.
    pub fn transitions(&mut self, state: &'static str) -> Transitions {
        let (subscriber, transitions) = self.subscription(state);
        self.subscribe(subscriber);
        transitions
    }

    /// Tells those who have subscribed that the machine has gone from one state to another, or has entered its own again.
    #[inline]
    pub fn transitioned(&mut self, from: &'static str, to: &'static str) {
        if let Some(extras) = self.extras_if_any()
            && !extras.subscribers.all.is_empty()
        {
            extras.subscribers.tell(Transition { from, to });
        }
    }

    /// A subscriber who is told of nothing before [`subscribe`](Self::subscribe), and what it will be told.
    pub(crate) fn subscription(&mut self, state: &'static str) -> (Subscriber, Transitions) {
        self.extras().subscribers.any = true;
        let (sender, receiver) = mpsc::channel(TRANSITIONS_KEPT);
        (Subscriber(sender), Transitions { state, receiver })
    }

    pub(crate) fn subscribe(&mut self, subscriber: Subscriber) {
        self.extras().subscribers.all.push(subscriber);
    }
}

#[cfg(feature = "persistence")]
impl<A: Actor> Context<A> {
    /// Whether somebody may want to know of a transition.
    pub(crate) fn is_subscribed(&mut self) -> bool {
        self.extras_if_any().is_some_and(|extras| extras.subscribers.any)
    }

    /// Nothing follows.
    pub(crate) fn end_subscriptions(&mut self) {
        if let Some(extras) = self.extras_if_any() {
            extras.subscribers.all.clear();
        }
    }
}
