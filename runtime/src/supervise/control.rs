//! What a supervisor's own handle asks of it.

use crate::actor::{Actor, Context};
use crate::call::{Port, Request};
use std::convert::Infallible;

/// Something that the supervisor does when its turn comes.
pub(super) type Control<S> = Box<dyn FnOnce(&mut S, &mut Context<S>) + Send>;

/// An actor that can be asked to do something.
pub(super) trait Controlled: Actor {
    fn control(control: Control<Self>) -> Self::Message;
}

/// Asks a supervisor to do something.
pub(super) struct Do<F>(pub(super) F);

impl<S: Controlled, R, F> Request<S> for Do<F>
where
    R: Send + 'static,
    F: FnOnce(&mut S, &mut Context<S>) -> R + Send + 'static,
{
    type Reply = R;
    type Error = Infallible;

    fn into_message(self, port: Port<R, Infallible>) -> S::Message {
        S::control(Box::new(move |supervisor, cx| port.answer(|| Ok((self.0)(supervisor, cx)))))
    }
}
