//! Commands that wait for another state.
//!
//! They belong to the cell, as the mailbox does: a new incarnation finds them. Whenever the machine has gone to a state, or entered its own
//! again, they are offered to it before anything from the mailbox, in the order in which they arrived; what is postponed once more keeps
//! its place. They are in memory only: a process that ends has not accepted them in any store.

use super::cell::Cell;
use super::persistent::PersistDispatch;
use super::rejection::Rejection;
use super::step::Conclude;
use super::task::{DeliveryPart, Label, Task};
use super::turned_down::reject;
use crate::actor::{Exit, TooMany};
use crate::observe::Stamped;
use crate::panics::contain;
use std::collections::VecDeque;

/// Commands that are postponed.
pub(super) struct Postponed<A: PersistDispatch> {
    /// Those that the present state has not been offered, in the order of their arrival.
    due: VecDeque<Task<A>>,
    /// Those that it has postponed, in the order of their arrival.
    waiting: VecDeque<Task<A>>,
}

impl<A: PersistDispatch> Postponed<A> {
    pub(super) fn new() -> Self {
        Self { due: VecDeque::new(), waiting: VecDeque::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn len(&self) -> usize {
        self.due.len() + self.waiting.len()
    }

    /// The state is another one: it is offered all that waits.
    pub(super) fn retry(&mut self) {
        if self.waiting.is_empty() {
            return;
        }
        // What was postponed again came before what was not offered yet, unless it came from the mailbox in between.
        let mut all: Vec<_> = self.waiting.drain(..).chain(self.due.drain(..)).collect();
        all.sort_by_key(|task| task.label.command.number);
        self.due = all.into();
    }

    /// The next one that the state is offered.
    pub(super) fn next(&mut self) -> Option<Task<A>> {
        self.due.pop_front()
    }

    /// Whether a copy of what has come by way of a delivery waits.
    pub(super) fn has(&self, part: &DeliveryPart) -> bool {
        let mut parts = self.due.iter().chain(&self.waiting).filter_map(|task| task.label.delivery.as_ref());
        parts.any(|other| other.is_copy_of(part))
    }

    fn push(&mut self, mut task: Task<A>) {
        if let Some(fire) = &mut task.label.timer {
            fire.token.set_aside();
        }
        self.waiting.push_back(task);
    }

    fn drain(&mut self) -> Vec<Task<A>> {
        let mut all: Vec<_> = self.due.drain(..).chain(self.waiting.drain(..)).collect();
        all.sort_by_key(|task| task.label.command.number);
        all
    }
}

impl<A: PersistDispatch> Cell<A> {
    /// The state postpones a command.
    pub(super) fn postpone(&mut self, label: Label, conclusion: Box<dyn Conclude<A>>) {
        if self.postponed.len() >= self.cx.core.settings().stash::<A>().limit() {
            // Said in its turn: the state that says so may be ahead of the disk.
            return self.push_rejected(label, conclusion, Rejection::Full);
        }
        self.postponed.push(Task { label, stamp: None, message: conclusion.take_back() });
    }

    /// What the machine has raised. What comes to no end becomes dead letters.
    pub(super) fn raised(&mut self) -> Option<Task<A>> {
        match self.cx.next_raised()? {
            Ok(Stamped { stamp, value: message }) => {
                Some(Task { label: Label::new(self.storage.next_command(), None), stamp: Some(stamp), message })
            }
            Err(TooMany { words, left }) => {
                let exit = Exit::Panicked(words);
                for Stamped { value: message, .. } in left {
                    if let Ok(name) = contain(|| A::name(&message)) {
                        let id = Some(self.id.key().id());
                        self.cx.core.note_dead_letter(std::any::type_name::<A>(), id, name, &exit);
                    }
                    let _ = contain(|| drop(message));
                }
                None
            }
        }
    }

    /// The entity ends. Nobody waits for another state any more.
    pub(super) fn end_postponed(&mut self) {
        for Task { message, .. } in self.postponed.drain() {
            if let Ok(name) = contain(|| A::name(&message)) {
                self.cx.core.note_dead_letter(
                    std::any::type_name::<A>(),
                    Some(self.id.key().id()),
                    name,
                    &Exit::Stopped,
                );
            }
            reject::<A>(message, &Rejection::Stopped);
        }
    }
}
