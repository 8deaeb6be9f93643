//! How a delivery ends, and who is told.

use crate::call::{CallError, Message, Recipient, ReplyTo, TellError};
use crate::executor;
use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;

/// Says that a message has come to its receiver, and nothing else.
///
/// A receiver that says it itself has it as its reply: `#[message(reply = Ack)]`. For one without a reply the runtime says it, when the handler has
/// returned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ack;

impl From<()> for Ack {
    fn from((): ()) -> Self {
        Self
    }
}

/// Messages that can be [delivered](super::GuaranteedDelivery): their reply is an [`Ack`], or nothing, for which the runtime gives one. Their
/// refusal, if they have one, can be told.
#[diagnostic::on_unimplemented(
    message = "the reply of `{Self}` is no acknowledgement",
    note = "give `{Self}` no reply, or `#[message(reply = Ack)]`; its refusal must be `Display`, and it must be `Clone`, to be sent again"
)]
pub trait Acknowledged: Message<Reply: Into<Ack>, Error: fmt::Display> + Clone {}

impl<M: Message<Reply: Into<Ack>, Error: fmt::Display> + Clone> Acknowledged for M {}

/// The receiver has acknowledged the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delivered {
    /// How often it was sent.
    pub attempts: u64,
}

/// Nobody has acknowledged the message. The receiver may have got it all the same.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not delivered in {attempts} attempts: {cause}")]
pub struct DeliveryFailed {
    /// How often it was sent.
    pub attempts: u64,
    /// What became of the last attempt.
    pub cause: FailureCause,
}

/// What became of an attempt.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FailureCause {
    /// The receiver had the message, or it was lost on its way, and no answer came in time.
    #[error("no answer in time")]
    NoAnswer,
    /// The receiver could not be sent the message.
    #[error("{0}")]
    NotSent(TellError),
    /// The receiver said no.
    #[error("refused: {0}")]
    Refused(Arc<str>),
    /// The receiver gave no reply: it failed, or it ended.
    #[error("{0}")]
    Unanswered(Arc<str>),
    /// The delivery itself was stopped: with its system, or by somebody.
    #[error("the delivery was stopped")]
    Stopped,
}

impl FailureCause {
    pub(super) fn of<E: fmt::Display>(error: &CallError<E>) -> Self {
        match error {
            CallError::Refused(refusal) => Self::Refused(refusal.to_string().into()),
            other => Self::Unanswered(other.to_string().into()),
        }
    }
}

/// Tells an actor how a delivery has ended that it asked for: see [`GuaranteedDelivery::tell`](super::GuaranteedDelivery::tell).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveryOutcome(pub Result<Delivered, DeliveryFailed>);

impl Message for DeliveryOutcome {
    type Reply = ();
    type Error = Infallible;
    type Decision<P> = P;

    fn decided<P>(decision: P) -> Result<P, Infallible> {
        Ok(decision)
    }
}

/// Who is told how a delivery has ended.
#[derive(Debug)]
pub(super) enum Sender {
    Nobody,
    /// The outcome was told.
    Over,
    Waits(ReplyTo<Delivered, DeliveryFailed>),
    Actor(Recipient<DeliveryOutcome>),
}

impl Sender {
    /// Tells, and waits for room where there is none.
    pub(super) fn tell(self, outcome: Result<Delivered, DeliveryFailed>) {
        match self {
            Self::Actor(recipient) => drop(executor::spawn(async move {
                // A sender that has ended does not ask any more.
                let _ = recipient.send(DeliveryOutcome(outcome)).await;
            })),
            sender => sender.tell_at_once(outcome),
        }
    }

    /// Tells where there may be no runtime any more.
    pub(super) fn tell_at_once(self, outcome: Result<Delivered, DeliveryFailed>) {
        match self {
            Self::Nobody | Self::Over => {}
            Self::Waits(reply) => reply.send(outcome),
            Self::Actor(recipient) => {
                let _ = recipient.tell(DeliveryOutcome(outcome));
            }
        }
    }
}
