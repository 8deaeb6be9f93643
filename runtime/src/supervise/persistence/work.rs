//! What a supervisor that keeps events does with them.

use super::confirm::{ConfirmationId, ConfirmationKey};
use super::line::{Answer, Event, Load, Place, WayBack};
use super::supervisor::PersistenceSupervisor;
use crate::actor::{Context, Dispatch, Exit, Handle as _, Item, Other};
use crate::call::{CallError, Message, Port, idle_slot};
use crate::clock;
use crate::observe::Stamp;
use crate::panics::{Panicked, contain};
use crate::supervise::child::start;
use crate::supervise::letter::Letter;
use std::any::type_name;
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl<C: Dispatch, M: Message + Clone> PersistenceSupervisor<C, M> {
    pub(super) fn event(&mut self, message: M, port: WayBack<M>, cx: &mut Context<Self>) {
        if self.is_full() {
            let told = port.leads_back();
            port.open().settle(Err(CallError::Busy));
            return self.too_many(told, type_name::<M>(), cx);
        }
        let last = self.finals.has(&message);
        let load = match &self.plain {
            Some(plain) if !(plain.is_event)(&message) => Load::Command(Some((plain.accept)(message, port))),
            _ => Load::Event(Event { message, port, answer: None, faults: 0, done: Arc::default() }),
        };
        self.take(load, last, type_name::<M>(), cx);
    }

    pub(super) fn command(&mut self, letter: Box<dyn Letter<C>>, cx: &mut Context<Self>) {
        let name = letter.name();
        if self.is_full() {
            return self.too_many(letter.busy(), name, cx);
        }
        let last = self.finals.has(letter.message());
        self.take(Load::Command(Some(letter.open())), last, name, cx);
    }

    fn is_full(&self) -> bool {
        self.line.len() + self.owed.len() >= self.limit
    }

    fn too_many(&self, told: bool, name: &'static str, cx: &Context<Self>) {
        if !told {
            cx.core.note_dead_letter(type_name::<Self>(), None, name, &self.child.exit);
        }
    }

    fn take(&mut self, load: Load<C, M>, last: bool, name: &'static str, cx: &mut Context<Self>) {
        let down = self.child.handle.is_none();
        if last && down && self.line.len() == 0 {
            cx.core.note_dead_letter(type_name::<Self>(), None, name, &self.child.exit);
            return cx.stop();
        }
        let number = self.line.push(load, clock::monotonic());
        if last {
            self.ending = Some(number);
        }
        if down && !self.child.due {
            start(self, cx);
        } else {
            self.hand_down(cx);
        }
    }

    /// Gives the child what it may have now.
    pub(super) fn hand_down(&mut self, cx: &mut Context<Self>) {
        let Some(handle) = self.child.handle.clone() else { return };
        let (child, incarnation) = (handle.actor_ref().downgrade(), self.child.incarnation);
        let way = cx.errands();
        if !self.line.any_out() {
            self.patience.since = clock::monotonic();
        }
        while let Some(entry) = self.line.next(self.window) {
            let number = entry.number;
            let (item, answer) = match &mut entry.load {
                Load::Command(message) => (message.take().map(Item::Message), None),
                Load::Event(event) => {
                    let (port, answer) = idle_slot();
                    let key = ConfirmationKey { stream: self.stream, number };
                    let id = ConfirmationId::new(key, Arc::new(way.clone()), event.done.clone());
                    match contain(|| (self.wrap)(event.message.clone(), id, Port::to(port))) {
                        Ok(message) => (Some(Other::Kept(message).into()), Some(answer)),
                        Err(Panicked(words)) => {
                            self.quarantine(number, &Exit::Panicked(words), cx);
                            continue;
                        }
                    }
                }
            };
            let Some(item) = item else { return };
            // Past the limit of its mailbox, since there is one of our own on how much it has.
            if let Err((_, item)) = child.offer(item) {
                // It is about to end, and has not taken it.
                if let (Load::Command(kept), Item::Message(message)) = (&mut entry.load, item) {
                    *kept = Some(message);
                }
                return;
            }
            entry.place = Place::Out;
            let handled = way.clone();
            // In the child's mailbox right behind the message, so that it runs when the handler has returned.
            let told = Item::work(move |_, _| {
                handled.run(move |supervisor, cx| supervisor.handled(number, incarnation, cx));
            });
            let _ = child.push_owed(told, Stamp::here());
            if let Some(answer) = answer {
                cx.run(answer, move |supervisor: &mut Self, answer, cx| {
                    supervisor.answered(number, incarnation, answer.unwrap_or(Err(CallError::Stopped)), cx);
                });
            }
        }
        self.watch(cx);
    }

    /// The child's handler for the entry `number` has returned.
    fn handled(&mut self, number: u64, incarnation: u64, cx: &mut Context<Self>) {
        let Some(entry) = self.line.get(number).filter(|entry| entry.place == Place::Out) else { return };
        if incarnation != self.child.incarnation {
            return;
        }
        entry.place = Place::Handled;
        if !entry.is_event() {
            self.line.remove(number);
            self.progress();
            self.hand_down(cx);
        }
    }

    /// The child has answered to the event `number`, or has dropped the way back.
    fn answered(&mut self, number: u64, incarnation: u64, answer: Answer<M>, cx: &mut Context<Self>) {
        if self.owed.get(&number).is_some_and(|(owing, _)| *owing == incarnation) {
            if let Some((_, port)) = self.owed.remove(&number) {
                port.open().settle(final_answer(answer));
            }
            return;
        }
        // Of a child that has ended, the next one's answer counts.
        let out = self.line.get(number).filter(|entry| entry.place != Place::Waits);
        let Some(Load::Event(event)) =
            out.filter(|_| incarnation == self.child.incarnation).map(|entry| &mut entry.load)
        else {
            return;
        };
        match answer {
            // It is ending, and the event will be handed down again.
            Err(CallError::Failed | CallError::Stopped) => {}
            Ok(_) | Err(CallError::NoReply) => event.answer = Some(answer),
            Err(_) => {
                if let Some(Load::Event(event)) = self.line.remove(number).map(|entry| entry.load) {
                    event.port.open().settle(answer);
                }
                self.progress();
                self.hand_down(cx);
            }
        }
    }

    /// The event `number` is stored.
    pub(super) fn confirmed(&mut self, number: u64, by: Arc<str>, cx: &mut Context<Self>) {
        self.counts.stored_as = Some(by);
        let Some(entry) = self.line.remove(number) else {
            self.counts.unknown += 1;
            return;
        };
        let Load::Event(event) = entry.load else { return };
        self.child.restarts.reset();
        self.progress();
        if event.port.leads_back() {
            match event.answer {
                Some(answer) => event.port.open().settle(answer),
                None if entry.place == Place::Waits => event.port.open().settle(Err(CallError::NoReply)),
                None => drop(self.owed.insert(number, (self.child.incarnation, event.port))),
            }
        }
        self.hand_down(cx);
    }

    /// The child has finished something, and so has the store.
    fn progress(&mut self) {
        self.patience.since = clock::monotonic();
        self.probe = None;
        if let Some(breaker) = &self.breaker {
            breaker.mend();
        }
    }

    /// Looks after a child that has events, until it has none.
    fn watch(&mut self, cx: &mut Context<Self>) {
        let Some(most) = self.patience.most else { return };
        if self.patience.watched || !self.line.events_out() {
            return;
        }
        self.patience.watched = true;
        cx.run(clock::sleep_until(self.patience.since.saturating_add(most)), move |supervisor: &mut Self, (), cx| {
            supervisor.patience.watched = false;
            let waited = clock::monotonic().saturating_sub(supervisor.patience.since);
            if waited < most || !supervisor.line.events_out() {
                return supervisor.watch(cx);
            }
            supervisor.patience.over = true;
            supervisor.child.kill();
        });
    }

    /// The child has failed on the event `number`.
    pub(super) fn fault(&mut self, number: u64, cx: &Context<Self>) {
        let Some(Load::Event(event)) = self.line.get(number).map(|entry| &mut entry.load) else { return };
        event.faults += 1;
        if event.faults >= self.attempts.get() {
            let exit = self.child.exit.clone();
            self.quarantine(number, &exit, cx);
        }
    }

    fn quarantine(&mut self, number: u64, exit: &Exit, cx: &Context<Self>) {
        let Some(Load::Event(event)) = self.line.remove(number).map(|entry| entry.load) else { return };
        self.counts.quarantined += 1;
        cx.core.note_dead_letter(type_name::<Self>(), None, type_name::<M>(), exit);
        event.port.open().settle(Err(CallError::Quarantined { cause: exit.to_string().into() }));
    }

    /// Whether the child has ended after its last message.
    pub(super) fn has_ended(&mut self) -> bool {
        let stopped = self.child.exit == Exit::Stopped;
        self.ending.is_some_and(|last| match self.line.get(last) {
            None => true,
            Some(entry) => stopped && entry.place == Place::Handled,
        })
    }
}

/// What a caller is told whose event is stored.
fn final_answer<R, E>(answer: Result<R, CallError<E>>) -> Result<R, CallError<E>> {
    match answer {
        // "Not handled" would be wrong.
        Err(CallError::Failed | CallError::Stopped) => Err(CallError::NoReply),
        answer => answer,
    }
}

impl<C: Dispatch, M: Message> PersistenceSupervisor<C, M> {
    /// Nothing of what is kept will be handled.
    pub(super) fn discard(&mut self) {
        for (_, port) in std::mem::take(&mut self.owed).into_values() {
            // Its event is stored: "not handled" would be wrong.
            port.open().settle(Err(CallError::NoReply));
        }
        let Some(core) = &self.core else { return };
        for entry in self.line.drain() {
            let name = match entry.load {
                Load::Event(event) if event.done.load(Ordering::Acquire) => {
                    event.port.open().settle(final_answer(event.answer.unwrap_or(Err(CallError::NoReply))));
                    continue;
                }
                Load::Event(_) => type_name::<M>(),
                Load::Command(Some(message)) => C::name(&message),
                // With the child, whose dead letter it is.
                Load::Command(None) => continue,
            };
            core.note_dead_letter(type_name::<Self>(), None, name, &self.child.exit);
        }
    }
}
