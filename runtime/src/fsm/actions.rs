//! What is done when a state is entered or left.

use crate::actor::Context;
use crate::call::{Accepts, Message};
use crate::entity::Persistent;
use std::fmt;

/// What a hook of a state asks for: a method that `#[enter]` or `#[exit]` on the state stands for.
///
/// The hook itself only reads: it runs when the transition is decided, on the state that is left or entered. What it asks for is done once
/// the transition is durable, in the order of the hooks, and never in recovery. A hook cannot lead anywhere, and cannot postpone.
///
/// ```
/// use mainstay::prelude::*;
/// use mainstay::fsm::Actions;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Message, Clone, Serialize, Deserialize)]
/// pub struct Raise;
/// #[derive(Event, Serialize, Deserialize)]
/// #[event(name = "alarm.raised")]
/// pub struct Raised;
///
/// #[fsm(states = AlarmState)]
/// #[derive(Default)]
/// pub struct Alarm;
///
/// #[derive(States)]
/// #[states(Alarm, name = "alarm")]
/// pub enum AlarmState {
///     #[initial]
///     #[on(Raise => Raised => Loud)]
///     Quiet,
///     #[terminal]
///     #[enter]
///     Loud,
/// }
///
/// impl AlarmFlow for Alarm {
///     fn quiet_raise(&self, _: Raise, _: &mut Context<Self>) -> Decide<Self, Raise, Raised> {
///         persist(Raised)
///     }
///
///     fn quiet_raised(&mut self, _: &Raised) {}
///
///     fn loud_enter(&self, actions: &mut Actions<Self>) {
///         actions.then(|_| println!("ring"));
///     }
/// }
/// ```
pub struct Actions<A: Persistent> {
    pub(crate) effects: Vec<Effect<A>>,
    /// Whether one of them raises a message.
    pub(crate) raises: bool,
}

pub(crate) type Effect<A> = Box<dyn FnOnce(&mut Context<A>) + Send>;

impl<A: Persistent> Actions<A> {
    pub(crate) fn new() -> Self {
        Self { effects: Vec::new(), raises: false }
    }

    /// Runs `effect` once the transition is durable. Never in recovery, and never when the process ends in between: what must happen belongs
    /// into an event. A panic in it costs the incarnation and nothing that is stored.
    pub fn then(&mut self, effect: impl FnOnce(&mut Context<A>) + Send + 'static) {
        self.effects.push(Box::new(effect));
    }

    /// Sends the machine `message` once the transition is durable, to be handled next, as [`Persist::raise`](crate::entity::Persist::raise) does.
    /// What the command has raised comes before what the entered state raises.
    pub fn raise<M: Message>(&mut self, message: M)
    where
        A: Accepts<M>,
    {
        self.raises = true;
        self.then(|cx| cx.raise_own(message));
    }
}

impl<A: Persistent> fmt::Debug for Actions<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Actions").field("effects", &self.effects.len()).field("raises", &self.raises).finish()
    }
}
