//! Who gets what comes by way of deliveries, and who is woken for what it has to send.

use super::entities::Entities;
use super::run::Inner;
use crate::actor::random;
use crate::clock;
use crate::delivery::{Destination, Mail, Mailroom};
use crate::executor;
use crate::journal::{EntityKey, ReadError, Table};
use crate::settings::Settings;
use std::collections::BTreeSet;
use std::sync::{Arc, Weak};
use std::time::Duration;

/// So many entities are woken at first. Those that there is no room for come later.
const PAGE: usize = 4096;

impl Mailroom for Inner {
    fn post(&self, to: &Destination, mail: Mail) {
        match to {
            Destination::Entity(key) => {
                if let Some(host) = self.entities.hosts().find(|host| **key.kind() == *host.kind()) {
                    host.post(key.id(), mail, &self.core, &self.entities);
                }
            }
            Destination::Named(name) => self.names.post(name, mail),
        }
    }
}

/// Wakes the entities that have something to send. The first of them are woken before the system is there for anybody else, unless the store is
/// out: who they are is found out when it is back, and what they have to send has been waiting anyway.
pub(super) async fn wake(inner: &Arc<Inner>) -> Result<(), ReadError> {
    let mut woken = BTreeSet::new();
    let failures = match wake_some(inner, &mut woken, PAGE).await {
        Ok(true) => return Ok(()),
        Ok(false) => 0,
        Err(ReadError::Engine { .. }) => 1,
        Err(why) => return Err(why),
    };
    executor::spawn(wake_others(Arc::downgrade(inner), woken, failures));
    Ok(())
}

/// Goes on until there is none left that was not woken. A store that cannot be read now is asked again later.
async fn wake_others(inner: Weak<Inner>, mut woken: BTreeSet<EntityKey>, mut failures: u32) {
    let mut limit = PAGE;
    loop {
        let Some(wait) = inner.upgrade().map(|inner| wait(inner.core.settings(), failures)) else { return };
        if failures == 0 {
            // The store gives the first ones, those that are woken already among them.
            limit = limit.saturating_mul(2);
        }
        clock::sleep(wait).await;
        let Some(inner) = inner.upgrade() else { return };
        failures = match wake_some(&inner, &mut woken, limit).await {
            Ok(true) | Err(ReadError::Closed) => return,
            Ok(false) => 0,
            Err(_) => failures.saturating_add(1),
        };
    }
}

fn wait(settings: &Settings, failures: u32) -> Duration {
    match failures.checked_sub(1) {
        None => settings.redeliver_interval,
        Some(before) => settings.backoff.delay(before, random()),
    }
}

/// Whether these were all.
async fn wake_some(inner: &Inner, woken: &mut BTreeSet<EntityKey>, limit: usize) -> Result<bool, ReadError> {
    let Entities { storage, .. } = &inner.entities;
    let due = storage.read(storage.store().due(Table::Outbox, i64::MAX, limit)).await?;
    let is_end = due.len() < limit;
    for (key, _) in due {
        if woken.insert(key.clone()) {
            inner.post(&Destination::Entity(key), Mail::Wake);
        }
    }
    Ok(is_end)
}
