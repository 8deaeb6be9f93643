//! What becomes of a command that is not carried out.
//!
//! It is run again, or its caller hears why not; where nobody may be there to hear it, it is a dead letter too. What has come by way of a delivery
//! and would fail as often as it came is taken, and the sender is told.

use super::cell::Cell;
use super::errand::Errand;
use super::failure::RecoveryError;
use super::persistent::PersistDispatch;
use super::rejection::Rejection;
use super::task::{Label, Task};
use super::trouble::TroubleKind;
use crate::actor::Exit;
use crate::call::CallError;
use crate::observe::Stamp;
use crate::panics::contain;
use std::convert::Infallible;
use std::sync::Arc;

/// Once the entity is to stop, a command for which the store fails is run so many times more.
const LAST_TRIES: u8 = 3;

impl<A: PersistDispatch> Cell<A> {
    /// What has to be read for a command cannot be.
    pub(super) fn unread(&mut self, Task { mut label, message, .. }: Task<A>, why: RecoveryError) {
        if !why.is_outage() {
            return self.undeliverable(message, &Rejection::Recovery(why));
        }
        // Nothing is lost: the entity recovers, and that waits for the store.
        self.storage.outage.failed();
        self.discard();
        if !self.tries_again(&mut label) {
            return reject::<A>(message, &Rejection::Stopped);
        }
        self.again.push_front(Task { label, stamp: Some(Stamp::here()), message });
    }

    /// Whether a command for which the store has failed is run again: as often as it takes, but a stop comes to an end.
    pub(super) fn tries_again(&mut self, label: &mut Label) -> bool {
        if !self.inbox.is_closed() {
            return true;
        }
        label.last_tries += 1;
        if label.last_tries < LAST_TRIES && !self.storage.outage.is_hopeless() {
            return true;
        }
        self.abandon();
        false
    }

    /// What still waits is not run: the store is out, and the entity is to stop.
    pub(super) fn abandon(&mut self) {
        self.is_abandoned = true;
        self.storage.outage.give_up();
    }

    /// A command has panicked. Deciding only reads, but what it read may have been changed behind a lock: the incarnation is not used again.
    pub(super) fn panicked(&mut self, mut label: Label, message: A::Message, words: Arc<str>) {
        self.discard();
        label.failures += 1;
        let is_last = label.failures >= self.cx.core.settings().attempts;
        self.rest.trouble(if is_last { TroubleKind::Quarantined } else { TroubleKind::Panicked }, &words);
        if !is_last {
            return self.again.push_front(Task { label, stamp: Some(Stamp::here()), message });
        }
        if let Some(fire) = label.timer.take() {
            let why = self.panicking(&fire, words.clone());
            self.errands.push_front(Errand::Unusable(fire, why));
        } else if let Ok(name) = contain(|| A::name(&message)) {
            self.cx.core.note_dead_letter(
                std::any::type_name::<A>(),
                Some(self.id.key().id()),
                name,
                &Exit::Panicked(words.clone()),
            );
        }
        if label.delivery.is_some() {
            // The sender of a message is told when that is durable; the end of a delivery would be told again and again.
            label.quarantined = Some(words);
            return self.again.push_front(Task { label, stamp: None, message });
        }
        reject::<A>(message, &Rejection::Quarantined(words));
    }

    /// A command was decided on, and what it has decided is not stored. Run again it would decide the same, so a message that was delivered is
    /// taken, and the end of a delivery is stored without a word, as where they panic; but what only wants room comes again by itself.
    pub(super) fn turn_down(&mut self, mut label: Label, message: A::Message, why: &Rejection) {
        if why.is_lasting() {
            let cause = words(why);
            self.rest.trouble(TroubleKind::Unstored, &cause);
            if label.delivery.is_some() {
                // As often as one that panics: a store may be wrong about a unit once, and then nothing of it is lost.
                label.failures += 1;
                if label.failures < self.cx.core.settings().attempts {
                    return self.again.push_front(Task { label, stamp: Some(Stamp::here()), message });
                }
                self.note_undeliverable(&message, why);
                label.quarantined = Some(cause);
                return self.again.push_front(Task { label, stamp: None, message });
            }
        }
        self.undeliverable(message, why);
    }

    /// Answers a command that cannot be carried out.
    pub(super) fn undeliverable(&self, message: A::Message, why: &Rejection) {
        self.note_undeliverable(&message, why);
        reject::<A>(message, why);
    }

    /// A dead letter, since a tell and a delivery have no other trace. What the entity's state says no to is none.
    fn note_undeliverable(&self, message: &A::Message, why: &Rejection) {
        let exit = match why {
            Rejection::Stopped => Exit::Killed,
            Rejection::Full => Exit::Full,
            // The panic is one already.
            Rejection::Quarantined(_) | Rejection::Finished { .. } => return,
            Rejection::Recovery(cause) => Exit::StartFailed(cause.to_string().into()),
            Rejection::Unit(_) | Rejection::Store(_) | Rejection::Unconfirmed { .. } | Rejection::Unknown { .. } => {
                Exit::NotStored(words(why))
            }
        };
        if let Ok(name) = contain(|| A::name(message)) {
            self.observer.run(|| {
                self.cx.core.note_dead_letter(std::any::type_name::<A>(), Some(self.id.key().id()), name, &exit);
            });
        }
    }
}

fn words(why: &Rejection) -> Arc<str> {
    match why {
        Rejection::Unit(cause) => cause.to_string(),
        Rejection::Store(cause) => cause.to_string(),
        Rejection::Unconfirmed { most } => format!("{most} deliveries are under way, as many as may be"),
        why => CallError::<Infallible>::from(why.clone()).to_string(),
    }
    .into()
}

/// Answers a message that is not going to be handled. Its `Drop` is the user's.
pub(super) fn reject<A: PersistDispatch>(message: A::Message, why: &Rejection) {
    let _ = contain(|| A::reject(message, why));
}
