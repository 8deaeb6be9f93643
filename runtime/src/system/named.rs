//! Entities by the stable names of their types: for tools and pages, which know no types. Everything here reads, a page at a time.

use super::hosted::LookError;
use super::run::System;
use crate::delivery::PendingDelivery;
use crate::entity::RecoveryError;
use crate::fsm::Table;
use crate::journal::{EntityKey, MAX_ID_BYTES, Page, ReadError, Select, Table as Rows};
use crate::timer::{Due, PendingTimer};
use std::sync::Arc;

/// So many entries are read at most by one call, whatever it asks for.
const MOST_AT_ONCE: usize = 1_000;

impl System {
    /// The stable names of the hosted types, sorted.
    pub fn kinds(&self) -> Vec<&'static str> {
        let mut kinds: Vec<_> = self.0.entities.hosts().map(|host| host.kind()).collect();
        kinds.sort_unstable();
        kinds
    }

    /// The table of the hosted machine that is stored as `kind`. `None` of what is no machine, or is not hosted.
    pub fn table(&self, kind: &str) -> Option<Table> {
        self.0.entities.host_of(kind)?.table()
    }

    /// Ids of the type `kind`, hosted or not, that begin with `prefix`, in byte order: those after `after`, at most `limit` of them, and never more than
    /// 1 000. It reads no more than that, however many entities there are.
    ///
    /// ```
    /// # use mainstay::prelude::*;
    /// # #[derive(Event, serde::Serialize, serde::Deserialize)]
    /// # #[event(name = "opened")]
    /// # struct Opened;
    /// # #[actor(persistent = "account")]
    /// # #[derive(Default)]
    /// # struct Account;
    /// # #[handlers]
    /// # impl Account {
    /// #     #[command]
    /// #     fn open(&self) -> Persist<Self, Opened> {
    /// #         persist(Opened)
    /// #     }
    /// #     #[apply]
    /// #     fn opened(&mut self, _: &Opened) {}
    /// # }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let system = System::volatile().host::<Account>().start().await?;
    /// for id in ["eve", "bob", "eva"] {
    ///     system.entity::<Account>(id)?.open().await?;
    /// }
    /// let ids = system.ids_of("account", "ev", None, 10).await?;
    /// assert_eq!(ids, ["eva".into(), "eve".into()]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    ///
    /// # Cancel safety
    ///
    /// It only reads: dropping it changes nothing.
    pub async fn ids_of(
        &self,
        kind: &str,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<Arc<str>>, ReadError> {
        if prefix.len() > MAX_ID_BYTES {
            return Ok(Vec::new());
        }
        let limit = limit.min(MOST_AT_ONCE);
        let before = before(prefix);
        let mut after: Option<Arc<str>> = before.as_deref().max(after).map(Into::into);
        let storage = self.0.entities.storage();
        let mut found = Vec::new();
        while found.len() < limit {
            let ids = storage.read(storage.store().ids(kind.into(), after, limit - found.len())).await?;
            let Some(last) = ids.last() else { break };
            after = Some(last.clone());
            let is_past = !last.starts_with(prefix) && **last > *prefix;
            found.extend(ids.into_iter().filter(|id| id.starts_with(prefix)));
            if is_past {
                break;
            }
        }
        Ok(found)
    }

    /// Stored events of the entity `key` with numbers after `after`, at most `limit` of them, and never more than 1 000. They are not decoded; the entity
    /// is not woken.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    ///
    /// # Cancel safety
    ///
    /// It only reads: dropping it changes nothing.
    pub async fn records(&self, key: &EntityKey, after: u64, limit: usize) -> Result<Page, ReadError> {
        let storage = self.0.entities.storage();
        storage.read(storage.store().read(key.clone(), after, u64::MAX, limit.min(MOST_AT_ONCE))).await
    }

    /// The place of the newest event of all, 0 while there is none: how many events were ever stored, but for those of a store that has lost some.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    ///
    /// # Cancel safety
    ///
    /// It only reads: dropping it changes nothing.
    pub async fn last_place(&self) -> Result<u64, ReadError> {
        let storage = self.0.entities.storage();
        // What is behind everything: only the end is wanted.
        Ok(storage.read(storage.store().feed(Select::All, u64::MAX, 1)).await?.end)
    }

    /// The timers of all entities that fire next, the earliest first, at most `limit` of them, and never more than 1 000.
    ///
    /// # Errors
    ///
    /// The store cannot be read, or what is stored of one of them.
    ///
    /// # Cancel safety
    ///
    /// It only reads: dropping it changes nothing.
    pub async fn next_timers(&self, limit: usize) -> Result<Vec<(EntityKey, PendingTimer)>, LookError> {
        let storage = self.0.entities.storage();
        let due = storage.store().due(Rows::Timer, i64::MAX, limit.min(MOST_AT_ONCE));
        let due = storage.read(due).await.map_err(RecoveryError::Read)?;
        let read = |(key, row): (EntityKey, _)| match Due::read(&row) {
            Ok(due) => Ok((key, due.pending(&row))),
            Err(cause) => Err(RecoveryError::Row { key, table: Rows::Timer, cause }.into()),
        };
        due.into_iter().map(read).collect()
    }

    /// What the entity `key` has decided to send and knows of no confirmation: the first 1 000. It is not woken.
    ///
    /// # Errors
    ///
    /// The store cannot be read, or what is stored of one of them.
    ///
    /// # Cancel safety
    ///
    /// It only reads: dropping it changes nothing.
    pub async fn unconfirmed(&self, key: &EntityKey) -> Result<Vec<PendingDelivery>, LookError> {
        self.0.entities.unconfirmed(key).await
    }
}

/// A text after which, in byte order, those that begin with `prefix` come, and next to nothing before them.
fn before(prefix: &str) -> Option<String> {
    let mut rest = prefix.chars();
    let last = rest.next_back()?;
    let start = rest.as_str();
    match ('\0'..last).next_back() {
        // The largest of the letters behind it: what begins otherwise and comes after it begins with `prefix`, or is larger.
        Some(smaller) => Some(format!("{start}{smaller}{}", char::MAX)),
        None => (!start.is_empty()).then(|| start.to_owned()),
    }
}
