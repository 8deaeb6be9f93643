//! The supervisor as an actor.

use super::handle::BackoffSupervisorRef;
use super::supervisor::BackoffSupervisor;
use crate::actor::{Actor, Context, Declared, Dispatch, Exit, Handle as _, Item, OnFailure, StartFailure};
use crate::call::{self, Accepts, Message, Port};
use crate::mailbox::Refusal;
use crate::observe::Stamped;
use crate::supervise::child::{Child, Supervisor, give_up, start, start_later};
use crate::supervise::control::{Control, Controlled};
use crate::supervise::letter::{Letter, Sealed};
use std::fmt;
use std::future::{Future, ready};

impl<C: Dispatch> BackoffSupervisor<C> {
    /// Hands a message down. Gives it back where it has to wait for room in the child's mailbox.
    fn pass(&mut self, letter: Box<dyn Letter<C>>, cx: &mut Context<Self>) -> Option<C::Message> {
        let last = self.finals.has(letter.message());
        let Some(child) = &self.child.handle else {
            if let Some(dead) = if last { Some(letter) } else { letter.answer(&self.replies) } {
                let dead = Stamped::here(Item::Message(Inbox(Inner::Pass(dead))));
                cx.core.dead_letter::<Self>(dead, &self.child.exit);
            }
            if last {
                cx.stop();
            }
            return None;
        };
        self.ending |= last;
        match child.actor_ref().sender().offer(Item::Message(letter.open())) {
            Err((Refusal::Full | Refusal::Busy, Item::Message(message))) => Some(message),
            Err((_, item)) => {
                cx.core.dead_letter::<C>(Stamped::here(item), &Exit::Stopped);
                None
            }
            Ok(()) => None,
        }
    }
}

impl<C: Dispatch> Supervisor<C> for BackoffSupervisor<C> {
    type Pass = ();

    fn child(&mut self) -> &mut Child<C> {
        &mut self.child
    }

    fn gate(&mut self) -> impl Future<Output = ()> + Send + 'static {
        ready(())
    }

    fn passed(&mut self, (): ()) {}

    fn down(&mut self, cx: &mut Context<Self>) {
        if self.ending || self.only_failures && !self.child.exit.is_failure() {
            cx.stop();
        } else if !start_later(self, cx) {
            give_up(self, cx);
        }
    }
}

/// Everything that a supervisor can be sent.
pub struct Inbox<C: Dispatch>(Inner<C>);

enum Inner<C: Dispatch> {
    Pass(Box<dyn Letter<C>>),
    Control(Control<BackoffSupervisor<C>>),
}

/// A message that waits for room in the child's mailbox.
pub struct Waiting<C: Dispatch>(C::Message);

impl<C: Dispatch> Declared for BackoffSupervisor<C> {
    // It ends when its child has failed too often: to start over would be to go on after all.
    const ON_FAILURE: OnFailure = OnFailure::Stop;
}

impl<C: Dispatch> Actor for BackoffSupervisor<C> {
    type Handle = BackoffSupervisorRef<C>;
    type Message = Inbox<C>;
    type Id = ();

    fn name(message: &Inbox<C>) -> &'static str {
        match &message.0 {
            Inner::Pass(letter) => letter.name(),
            Inner::Control(_) => "control",
        }
    }
}

impl<C: Dispatch> Dispatch for BackoffSupervisor<C> {
    type Later = Waiting<C>;
    type State = ();

    fn initial(&mut self, _: &mut Context<Self>) {}

    fn dispatch(&mut self, (): &mut (), message: Inbox<C>, cx: &mut Context<Self>) -> Option<Waiting<C>> {
        match message.0 {
            Inner::Pass(letter) => self.pass(letter, cx).map(Waiting),
            Inner::Control(control) => {
                control(self, cx);
                None
            }
        }
    }

    /// Waits for room, so that a child which is slow holds back those who send to it and not only the supervisor.
    async fn dispatch_later(&mut self, (): &mut (), Waiting(message): Waiting<C>, cx: &mut Context<Self>) {
        let Some(child) = &self.child.handle else { return };
        let name = C::name(&message);
        // A child that has ended, or that waits for its supervisor, will never have room. One that begins to wait for it is told of the circle.
        if call::Send::new(child.actor_ref(), message).await.is_err() {
            cx.core.note_dead_letter(std::any::type_name::<C>(), None, name, &Exit::Stopped);
        }
    }

    async fn started(&mut self, cx: &mut Context<Self>) -> Result<(), StartFailure> {
        start(self, cx);
        Ok(())
    }
}

impl<C: Dispatch + Accepts<M>, M: Message> Accepts<M> for BackoffSupervisor<C> {
    fn accept(message: M, port: Port<M::Reply, M::Error>) -> Inbox<C> {
        Inbox(Inner::Pass(Box::new(Sealed { message, port })))
    }
}

impl<C: Dispatch> Controlled for BackoffSupervisor<C> {
    fn control(control: Control<Self>) -> Inbox<C> {
        Inbox(Inner::Control(control))
    }
}

impl<C: Dispatch> fmt::Debug for Inbox<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Inbox").field(&BackoffSupervisor::name(self)).finish()
    }
}

impl<C: Dispatch> fmt::Debug for Waiting<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Waiting").field(&C::name(&self.0)).finish()
    }
}
