//! The thread that writes: what is queued, in one transaction, again and again.

use super::connection;
use super::group::Transactions;
use super::job::{Control, Job, Reply, Write};
use super::lock::Lock;
use super::reader::Query;
use super::schema;
use crate::journal::{AppendError, CommitBell, ReopenError};
use crate::observe::Groups;
use crate::settings::{GROUP_BYTES, GROUP_PARTS};
use rusqlite::Connection;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::thread::JoinHandle;

/// When a transaction of the writer is full: it takes no more into one that has reached either limit. One write alone may be larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupLimits {
    /// So many events and rows. The default is 8 192.
    pub parts: usize,
    /// So many bytes of names and payloads. The default is 4 MiB.
    pub bytes: usize,
}

impl Default for GroupLimits {
    fn default() -> Self {
        Self { parts: GROUP_PARTS, bytes: GROUP_BYTES }
    }
}

/// What the writing thread owns, from the first opening of the store until it is released.
#[derive(Debug)]
pub(super) struct Writer {
    pub(super) file: PathBuf,
    pub(super) jobs: Receiver<Job>,
    pub(super) queries: Sender<Query>,
    pub(super) readers: Vec<JoinHandle<()>>,
    pub(super) lock: Lock,
    pub(super) shared: Arc<Shared>,
    pub(super) groups: Groups,
    pub(super) limits: GroupLimits,
}

/// What the writer lets the handle see.
#[derive(Debug)]
pub(super) struct Shared {
    /// The epoch of the store.
    pub(super) epoch: AtomicU64,
    /// How many writes are decided.
    pub(super) decided: AtomicU64,
    /// Rung when events were committed, and when the store is closed.
    pub(super) bell: CommitBell,
}

/// What is carried out together: writes with those who wait for them, and what comes after.
#[derive(Default)]
struct Group {
    writes: Vec<Write>,
    replies: Vec<Reply>,
    queries: Vec<Query>,
    control: Option<Control>,
}

/// A write failed: this connection takes no more.
struct Failed {
    cause: Arc<str>,
    /// When it came right behind the writes that failed.
    control: Option<Control>,
}

impl Writer {
    /// Serves until the store is released, whatever happens meanwhile.
    pub(super) fn run(self, connection: Connection) {
        let mut open = Ok(connection);
        loop {
            let control = match &open {
                Ok(connection) => self.serve(connection),
                Err(cause) => Ok(self.refuse(cause)),
            };
            let control = match control {
                Ok(control) => control,
                Err(Failed { cause, control }) => {
                    // SQLite would go on after a failed write. This connection never does: it is gone.
                    open = Err(cause);
                    let Some(control) = control else { continue };
                    control
                }
            };
            match control {
                Control::Close(answer) => {
                    let released = self.release(open);
                    if let Some(answer) = answer {
                        answer.give(released);
                    }
                    return;
                }
                Control::Reopen(seen, answer) => {
                    let epoch = self.shared.epoch.load(Ordering::Acquire);
                    if seen != epoch {
                        answer.give(Ok(epoch));
                        continue;
                    }
                    // The connection goes first, and the lock stays: nobody else gets in between.
                    drop(open);
                    let (connection, result) = self.reopen();
                    open = connection;
                    answer.give(result);
                }
            }
        }
    }

    /// Stores group after group, until something ends the connection.
    fn serve(&self, connection: &Connection) -> Result<Control, Failed> {
        let mut transactions = Transactions::new(connection).map_err(|error| failed(&error, None))?;
        let epoch = self.shared.epoch.load(Ordering::Acquire);
        let mut group = Group::default();
        // After a failure it has just become certain what is stored.
        let mut end = transactions.end();
        self.shared.bell.ring();
        loop {
            self.gather(&mut group);
            if !group.writes.is_empty() {
                match transactions.store(epoch, &group.writes) {
                    Ok(outcomes) => {
                        self.groups.written(outcomes.len());
                        self.decided(outcomes.len());
                        if transactions.end() != end {
                            end = transactions.end();
                            self.shared.bell.ring();
                        }
                        group.replies.drain(..).zip(outcomes).for_each(|(reply, outcome)| reply.give(outcome));
                    }
                    Err(error) => {
                        self.decided(group.replies.len());
                        for reply in group.replies.drain(..) {
                            reply.give(Err(AppendError::Unknown { cause: cause(&error) }));
                        }
                        self.forward(&mut group.queries);
                        return Err(failed(&error, group.control));
                    }
                }
                group.writes.clear();
            }
            self.forward(&mut group.queries);
            if let Some(control) = group.control {
                return Ok(control);
            }
            // After the answers: what was appended is durable without it, and nobody should wait for it.
            connection::checkpoint_if_long(connection).map_err(|error| failed(&error, None))?;
        }
    }

