//! What is to be delivered, and how it is begun.

use super::actor::Inbox;
use super::handle::GuaranteedDeliveryRef;
use super::outcome::{Acknowledged, Delivered, DeliveryFailed, DeliveryOutcome, FailureCause, Sender};
use crate::actor::{Context, Dispatch, Handle, Item};
use crate::call::{CallError, Port, Recipient, ReplyTo, idle_slot};
use crate::system::System;
use std::fmt;
use std::time::Duration;

/// An actor that sends one message, again after each timeout until the receiver acknowledges it, and ends.
///
/// It is sent once and then `max_retries` times. The receiver's reply is the acknowledgement: an [`Ack`](super::Ack) that its handler gives, or that the
/// runtime gives when a handler without a reply has returned. A refusal is none. When the last timeout is over, the delivery has failed. The sender
/// is told once, either the one or the other.
///
/// The receiver may get the message more than once, also one that was acknowledged too late: it has to know it again, or to do the same for
/// the second one as for the first. The target is a [`Recipient`], most useful one [by name](System::recipient): it is looked up at each
/// attempt, and so found again when it was started anew.
///
/// ```
/// use mainstay::delivery::{Delivered, GuaranteedDelivery};
/// use mainstay::prelude::*;
///
/// #[derive(Message, Clone)]
/// struct Print(&'static str);
///
/// #[actor]
/// struct Printer;
///
/// #[handlers]
/// impl Printer {
///     #[handle(message)]
///     fn print(&self, Print(text): Print) {
///         println!("{text}");
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let system = System::volatile().start().await?;
/// let printer = system.recipient::<Printer, Print>("printer");
/// let timeout = Duration::from_secs(1);
/// let delivery = GuaranteedDelivery::new(printer.clone(), Print("hello"), 3, timeout);
/// let (outcome, ()) = tokio::join!(delivery.outcome(&system), async {
///     tokio::time::sleep(timeout * 2).await;
///     system.spawn_named("printer", Printer).unwrap();
/// });
/// assert_eq!(outcome?, Delivered { attempts: 3 });
/// # Ok(())
/// # }
/// ```
///
/// # Durability
///
/// None: it lives in memory, and the message is lost with the process. A persistent actor that must not lose it stores that it has to be sent:
/// see `AtLeastOnceDelivery`.
pub struct GuaranteedDelivery<M: Acknowledged> {
    pub(super) target: Recipient<M>,
    pub(super) message: M,
    pub(super) max_retries: u32,
    pub(super) timeout: Duration,
    pub(super) retries: u32,
    /// What became of the last attempt.
    pub(super) cause: FailureCause,
    /// Who is told of the end.
    pub(super) sender: Sender,
    /// Its own handle, until it has ended: it lives although nobody else holds one.
    pub(super) own: Option<GuaranteedDeliveryRef<M>>,
}

impl<M: Acknowledged> GuaranteedDelivery<M> {
    /// A delivery of `message` to `target`: sent at once and `max_retries` times more, each when no acknowledgement has come for `timeout`.
    pub fn new(target: Recipient<M>, message: M, max_retries: u32, timeout: Duration) -> Self {
        Self {
            target,
            message,
            max_retries,
            timeout,
            retries: 0,
            cause: FailureCause::NoAnswer,
            sender: Sender::Nobody,
            own: None,
        }
    }

    /// Answers the caller of a handler with the outcome: the handler has asked for its [`ReplyTo`].
    #[must_use]
    pub fn reply(mut self, caller: ReplyTo<Delivered, DeliveryFailed>) -> Self {
        self.sender = Sender::Waits(caller);
        self
    }

    /// Tells an actor the outcome. A full mailbox does not refuse it: it waits for room.
    #[must_use]
    pub fn tell(mut self, sender: Recipient<DeliveryOutcome>) -> Self {
        self.sender = Sender::Actor(sender);
        self
    }

    /// Begins. It lives until the outcome is known, also when nobody holds the handle.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime, as `tokio::spawn` does.
    pub fn start(self, system: &System) -> GuaranteedDeliveryRef<M> {
        Self::kept(system.spawn(self))
    }

    /// Begins, as a child of an actor: it ends before that actor does.
    pub fn start_under<A: Dispatch>(self, cx: &mut Context<A>) -> GuaranteedDeliveryRef<M> {
        Self::kept(cx.spawn(self))
    }

    /// Begins, and waits for the outcome.
    ///
    /// # Errors
    ///
    /// It was not acknowledged.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime, as `tokio::spawn` does.
    ///
    /// # Cancel safety
    ///
    /// Dropped once it was polled, the delivery goes on, and nobody is told.
    pub async fn outcome(self, system: &System) -> Result<Delivered, DeliveryFailed> {
        let (giver, answer) = idle_slot();
        self.reply(Port::to(giver).open()).start(system);
        match answer.await {
            Some(Ok(delivered)) => Ok(delivered),
            Some(Err(CallError::Refused(failed))) => Err(failed),
            // It did not even start.
            _ => Err(DeliveryFailed { attempts: 0, cause: FailureCause::Stopped }),
        }
    }

    fn kept(handle: GuaranteedDeliveryRef<M>) -> GuaranteedDeliveryRef<M> {
        // One that has ended already, in a system that is shutting down, needs not be kept.
        let _ = handle.actor_ref().sender().send(Item::Message(Inbox::keep(handle.clone())));
        handle
    }

    /// How often it was sent.
    pub(super) fn attempts(&self) -> u64 {
        u64::from(self.retries) + 1
    }
}

impl<M: Acknowledged> Drop for GuaranteedDelivery<M> {
    fn drop(&mut self) {
        let sender = std::mem::replace(&mut self.sender, Sender::Over);
        sender.tell_at_once(Err(DeliveryFailed { attempts: self.attempts(), cause: FailureCause::Stopped }));
    }
}

impl<M: Acknowledged> fmt::Debug for GuaranteedDelivery<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GuaranteedDelivery")
            .field("target", &self.target)
            .field("max_retries", &self.max_retries)
            .field("timeout", &self.timeout)
            .field("retries", &self.retries)
            .finish_non_exhaustive()
    }
}
