//! The mailer: an actor in memory that hands each letter to a post office elsewhere, and confirms it by hand once the office has it.
#![allow(clippy::needless_pass_by_value, reason = "what a handler is given is its own")]

use crate::machine::MailDelivery;
use mainstay::prelude::*;
use mainstay::supervise::{ConfirmableMessage as _, ConfirmationKey};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Stands for a service elsewhere, which goes on when the process ends.
#[derive(Clone, Debug, Default)]
pub struct PostOffice(Arc<Mutex<Posted>>);

/// The office knows each letter by a key, and posts it once.
#[derive(Debug, Default)]
pub struct Posted {
    /// In the order of the keys, which is that in which each sender has written them.
    pub letters: BTreeMap<ConfirmationKey, String>,
    /// How many came that were there already.
    pub repeated: usize,
}

impl PostOffice {
    pub fn posted(&self) -> MutexGuard<'_, Posted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn post(&self, key: ConfirmationKey, letter: String) {
        let mut posted = self.posted();
        if posted.letters.insert(key, letter).is_some() {
            posted.repeated += 1;
        }
    }
}

#[actor]
pub struct Mailer {
    office: PostOffice,
}

#[handlers]
impl Mailer {
    /// The delivery has a key that is the same for every copy: whoever gets it twice can tell.
    #[handle(message)]
    fn mail(&mut self, mail: MailDelivery) {
        let letter = format!("{}: {}", mail.message.to, mail.message.text);
        self.office.post(mail.delivery.key(), letter);
        mail.confirmation("mailer").tell();
    }
}

impl Mailer {
    pub fn new(office: &PostOffice) -> Self {
        Self { office: office.clone() }
    }
}
