//! The delivery as an actor.

use super::delivery::GuaranteedDelivery;
use super::handle::GuaranteedDeliveryRef;
use super::outcome::{Ack, Acknowledged, Delivered, DeliveryFailed, FailureCause, Sender};
use crate::actor::{Actor, Context, Declared, Dispatch, Exit, OnFailure, StartFailure};
use crate::call::{Accepts, CallError, Message, Port, idle_slot};
use crate::executor;
use std::any::type_name;
use std::convert::Infallible;
use std::fmt;

const TIMER: &str = "timeout";

/// Everything that a delivery can be sent.
pub struct Inbox<M: Acknowledged>(Inner<M>);

enum Inner<M: Acknowledged> {
    Keep(GuaranteedDeliveryRef<M>),
    Timeout,
    Attempts(Port<u64, Infallible>),
}

/// The acknowledgement has not come in time. A timer of its own and not the receive timeout, which other messages would put off.
pub struct Timeout;

impl<M: Acknowledged> Inbox<M> {
    pub(super) fn keep(handle: GuaranteedDeliveryRef<M>) -> Self {
        Self(Inner::Keep(handle))
    }

    pub(super) fn attempts(port: Port<u64, Infallible>) -> Self {
        Self(Inner::Attempts(port))
    }
}

impl<M: Acknowledged> GuaranteedDelivery<M> {
    fn send(&mut self, cx: &mut Context<Self>) {
        let (giver, answer) = idle_slot();
        self.cause = match self.target.take(self.message.clone(), Port::to(giver)) {
            Ok(()) => FailureCause::NoAnswer,
            Err(why) => FailureCause::NotSent(why),
        };
        if self.cause == FailureCause::NoAnswer {
            let (own, core, attempt) = (cx.errands(), cx.core.clone(), self.retries);
            // Not a task of the actor's, for an acknowledgement that comes after its end is told as a dead letter.
            drop(executor::spawn(async move {
                let answer: Result<Ack, FailureCause> = match answer.await.unwrap_or(Err(CallError::Stopped)) {
                    Ok(reply) => Ok(reply.into()),
                    Err(why) => Err(FailureCause::of(&why)),
                };
                let is_ack = answer.is_ok();
                let told = own.run(move |delivery: &mut Self, cx| delivery.answered(attempt, answer, cx));
                if is_ack && !told {
                    core.note_dead_letter(type_name::<Self>(), None, type_name::<Ack>(), &Exit::Stopped);
                }
            }));
        }
        cx.start_timer(TIMER, self.timeout, Timeout);
    }

    fn answered(&mut self, attempt: u32, answer: Result<Ack, FailureCause>, cx: &mut Context<Self>) {
        match answer {
            Ok(Ack) if self.is_over() => {
                cx.core.note_dead_letter(type_name::<Self>(), None, type_name::<Ack>(), &Exit::Stopped);
            }
            Ok(Ack) => self.end(Ok(Delivered { attempts: self.attempts() }), cx),
            Err(why) if attempt == self.retries => self.cause = why,
            Err(_) => {}
        }
    }

    fn timed_out(&mut self, cx: &mut Context<Self>) {
        if self.retries == self.max_retries {
            return self.end(Err(DeliveryFailed { attempts: self.attempts(), cause: self.cause.clone() }), cx);
        }
        self.retries += 1;
        self.send(cx);
    }

    fn is_over(&self) -> bool {
        matches!(self.sender, Sender::Over)
    }

    fn end(&mut self, outcome: Result<Delivered, DeliveryFailed>, cx: &mut Context<Self>) {
        std::mem::replace(&mut self.sender, Sender::Over).tell(outcome);
        self.own = None;
        cx.cancel_timer(TIMER);
        cx.stop();
    }
}

impl<M: Acknowledged> Declared for GuaranteedDelivery<M> {
    // How often it was sent would be forgotten.
    const ON_FAILURE: OnFailure = OnFailure::Stop;
}

impl<M: Acknowledged> Actor for GuaranteedDelivery<M> {
    type Handle = GuaranteedDeliveryRef<M>;
    type Message = Inbox<M>;
    type Id = ();

    fn name(message: &Inbox<M>) -> &'static str {
        match message.0 {
            Inner::Keep(_) => "keep",
            Inner::Timeout => "timeout",
            Inner::Attempts(_) => "attempts",
        }
    }
}

impl<M: Acknowledged> Dispatch for GuaranteedDelivery<M> {
    type Later = ();
    type State = ();

    fn initial(&mut self, _: &mut Context<Self>) {}

    fn dispatch(&mut self, (): &mut (), message: Inbox<M>, cx: &mut Context<Self>) -> Option<()> {
        match message.0 {
            Inner::Keep(own) if !self.is_over() => self.own = Some(own),
            Inner::Keep(_) => {}
            Inner::Timeout => self.timed_out(cx),
            Inner::Attempts(port) => port.answer(|| Ok(self.attempts())),
        }
        None
    }

    async fn dispatch_later(&mut self, (): &mut (), (): (), _: &mut Context<Self>) {}

    async fn started(&mut self, cx: &mut Context<Self>) -> Result<(), StartFailure> {
        self.send(cx);
        Ok(())
    }
}

impl Message for Timeout {
    type Reply = ();
    type Error = Infallible;
    type Decision<P> = P;

    fn decided<P>(decision: P) -> Result<P, Infallible> {
        Ok(decision)
    }
}

impl<M: Acknowledged> Accepts<Timeout> for GuaranteedDelivery<M> {
    fn accept(_: Timeout, _: Port<(), Infallible>) -> Inbox<M> {
        Inbox(Inner::Timeout)
    }
}

impl<M: Acknowledged> fmt::Debug for Inbox<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Inbox")
    }
}

impl fmt::Debug for Timeout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Timeout")
    }
}
