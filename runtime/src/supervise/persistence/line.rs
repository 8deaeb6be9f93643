//! What a supervisor has taken and not yet seen the end of, in the order in which it came.

use crate::actor::Dispatch;
use crate::call::{CallError, Message, Port};
use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub(super) type Answer<M> = Result<<M as Message>::Reply, CallError<<M as Message>::Error>>;

/// The way back to the caller of an `M`.
pub(super) type WayBack<M> = Port<<M as Message>::Reply, <M as Message>::Error>;

pub(super) struct Line<C: Dispatch, M: Message> {
    entries: VecDeque<Entry<C, M>>,
    last: u64,
}

pub(super) struct Entry<C: Dispatch, M: Message> {
    pub(super) number: u64,
    /// When it came.
    pub(super) at: Duration,
    pub(super) load: Load<C, M>,
    pub(super) place: Place,
}

/// Where an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Waits,
    /// In the mailbox of the child, or in its hands.
    Out,
    /// Its handler has returned. An event waits for its confirmation.
    Handled,
}

pub(super) enum Load<C: Dispatch, M: Message> {
    Event(Event<M>),
    /// A message that is not confirmed: gone from here when it is with the child.
    Command(Option<C::Message>),
}

pub(super) struct Event<M: Message> {
    pub(super) message: M,
    /// The caller's. It stays here, so that no incarnation takes it along.
    pub(super) port: WayBack<M>,
    /// What the child has answered. It leaves when the event is confirmed.
    pub(super) answer: Option<Answer<M>>,
    /// How often it was at fault.
    pub(super) faults: u32,
    pub(super) done: Arc<AtomicBool>,
}

impl<C: Dispatch, M: Message> Line<C, M> {
    pub(super) fn new() -> Self {
        Self { entries: VecDeque::new(), last: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn push(&mut self, load: Load<C, M>, at: Duration) -> u64 {
        self.last += 1;
        self.entries.push_back(Entry { number: self.last, at, load, place: Place::Waits });
        self.last
    }

    /// The next entry that the child may be handed: of events as many as `window` at a time; a command only when nothing else is out, so that it
    /// finds the events before it stored, and goes down with nobody but itself.
    pub(super) fn next(&mut self, window: usize) -> Option<&mut Entry<C, M>> {
        let at = self.entries.iter().position(|entry| entry.place == Place::Waits)?;
        let free = match &self.entries[at].load {
            Load::Command(_) => at == 0,
            Load::Event(_) => {
                at < window && !self.entries.range(..at).any(|entry| matches!(entry.load, Load::Command(_)))
            }
        };
        if free { self.entries.get_mut(at) } else { None }
    }

    pub(super) fn get(&mut self, number: u64) -> Option<&mut Entry<C, M>> {
        let at = self.at(number)?;
        self.entries.get_mut(at)
    }

    pub(super) fn remove(&mut self, number: u64) -> Option<Entry<C, M>> {
        let at = self.at(number)?;
        self.entries.remove(at)
    }

    fn at(&self, number: u64) -> Option<usize> {
        self.entries.binary_search_by_key(&number, |entry| entry.number).ok()
    }

    /// Whether the child has something.
    pub(super) fn any_out(&self) -> bool {
        self.entries.front().is_some_and(|entry| entry.place != Place::Waits)
    }

    /// Whether the child has events that are not confirmed.
    pub(super) fn events_out(&self) -> bool {
        self.entries.front().is_some_and(|entry| entry.place != Place::Waits && entry.is_event())
    }

    /// The child has ended: what it had waits again, but for a command in its hands, which may have been handled. Gives the number of the
    /// event that it was about: the one in its hands, else the oldest that is not confirmed.
    pub(super) fn child_ended(&mut self) -> Option<u64> {
        let had = |entry: &&Entry<C, M>| entry.place != Place::Waits && entry.is_event();
        let in_hand = self.entries.iter().filter(had).find(|entry| entry.place == Place::Out);
        let about = in_hand.or_else(|| self.entries.iter().find(had)).map(|entry| entry.number);
        self.entries.retain_mut(|entry| {
            let had = std::mem::replace(&mut entry.place, Place::Waits) != Place::Waits;
            match &mut entry.load {
                Load::Command(_) => !had,
                Load::Event(event) => {
                    // The next child answers for itself.
                    event.answer = None;
                    true
                }
            }
        });
        about
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Entry<C, M>> {
        self.entries.iter()
    }

    pub(super) fn drain(&mut self) -> impl Iterator<Item = Entry<C, M>> {
        self.entries.drain(..)
    }
}

impl<C: Dispatch, M: Message> Entry<C, M> {
    pub(super) fn is_event(&self) -> bool {
        matches!(self.load, Load::Event(_))
    }
}

impl<C: Dispatch, M: Message> fmt::Debug for Line<C, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.entries.iter().map(|entry| (entry.number, entry.place))).finish()
    }
}
