//! The supervisor as an actor.

use super::breaker::Probe;
use super::confirm::Way;
use super::handle::PersistenceSupervisorRef;
use super::supervisor::PersistenceSupervisor;
use crate::actor::{Actor, Context, Declared, Dispatch, Errands, Exit, OnFailure, StartFailure};
use crate::call::{Accepts, Message, Port, Request};
use crate::clock;
use crate::supervise::child::{Child, Supervisor, give_up, start, start_later};
use crate::supervise::control::{Control, Controlled};
use crate::supervise::letter::{Letter, Sealed};
use std::any::type_name;
use std::fmt;
use std::future::Future;
use std::sync::Arc;

/// Everything that a supervisor can be sent.
pub struct Inbox<C: Dispatch, M: Message + Clone>(Inner<C, M>);

enum Inner<C: Dispatch, M: Message + Clone> {
    Event(M, Port<M::Reply, M::Error>),
    Command(Box<dyn Letter<C>>),
    Control(Control<PersistenceSupervisor<C, M>>),
}

/// A message for the child that is no event.
pub(super) struct Forward<N>(pub(super) N);

impl<C: Dispatch + Accepts<N>, M: Message + Clone, N: Message> Request<PersistenceSupervisor<C, M>> for Forward<N> {
    type Reply = N::Reply;
    type Error = N::Error;

    fn into_message(self, port: Port<N::Reply, N::Error>) -> Inbox<C, M> {
        Inbox(Inner::Command(Box::new(Sealed { message: self.0, port })))
    }
}

impl<C: Dispatch, M: Message + Clone> Declared for PersistenceSupervisor<C, M> {
    // What it keeps would be gone.
    const ON_FAILURE: OnFailure = OnFailure::Stop;
}

impl<C: Dispatch, M: Message + Clone> Actor for PersistenceSupervisor<C, M> {
    type Handle = PersistenceSupervisorRef<C, M>;
    type Message = Inbox<C, M>;
    type Id = ();

    fn name(message: &Inbox<C, M>) -> &'static str {
        match &message.0 {
            Inner::Event(..) => type_name::<M>(),
            Inner::Command(letter) => letter.name(),
            Inner::Control(_) => "control",
        }
    }
}

impl<C: Dispatch, M: Message + Clone> Dispatch for PersistenceSupervisor<C, M> {
    type Later = ();
    type State = ();

    fn initial(&mut self, _: &mut Context<Self>) {}

    fn dispatch(&mut self, (): &mut (), message: Inbox<C, M>, cx: &mut Context<Self>) -> Option<()> {
        match message.0 {
            Inner::Event(message, port) => self.event(message, port, cx),
            Inner::Command(letter) => self.command(letter, cx),
            Inner::Control(control) => control(self, cx),
        }
        None
    }

    async fn dispatch_later(&mut self, (): &mut (), (): (), _: &mut Context<Self>) {}

    async fn started(&mut self, cx: &mut Context<Self>) -> Result<(), StartFailure> {
        self.core = Some(cx.core.clone());
        start(self, cx);
        Ok(())
    }
}

impl<C: Dispatch, M: Message + Clone> Accepts<M> for PersistenceSupervisor<C, M> {
    fn accept(message: M, port: Port<M::Reply, M::Error>) -> Inbox<C, M> {
        Inbox(Inner::Event(message, port))
    }
}

impl<C: Dispatch, M: Message + Clone> Controlled for PersistenceSupervisor<C, M> {
    fn control(control: Control<Self>) -> Inbox<C, M> {
        Inbox(Inner::Control(control))
    }
}

impl<C: Dispatch, M: Message + Clone> fmt::Debug for Inbox<C, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Inbox").field(&PersistenceSupervisor::name(self)).finish()
    }
}

impl<C: Dispatch, M: Message + Clone> Supervisor<C> for PersistenceSupervisor<C, M> {
    type Pass = Option<Probe>;

    fn child(&mut self) -> &mut Child<C> {
        &mut self.child
    }

    fn gate(&mut self) -> impl Future<Output = Option<Probe>> + Send + 'static {
        let breaker = self.breaker.clone();
        async move {
            match breaker {
                Some(breaker) => breaker.pass().await,
                None => None,
            }
        }
    }

    fn passed(&mut self, pass: Option<Probe>) {
        self.probe = pass;
    }

    fn up(&mut self, cx: &mut Context<Self>) {
        self.hand_down(cx);
    }

    fn down(&mut self, cx: &mut Context<Self>) {
        let probe = self.probe.take();
        let over = std::mem::take(&mut self.patience.over);
        let (had, had_ended) = (self.line.any_out(), self.has_ended());
        let about = self.line.child_ended();
        if had_ended || self.has_ended() {
            return cx.stop();
        }
        let panicked = matches!(self.child.exit, Exit::Panicked(_));
        if let Some(number) = about.filter(|_| panicked || over) {
            self.fault(number, cx);
        } else if had && let Some(breaker) = &self.breaker {
            breaker.trip(probe.is_some());
        }
        // Whoever waits for the right to try finds how long to wait.
        drop(probe);
        if self.child.exit == Exit::Stopped && !had {
            self.child.restarts.ended(clock::monotonic());
            if self.line.len() > 0 {
                start(self, cx);
            }
        } else if !start_later(self, cx) {
            self.discard();
            give_up(self, cx);
        }
    }
}

impl<C: Dispatch, M: Message + Clone> Way for Errands<PersistenceSupervisor<C, M>> {
    fn confirmed(&self, number: u64, persistence_id: Arc<str>) {
        self.run(move |supervisor, cx| supervisor.confirmed(number, persistence_id, cx));
    }
}

impl<C: Dispatch, M: Message> Drop for PersistenceSupervisor<C, M> {
    fn drop(&mut self) {
        self.discard();
    }
}
