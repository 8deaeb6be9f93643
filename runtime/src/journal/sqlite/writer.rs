//! The thread that writes: what is queued, in one transaction, again and again.

use super::connection;
use super::group::Transactions;
use super::lock::Lock;
use crate::journal::{Answer, AppendError, Unit};
use rusqlite::Connection;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::thread::JoinHandle;

/// The writer takes no more into a transaction that has this many events.
const MAX_GROUP_EVENTS: usize = 8_192;

/// The writer takes no more into a transaction that has this many bytes of names and payloads.
const MAX_GROUP_BYTES: usize = 4 * 1024 * 1024;

/// What the writer is asked for.
#[derive(Debug)]
pub(super) enum Request {
    /// Store the unit.
    Append(Unit, Answer<u64, AppendError>),
    /// Release the store. Nothing comes after it.
    Close(Answer<(), AppendError>),
}

/// What the writer owns for as long as the store is open.
#[derive(Debug)]
pub(super) struct Writer {
    pub(super) connection: Connection,
    pub(super) requests: Receiver<Request>,
    pub(super) readers: Vec<JoinHandle<()>>,
    pub(super) lock: Lock,
}

/// No request comes any more: `close` was called, which wants an answer, or the handle was dropped.
struct Released(Option<Answer<(), AppendError>>);

/// A write failed: the store takes no more.
struct Poisoned {
    cause: Arc<str>,
    /// When the group that failed was the last one.
    released: Option<Released>,
}

impl Writer {
    /// Serves until the store is released, whatever happens meanwhile.
    pub(super) fn run(self) {
        let Self { connection, requests, readers, lock } = self;
        let (Released(answer), result) = match serve(&connection, &requests) {
            Ok(released) => {
                // The readers end with their queue. While one of them reads, the log cannot be emptied.
                join(readers);
                (released, finish(connection).map_err(|error| AppendError::Unknown { cause: cause(&error) }))
            }
            Err(Poisoned { cause, released }) => {
                // SQLite would go on after a failed write. This connection never does: it is gone.
                drop(connection);
                let released = released.unwrap_or_else(|| refuse(&requests, &cause));
                join(readers);
                (released, Err(AppendError::Poisoned { cause }))
            }
        };
        lock.release();
        if let Some(answer) = answer {
            answer.give(result);
        }
    }
}

/// Stores group after group.
fn serve(connection: &Connection, requests: &Receiver<Request>) -> Result<Released, Poisoned> {
    let mut transactions = Transactions::new(connection).map_err(|error| poisoned(&error, None))?;
    let (mut units, mut answers) = (Vec::new(), Vec::new());
    loop {
        let released = gather(requests, &mut units, &mut answers);
        if !units.is_empty() {
            match transactions.store(&units) {
                Ok(results) => answers.drain(..).zip(results).for_each(|(answer, result)| answer.give(result)),
                Err(error) => {
                    for answer in answers {
                        answer.give(Err(AppendError::Unknown { cause: cause(&error) }));
                    }
                    return Err(poisoned(&error, released));
                }
            }
            units.clear();
        }
        if let Some(released) = released {
            return Ok(released);
        }
        // After the answers: what was appended is durable without it, and nobody should wait for it.
        connection::checkpoint_if_long(connection).map_err(|error| poisoned(&error, None))?;
    }
}

/// Waits for a request and takes what is queued behind it, up to the limits of a group. `Some` when nothing comes after it.
fn gather(
    requests: &Receiver<Request>,
    units: &mut Vec<Unit>,
    answers: &mut Vec<Answer<u64, AppendError>>,
) -> Option<Released> {
    let Ok(first) = requests.recv() else { return Some(Released(None)) };
    let (mut next, mut events, mut bytes) = (first, 0, 0);
    loop {
        match next {
            Request::Append(unit, answer) => {
                events += unit.events.len();
                bytes += unit.bytes();
                units.push(unit);
                answers.push(answer);
            }
            Request::Close(answer) => return Some(Released(Some(answer))),
        }
        if events >= MAX_GROUP_EVENTS || bytes >= MAX_GROUP_BYTES {
            return None;
        }
        next = requests.try_recv().ok()?;
    }
}

/// Refuses everything until the store is released.
fn refuse(requests: &Receiver<Request>, cause: &Arc<str>) -> Released {
    loop {
        match requests.recv() {
            Ok(Request::Append(_, answer)) => answer.give(Err(AppendError::Poisoned { cause: Arc::clone(cause) })),
            Ok(Request::Close(answer)) => return Released(Some(answer)),
            Err(_) => return Released(None),
        }
    }
}

/// Empties the log into the database and closes it.
fn finish(connection: Connection) -> rusqlite::Result<()> {
    connection::checkpoint_all(&connection)?;
    connection.close().map_err(|(_, error)| error)
}

fn join(readers: Vec<JoinHandle<()>>) {
    for reader in readers {
        // A reader that panicked is as gone as one that returned.
        let _ = reader.join();
    }
}

fn poisoned(error: &rusqlite::Error, released: Option<Released>) -> Poisoned {
    Poisoned { cause: cause(error), released }
}

fn cause(error: &rusqlite::Error) -> Arc<str> {
    error.to_string().into()
}
