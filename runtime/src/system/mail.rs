//! Who gets what comes by way of deliveries, and who is woken for what it has to send.

use super::entities::Entities;
use super::run::Inner;
use crate::clock;
use crate::delivery::{Destination, Mail, Mailroom};
use crate::executor;
use crate::journal::{EntityKey, ReadError, Table};
use std::collections::BTreeSet;
use std::sync::{Arc, Weak};

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

/// Wakes the entities that have something to send. The first of them are woken before the system is there for anybody else.
pub(super) async fn wake(inner: &Arc<Inner>) -> Result<(), ReadError> {
    let mut woken = BTreeSet::new();
    if wake_some(inner, &mut woken, PAGE).await? {
        return Ok(());
    }
    let (inner, interval) = (Arc::downgrade(inner), inner.core.settings().redeliver_interval);
    executor::spawn(wake_others(inner, woken, interval));
    Ok(())
}

/// Goes on until there is none left that was not woken. A store that cannot be read now is asked again later.
async fn wake_others(inner: Weak<Inner>, mut woken: BTreeSet<EntityKey>, interval: std::time::Duration) {
    let mut limit = PAGE;
    loop {
        clock::sleep(interval).await;
        limit = limit.saturating_mul(2);
        let Some(inner) = inner.upgrade() else { return };
        if matches!(wake_some(&inner, &mut woken, limit).await, Ok(true)) {
            return;
        }
    }
}

/// Whether these were all.
async fn wake_some(inner: &Inner, woken: &mut BTreeSet<EntityKey>, limit: usize) -> Result<bool, ReadError> {
    let Entities { storage, .. } = &inner.entities;
    let due = storage.store().due(Table::Outbox, i64::MAX, limit).await?;
    let is_end = due.len() < limit;
    for (key, _) in due {
        if woken.insert(key.clone()) {
            inner.post(&Destination::Entity(key), Mail::Wake);
        }
    }
    Ok(is_end)
}
