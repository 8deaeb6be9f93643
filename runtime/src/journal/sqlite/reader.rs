//! The threads that read, each with a connection of its own.

use rusqlite::Connection;
use std::fmt;
use std::sync::mpsc::Receiver;
use std::sync::{Mutex, PoisonError};

/// Something to read, and what to do with it.
pub(super) struct Query(pub(super) Box<dyn FnOnce(&Connection) + Send>);

impl fmt::Debug for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Query").finish_non_exhaustive()
    }
}

/// Answers queries until there can be no more.
pub(super) fn run(connection: &Connection, queries: &Mutex<Receiver<Query>>) {
    loop {
        // Whoever holds the lock waits for the next query; the others wait for the lock. A receiver cannot be left half-changed.
        let query = queries.lock().unwrap_or_else(PoisonError::into_inner).recv();
        match query {
            Ok(Query(run)) => run(connection),
            Err(_) => return,
        }
    }
}
