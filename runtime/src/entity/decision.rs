//! What the `#[command]` methods of an actor return, read by its types and not by how it is written.

use super::persist::{Decided, Persist};
use super::persistent::{Persistent, Recover};
use crate::call::Message;

/// What a `#[command]` method returns: [`Persist`] or [`Decided`], under whatever alias.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no decision, which is what a `#[command]` returns",
    note = "return `Persist<Self, Event, Reply>`, or `Decided<Self, Event, Reply, Refusal>` if it may be refused; what only reads is a `#[query]`"
)]
pub trait Decision {
    /// The actor.
    type Actor: Persistent;
    /// What it may store: an event, or the enum of the actor's events.
    type Event;
    /// What the caller gets.
    type Reply;
    /// Why the actor may say no.
    type Refusal;

    /// What stands for an answer in a message that the decision answers: see [`Message::Decision`](crate::call::Message::Decision).
    type Answer<P>;

    /// Reads it.
    ///
    /// # Errors
    ///
    /// The refusal.
    fn answer<P>(answer: Self::Answer<P>) -> Result<P, Self::Refusal>;

    /// The same for all: a decision, or a refusal.
    ///
    /// # Errors
    ///
    /// The refusal.
    fn decided(self) -> Decided<Self::Actor, Self::Event, Self::Reply, Self::Refusal>;
}

impl<A: Persistent, E, R, X> Decision for Persist<A, E, R, X> {
    type Actor = A;
    type Event = E;
    type Reply = R;
    type Refusal = X;
    type Answer<P> = P;

    fn answer<P>(answer: P) -> Result<P, X> {
        Ok(answer)
    }

    fn decided(self) -> Decided<A, E, R, X> {
        Ok(self)
    }
}

impl<A: Persistent, E, R, X> Decision for Decided<A, E, R, X> {
    type Actor = A;
    type Event = E;
    type Reply = R;
    type Refusal = X;
    type Answer<P> = Result<P, X>;

    fn answer<P>(answer: Result<P, X>) -> Result<P, X> {
        answer
    }

    fn decided(self) -> Self {
        self
    }
}

/// What the actor `A` can store: one of its events, or the enum of them. Everything that becomes `A::Event` is.
#[diagnostic::on_unimplemented(
    message = "`{A}` does not say what `{Self}` changes",
    note = "write `#[apply] fn changed(&mut self, event: &{Self}) {{ .. }}` in the `#[handlers]` block of `{A}`"
)]
pub trait AppliedBy<A: Recover>: Into<A::Event> {}

#[diagnostic::do_not_recommend]
impl<A: Recover, E: Into<A::Event>> AppliedBy<A> for E {}

/// A decision of the actor `A` that answers the message `C`. Every decision with the reply and the refusal of the message does.
#[diagnostic::on_unimplemented(
    message = "what is decided here is no answer to `{C}`",
    note = "the reply and the refusal are those in the `#[message(reply = .., error = ..)]` of `{C}`: return `Decide<Self, {C}, Event>`, which names them, and give the reply with `.reply(..)`"
)]
pub trait Answers<A: Persistent, C: Message>: Decision<Actor = A, Reply = C::Reply, Refusal = C::Error> {}

#[diagnostic::do_not_recommend]
impl<A: Persistent, C: Message, D: Decision<Actor = A, Reply = C::Reply, Refusal = C::Error>> Answers<A, C> for D {}
