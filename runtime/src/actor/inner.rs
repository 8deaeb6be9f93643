//! What comes before the mailbox: what the actor has sent itself, then what it had put aside, then what is due at once.

use super::context::Context;
use super::dispatch::{Actor, Dispatch};
use super::extras::Extras;
use super::item::{Item, Other};
use crate::call::{Accepts, Message, Port};
use crate::mailbox::Receiver;
use crate::observe::Stamped;
use std::collections::VecDeque;
use std::sync::Arc;

/// So many messages may an actor have from itself without one from its mailbox: raised ones, and deadlines without delay. One that goes on
/// has failed, since it would never stop.
pub const RAISED_IN_A_ROW: u32 = 10_000;

/// So many of the last ones are looked at to say what goes round.
const TRAIL: usize = 32;

/// What an actor has from itself.
pub(crate) struct Inner<A: Actor> {
    raised: VecDeque<Stamped<A::Message>>,
    /// The ticks of deadlines without delay.
    due: VecDeque<Stamped<(u64, A::Message)>>,
    /// How many came since the last message from the mailbox.
    in_a_row: u32,
    /// The names of the last of them, once there are suspiciously many.
    trail: Vec<&'static str>,
}

impl<A: Actor> Default for Inner<A> {
    fn default() -> Self {
        Self { raised: VecDeque::new(), due: VecDeque::new(), in_a_row: 0, trail: Vec::new() }
    }
}

impl<A: Actor> Inner<A> {
    /// What is due before the mailbox, once all that was put aside has come back.
    pub(super) fn due(&mut self, id: u64, message: A::Message) {
        self.due.push_back(Stamped::here((id, message)));
    }

    /// Something else is handled: the count begins anew.
    fn begin_anew(&mut self) {
        self.in_a_row = 0;
        self.trail.clear();
    }

    /// Counts a message of the actor's own. Gives what is said of an actor that does not come to an end.
    fn count(&mut self, name: &'static str) -> Option<Arc<str>> {
        self.in_a_row += 1;
        if self.in_a_row as usize + TRAIL > RAISED_IN_A_ROW as usize {
            self.trail.push(name);
        }
        (self.in_a_row > RAISED_IN_A_ROW).then(|| {
            let circle = circle(&self.trail).join(" → ");
            format!("it has sent itself {RAISED_IN_A_ROW} messages in a row, and would go on: {circle}").into()
        })
    }
}

/// What goes round, its first name repeated at the end; everything, where nothing does.
fn circle(trail: &[&'static str]) -> Vec<&'static str> {
    let goes_round = |length: &usize| trail.iter().zip(trail.iter().skip(*length)).all(|(a, b)| a == b);
    match (1..=trail.len() / 2).find(goes_round) {
        Some(length) => trail.iter().take(length + 1).copied().collect(),
        None => trail.to_vec(),
    }
}

impl<A: Actor> Extras<A> {
    /// What comes before the mailbox.
    #[cold]
    fn next(&mut self) -> Option<Stamped<Item<A>>> {
        if let Some(raised) = self.inner.raised.pop_front() {
            let endless = self.inner.count(A::name(&raised.value));
            return Some(
                raised.map(|message| endless.map_or(Item::Message(message), |words| Other::Endless(words).into())),
            );
        }
        if let Some(message) = self.stash.next() {
            return Some(message.map(Item::Message));
        }
        if let Some(Stamped { stamp, value: (id, message) }) = self.inner.due.pop_front() {
            let endless = self.inner.count(A::name(&message));
            let value = endless.map_or_else(|| Item::tick(id, message), |words| Other::Endless(words).into());
            return Some(Stamped { stamp, value });
        }
        self.inner.begin_anew();
        None
    }
}

impl<A: Actor> Context<A> {
    /// What comes before the mailbox, unless a signal waits.
    #[inline]
    pub(super) fn next_inner(&mut self, inbox: &Receiver<Item<A>>) -> Option<Stamped<Item<A>>> {
        let extras = self.extras_if_any()?;
        if inbox.is_signalled() { None } else { extras.next() }
    }
}

impl<A: Actor> Context<A> {
    pub(crate) fn raise_own<M: Message>(&mut self, message: M)
    where
        A: Accepts<M>,
    {
        self.extras().inner.raised.push_back(Stamped::here(A::accept(message, Port::none())));
    }
}

/// An entity raises messages and comes to no end.
#[cfg(feature = "persistence")]
pub(crate) struct TooMany<A: Actor> {
    /// What goes round.
    pub(crate) words: Arc<str>,
    /// What it has raised and not handled.
    pub(crate) left: VecDeque<Stamped<A::Message>>,
}

/// What an entity has raised.
#[cfg(feature = "persistence")]
impl<A: Actor> Context<A> {
    /// The next of it.
    ///
    /// # Errors
    ///
    /// There was too much in a row.
    pub(crate) fn next_raised(&mut self) -> Option<Result<Stamped<A::Message>, TooMany<A>>> {
        let inner = &mut self.extras_if_any()?.inner;
        let name = A::name(&inner.raised.front()?.value);
        if let Some(words) = inner.count(name) {
            inner.begin_anew();
            return Some(Err(TooMany { words, left: std::mem::take(&mut inner.raised) }));
        }
        inner.raised.pop_front().map(Ok)
    }

    /// Something else is handled now.
    pub(crate) fn none_raised(&mut self) {
        if let Some(extras) = self.extras_if_any() {
            extras.inner.begin_anew();
        }
    }
}

impl<A: Dispatch> Context<A> {
    /// Sends this actor a message that it handles next: before what it had put aside, and before everything in its mailbox. Several come in the
    /// order in which they were raised.
    ///
    /// What is raised belongs to the incarnation. An actor that has raised 10 000 messages ([`RAISED_IN_A_ROW`]) since the last one from its
    /// mailbox fails, with words that say what goes round.
    ///
    /// ```
    /// use mainstay::prelude::*;
    ///
    /// #[derive(Message)]
    /// struct Countdown(u32);
    ///
    /// #[actor]
    /// #[derive(Default)]
    /// struct Rocket {
    ///     said: Vec<u32>,
    /// }
    ///
    /// #[handlers]
    /// impl Rocket {
    ///     #[handle(message)]
    ///     fn countdown(&mut self, Countdown(left): Countdown, cx: &mut Context<Self>) {
    ///         self.said.push(left);
    ///         if left > 0 {
    ///             cx.raise(Countdown(left - 1));
    ///         }
    ///     }
    ///
    ///     #[handle]
    ///     fn said(&self) -> Vec<u32> {
    ///         self.said.clone()
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let rocket = Rocket::default().spawn();
    /// rocket.tell(Countdown(3))?;
    /// assert_eq!(rocket.said().await?, [3, 2, 1, 0]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn raise<M: Message>(&mut self, message: M)
    where
        A: Accepts<M>,
    {
        self.raise_own(message);
    }
}

#[cfg(test)]
mod tests {
    use super::circle;

    #[test]
    fn f30_a_circle_is_named_once_around() {
        assert_eq!(circle(&["b", "a", "b", "a", "b"]), ["b", "a", "b"]);
        assert_eq!(circle(&["a", "a", "a"]), ["a", "a"]);
        assert_eq!(circle(&["a", "b", "c"]), ["a", "b", "c"]);
    }
}
