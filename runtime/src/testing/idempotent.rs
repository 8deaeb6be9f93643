//! Whether a command may come twice.

use super::given::Given;
use super::outcome::Outcome;
use crate::call::{CallError, Message};
use crate::entity::PersistHandler;
use std::fmt::Debug;

/// Lets the handler of `command` decide, and decide again on what that has left: the second time it has to store nothing, and to answer the same.
/// For handlers that say `idempotent`, whose deliveries are run as often as they come.
///
/// What a handler does to the world is not seen here. It is to be done under a key that the message carries.
///
/// ```
/// use mainstay::prelude::*;
/// use mainstay::testing::{assert_idempotent, given};
/// use serde::{Deserialize, Serialize};
///
/// #[actor(persistent = "lamp")]
/// #[derive(Default)]
/// pub struct Lamp {
///     level: u8,
/// }
///
/// #[derive(Event, Serialize, Deserialize)]
/// #[event(name = "lamp.set")]
/// pub struct Set(u8);
///
/// #[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
/// #[confirmable(name = "lamp.dim")]
/// pub struct Dim(pub u8);
///
/// #[handlers]
/// impl Lamp {
///     #[command(message, idempotent)]
///     fn dim(&self, Dim(level): Dim) -> Persist<Self, Set> {
///         if self.level == level { nothing() } else { persist(Set(level)) }
///     }
///
///     #[apply]
///     fn set(&mut self, event: &Set) {
///         self.level = event.0;
///     }
/// }
///
/// assert_idempotent(given(Lamp::default()), Dim(3));
/// ```
///
/// # Panics
///
/// When the second run stores an event or has another answer; and as [`Given::when`] does.
#[track_caller]
pub fn assert_idempotent<A, C>(given: Given<A>, command: C)
where
    A: PersistHandler<C>,
    C: Message<Reply: PartialEq + Debug, Error: PartialEq + Debug> + Clone,
{
    let mut first: Outcome<A, C::Reply, C::Error> = given.when(command.clone());
    let answer = std::mem::replace(&mut first.answer, Err(CallError::NoReply));
    let second = first.go_on().when(command).then_no_event();
    assert!(second.answer == answer, "the second answer is {:?}, the first was {answer:?}", second.answer);
}
