//! Persistent actors.

use crate::derives::{Beat, Mail, Nag, Ping, Sent};
use mainstay::entity::{EventMeta, RecoveryError};
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Something was written.
#[derive(Debug, Event, Serialize, Deserialize)]
#[event(name = "lint.wrote")]
pub struct Wrote(pub String);

/// Why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Full;

/// With snapshots, and a field that is not in them.
#[actor(
    persistent = "lint.diary",
    snapshot_every = 10,
    snapshot_version = 2,
    passivate_after = "1m",
    removed("lint.burnt"),
    max_unconfirmed_messages = 10
)]
#[derive(Debug, Default)]
pub struct Diary {
    pages: Vec<String>,
    #[volatile]
    warm: Arc<str>,
}

#[handlers]
impl Diary {
    /// Writes a page.
    ///
    /// # Errors
    ///
    /// If there are too many.
    #[command]
    pub fn write(&self, text: String) -> Decided<Self, Wrote, usize, Full> {
        if self.pages.len() > 9 {
            return Err(Full);
        }
        Ok(persist(Wrote(text)).reply_with(|after: &Self| after.pages.len()))
    }

    /// Sends some pages.
    #[command]
    pub async fn send(&self, count: u64, cx: &mut Context<Self>) -> Persist<Self, Sent> {
        std::future::ready(()).await;
        let now = cx.now();
        let _ = now;
        persist(Sent(count))
    }

    /// A message that is delivered.
    #[command(message)]
    pub fn mail(&self, Mail { to }: Mail) -> Decide<Self, Mail, Wrote> {
        persist(Wrote(format!("{to}: {}", self.warm)))
    }

    /// How many pages there are.
    #[query]
    pub fn count(&self) -> usize {
        self.pages.len()
    }

    /// A question of its own.
    #[query(message)]
    pub fn ping(&self, _: Ping) {
        drop(self.warm.clone());
    }

    #[timer]
    fn beat(&self, _: Beat, _: &mut Context<Self>) -> Persist<Self, Sent> {
        persist(Sent(self.pages.len() as u64))
    }

    #[timer]
    async fn nag(&self, nag: Nag) -> Persist<Self, Wrote> {
        std::future::ready(()).await;
        persist(Wrote(nag.who)).and(Wrote(self.warm.to_string()))
    }

    #[apply]
    fn wrote(&mut self, event: &Wrote) {
        self.pages.push(event.0.clone());
    }

    #[apply]
    fn sent(&mut self, _: &Sent, meta: &EventMeta) {
        self.pages.push(format!("{meta:?}"));
    }

    #[recovered]
    fn warm_up(&self, _: &mut Context<Self>) {
        drop(self.warm.clone());
    }

    #[recovery_failed]
    fn report(why: &RecoveryError) {
        drop(why.to_string());
    }
}

/// With one event and no more.
#[actor(persistent = "lint.counter")]
#[derive(Debug, Default)]
pub struct Counter(u64);

#[handlers]
impl Counter {
    /// Counts.
    #[command]
    pub fn count(&self) -> Persist<Self, Sent> {
        persist(Sent(self.0 + 1))
    }

    #[apply]
    fn sent(&mut self, sent: &Sent) {
        self.0 = sent.0;
    }
}

/// With nothing to store.
#[actor(persistent = "lint.clock")]
#[derive(Debug, Default)]
pub struct Clock;

#[handlers]
impl Clock {
    /// What it always is.
    #[query]
    pub fn time(&self) -> u64 {
        let Self = self;
        0
    }
}