    /// Waits for a job and takes what is queued behind it, up to the limits of a group.
    fn gather(&self, group: &mut Group) {
        let Ok(mut next) = self.jobs.recv() else {
            group.control = Some(Control::Close(None));
            return;
        };
        let (mut parts, mut bytes) = (0, 0);
        loop {
            match next {
                Job::Write(write, reply) => {
                    let size = write.size();
                    parts += size.0;
                    bytes += size.1;
                    group.writes.push(write);
                    group.replies.push(reply);
                }
                Job::Query(query) => group.queries.push(query),
                Job::Control(control) => {
                    group.control = Some(control);
                    return;
                }
            }
            if parts >= self.limits.parts || bytes >= self.limits.bytes {
                return;
            }
            let Ok(job) = self.jobs.try_recv() else { return };
            next = job;
        }
    }

    /// Refuses writes until the store is to be opened again or released. It can be read meanwhile.
    fn refuse(&self, cause: &Arc<str>) -> Control {
        loop {
            match self.jobs.recv() {
                Ok(Job::Write(_, reply)) => {
                    self.decided(1);
                    reply.give(Err(AppendError::Poisoned { cause: Arc::clone(cause) }));
                }
                Ok(Job::Query(query)) => self.forward(&mut vec![query]),
                Ok(Job::Control(control)) => return control,
                Err(_) => return Control::Close(None),
            }
        }
    }

    /// Opens the store anew, as if the process had been started again.
    fn reopen(&self) -> (Result<Connection, Arc<str>>, Result<u64, ReopenError>) {
        match schema::open(&self.file) {
            Ok((connection, epoch)) => {
                self.shared.epoch.store(epoch, Ordering::Release);
                (Ok(connection), Ok(epoch))
            }
            Err(error) => {
                let cause: Arc<str> = error.to_string().into();
                (Err(Arc::clone(&cause)), Err(ReopenError::Failed { cause }))
            }
        }
    }

    /// Empties the log and closes the database, if it is in order, and lets the next owner in.
    fn release(self, open: Result<Connection, Arc<str>>) -> Result<(), AppendError> {
        // The readers end with their queue. While one of them reads, the log cannot be emptied.
        drop(self.queries);
        for reader in self.readers {
            // A reader that panicked is as gone as one that returned.
            let _ = reader.join();
        }
        let released = match open {
            Ok(connection) => finish(connection).map_err(|error| AppendError::Unknown { cause: cause(&error) }),
            Err(cause) => Err(AppendError::Poisoned { cause }),
        };
        self.lock.release();
        released
    }

    fn decided(&self, writes: usize) {
        self.shared.decided.fetch_add(writes as u64, Ordering::Release);
    }

    fn forward(&self, queries: &mut Vec<Query>) {
        for query in queries.drain(..) {
            // Without readers it is dropped, and with it its answer.
            let _ = self.queries.send(query);
        }
    }
}

/// Empties the log into the database and closes it.
fn finish(connection: Connection) -> rusqlite::Result<()> {
    connection::checkpoint_all(&connection)?;
    connection.close().map_err(|(_, error)| error)
}

fn failed(error: &rusqlite::Error, control: Option<Control>) -> Failed {
    Failed { cause: cause(error), control }
}

fn cause(error: &rusqlite::Error) -> Arc<str> {
    error.to_string().into()
}
