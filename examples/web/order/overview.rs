//! All orders in one table, which a list can be asked of: no entity knows the others. It follows their events, and takes each once.

use crate::machine::{Item, event};
use mainstay::feed::rusqlite::{self, Connection, params};
use mainstay::feed::{Failure, Progress, View, ViewError, ViewReader};
use mainstay::journal::{Found, Select};
use mainstay::prelude::*;
use serde::Serialize;

/// The view. Its tables are made of events alone, so that they can be thrown away and built anew.
pub struct Overview;

impl View for Overview {
    const NAME: &'static str = "overview";
    const VERSION: u32 = 1;
    const TABLES: &'static str = "
        CREATE TABLE entry (id TEXT PRIMARY KEY, state TEXT NOT NULL, events INTEGER NOT NULL) STRICT;
        CREATE INDEX entry_state ON entry (state, id);
        CREATE TABLE line (id TEXT, name TEXT, cents INTEGER NOT NULL, PRIMARY KEY (id, name)) STRICT, WITHOUT ROWID;
    ";

    fn select(&self) -> Select {
        Select::kind("order")
    }

    fn project(&mut self, db: &Connection, found: &Found) -> Result<(), Failure> {
        let id = &**found.key.id();
        let mut entry = db
            .prepare_cached("INSERT INTO entry VALUES (?1, 'Open', 1) ON CONFLICT DO UPDATE SET events = events + 1")?;
        entry.execute([id])?;
        if let Some(event::ItemAdded(Item { name, price, quantity })) = found.event()? {
            let mut line = db.prepare_cached(
                "INSERT INTO line VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET cents = cents + excluded.cents",
            )?;
            line.execute(params![id, name, (price * quantity).cast_signed()])?;
        }
        if let Some(event::ItemRemoved { name }) = found.event()? {
            db.prepare_cached("DELETE FROM line WHERE id = ?1 AND name = ?2")?.execute([id, &name])?;
        }
        let state = match &*found.record.name {
            event::PaymentAsked::NAME => "'Paying'",
            event::PaymentTaken::NAME => "'Paid'",
            event::PaymentRefused::NAME => "'Open'",
            event::Shipped::NAME => "'Shipped'",
            event::Refunded::NAME => "'Cancelled'",
            event::Cancelled::NAME => "iif(state = 'Open', 'Cancelled', 'Refunding')",
            _ => "state",
        };
        db.prepare_cached(&format!("UPDATE entry SET state = {state} WHERE id = ?1"))?.execute([id])?;
        Ok(())
    }
}

/// What the routes need of it.
#[derive(Clone)]
pub struct List {
    pub reader: ViewReader,
    pub progress: Progress,
}

/// An order as the list has it.
#[derive(Serialize)]
pub struct Entry {
    id: String,
    state: String,
    /// In cents.
    total: i64,
    /// How many events made it what it is.
    events: i64,
}

impl List {
    /// The orders after `after` in the order of their ids, at most `limit` of them, and with `state` only those that are in it.
    pub async fn page(&self, state: Option<String>, after: String, limit: usize) -> Result<Vec<Entry>, ViewError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let read = move |db: &Connection| -> rusqlite::Result<_> {
            let mut entries = db.prepare_cached(
                "SELECT id, state, (SELECT coalesce(sum(cents), 0) FROM line WHERE line.id = entry.id), events FROM entry
                WHERE id > ?1 AND (?2 IS NULL OR state = ?2) ORDER BY id LIMIT ?3",
            )?;
            let entry = |row: &rusqlite::Row<'_>| {
                Ok(Entry { id: row.get(0)?, state: row.get(1)?, total: row.get(2)?, events: row.get(3)? })
            };
            entries.query_map(params![after, state, limit], entry)?.collect()
        };
        self.reader.read(read).await
    }
}
