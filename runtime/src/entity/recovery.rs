//! How an entity gets its state back.

use super::deadlines::Armed;
use super::failure::{RecoveryError, SnapshotError};
use super::id::EntityId;
use super::persist::Events;
use super::persistent::{EventMeta, FactoryError, PersistDispatch, Recover, SnapshotShape};
use super::remembered::Remembered;
use super::split::decode_all;
use super::storage::Storage;
use super::unfit::{Unfit, unfit_timers};
use crate::journal::{CommandId, Page, ReadError, Record, Snapshot};
use crate::panics::{Panicked, contain};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Makes the value from which an entity starts: its services, and what is not stored.
pub(crate) type Factory<A> = Arc<dyn Fn(&EntityId<A>) -> Result<A, FactoryError> + Send + Sync>;

/// An entity's state in memory, and how much of the store is in it.
pub(super) struct Incarnation<A: Recover> {
    pub(super) state: A::State,
    /// The number of the last event that was applied.
    pub(super) seq: u64,
    /// The callers' ids, read when the first command with one comes.
    pub(super) remembered: Option<Remembered>,
    /// Of a machine with deadlines.
    pub(super) armed: Option<Armed>,
}

/// Which commands are looked for while an entity is recovered: whether they are stored is not known.
#[derive(Debug, Default)]
pub(super) struct Search {
    /// They can only have caused events with higher numbers.
    pub(super) after: u64,
    /// All commands that have caused events with higher numbers.
    pub(super) found: HashSet<CommandId>,
}

/// How much of what is stored is looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Upto {
    /// The last event that is applied.
    pub(super) event: u64,
    /// The last event that a snapshot to begin with may have in it.
    pub(super) snapshot: u64,
}

impl Upto {
    pub(super) const NOW: Self = Self { event: u64::MAX, snapshot: u64::MAX };
}

impl Search {
    fn note(&mut self, record: &Record) {
        if record.seq > self.after {
            self.found.insert(record.command);
        }
    }

    /// Whether the command is one of them.
    pub(super) fn has(&self, command: CommandId) -> bool {
        #[cfg(feature = "testing")]
        if crate::testing::are_command_ids_ignored() {
            return false;
        }
        self.found.contains(&command)
    }
}

/// Makes a fresh value, from the newest snapshot if there is one that fits, and applies every later event to it. Says how many those were.
pub(super) async fn recover<A: Recover>(
    id: &EntityId<A>,
    storage: &Storage,
    make: &Factory<A>,
    upto: Upto,
    mut search: Option<&mut Search>,
) -> Result<(Incarnation<A>, u64), RecoveryError> {
    let (restored, unusable) = restore(id, storage, make, upto.snapshot).await?;
    let from_snapshot = restored.is_some();
    let mut incarnation = match restored {
        Some(incarnation) => incarnation,
        None => Incarnation { state: first(id, make)?, seq: 0, remembered: None, armed: None },
    };
    if let Some(search) = &mut search {
        search_snapshot(id, storage, incarnation.seq, search).await?;
    }
    let start = incarnation.seq;
    loop {
        let page = read(id, storage, incarnation.seq, upto.event).await?;
        if incarnation.seq < page.deleted {
            // Numbers of before a purge are nobody's: the history begins after them.
            if from_snapshot || incarnation.seq > 0 || page.deleted != page.origin {
                let cause = unusable.map_or_else(|| "there is none".into(), |why| why.to_string().into());
                return Err(RecoveryError::Incomplete { key: id.key().clone(), deleted: page.deleted, cause });
            }
            incarnation.seq = page.origin;
        }
        for record in &page.records {
            incarnation = replay(id, incarnation, record)?;
            if let Some(search) = &mut search {
                search.note(record);
            }
        }
        let last = page.last.min(upto.event);
        if incarnation.seq >= last {
            let replayed = incarnation.seq - start;
            return Ok((incarnation, replayed));
        }
        if page.records.is_empty() {
            return Err(gap(id, incarnation.seq + 1, last + 1));
        }
    }
}

/// Recovers an entity as its cell would, and drops what comes out: nothing is started, and nothing written. Says which of its timers could not
/// be handled.
pub(crate) async fn dry_run<A: PersistDispatch>(
    id: &EntityId<A>,
    storage: &Storage,
    make: &Factory<A>,
) -> Result<Unfit, RecoveryError> {
    let _permit = storage.permits.take().await;
    let (incarnation, _) = recover(id, storage, make, Upto::NOW, None).await?;
    // Its `Drop` is the user's.
    let _ = contain(|| drop(incarnation));
    unfit_timers(id, storage).await.map_err(RecoveryError::Read)
}

async fn read<A>(id: &EntityId<A>, storage: &Storage, after: u64, upto: u64) -> Result<Page, RecoveryError> {
    storage.part(storage.store().read(id.key().clone(), after, upto, storage.page)).await.map_err(RecoveryError::Read)
}

/// Looks at the events that are in the snapshot too: the commands in doubt may be among those that caused them.
async fn search_snapshot<A>(
    id: &EntityId<A>,
    storage: &Storage,
    upto: u64,
    search: &mut Search,
) -> Result<(), RecoveryError> {
    let mut after = search.after;
    while after < upto {
        let page = read(id, storage, after, upto).await?;
        page.records.iter().for_each(|record| search.note(record));
        match page.records.last() {
            Some(last) => after = last.seq,
            None => break,
        }
    }
    Ok(())
}

pub(super) type Restored<A> = (Option<Incarnation<A>>, Option<SnapshotError>);

/// The state of the newest snapshot up to event `upto` that can be used, and why the newest of those cannot be if it is another one.
pub(super) async fn restore<A: Recover>(
    id: &EntityId<A>,
    storage: &Storage,
    make: &Factory<A>,
    mut upto: u64,
) -> Result<Restored<A>, RecoveryError> {
    let Some(shape) = A::SNAPSHOT else { return Ok((None, None)) };
    let mut unusable = None;
    loop {
        let found =
            storage.part(storage.store().snapshot(id.key().clone(), upto)).await.map_err(RecoveryError::Read)?;
        for damaged in found.damaged {
            let why = SnapshotError::Damaged(damaged);
            say(id, &why);
            unusable.get_or_insert(why);
        }
        let Some(snapshot) = found.snapshot else { return Ok((None, unusable)) };
        match decode(id, make, shape, &snapshot)? {
            Ok(state) => {
                return Ok((Some(Incarnation { state, seq: snapshot.seq, remembered: None, armed: None }), unusable));
            }
            Err(why) => {
                say(id, &why);
                unusable.get_or_insert(why);
            }
        }
        // More than one is kept so that there is another to start from.
        let Some(before) = snapshot.seq.checked_sub(1) else { return Ok((None, unusable)) };
        upto = before;
    }
}

/// Name and version are looked at first: what has another shape may decode into nonsense.
fn decode<A: Recover>(
    id: &EntityId<A>,
    make: &Factory<A>,
    shape: SnapshotShape,
    snapshot: &Snapshot,
) -> Result<Result<A::State, SnapshotError>, RecoveryError> {
    let Snapshot { seq, name, version, payload, .. } = snapshot;
    if **name != *shape.name || *version != shape.version {
        return Ok(Err(SnapshotError::OtherShape { seq: *seq, name: name.clone(), version: *version }));
    }
    let value = made(id, contain(|| make(id)))?;
    Ok(match contain(|| value.restore(payload)) {
        Ok(Ok(state)) => Ok(state),
        Ok(Err(cause)) => Err(SnapshotError::Decode { seq: *seq, cause }),
        Err(Panicked(words)) => Err(SnapshotError::Panicked(words)),
    })
}

/// Tells the type of a snapshot that was not taken or is not used. What its hook does is its own affair.
pub(super) fn say<A: Recover>(id: &EntityId<A>, why: &SnapshotError) {
    let _ = contain(|| A::snapshot_failed(id, why));
}

fn first<A: Recover>(id: &EntityId<A>, make: &Factory<A>) -> Result<A::State, RecoveryError> {
    made(id, contain(|| make(id).map(A::start)))
}

fn made<A, T>(id: &EntityId<A>, made: Result<Result<T, FactoryError>, Panicked>) -> Result<T, RecoveryError> {
    let key = || id.key().clone();
    match made {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(cause)) => Err(RecoveryError::Factory { key: key(), cause: cause.to_string().into() }),
        Err(Panicked(cause)) => Err(RecoveryError::FactoryPanicked { key: key(), cause }),
    }
}

fn replay<A: Recover>(
    id: &EntityId<A>,
    Incarnation { state, seq, remembered, armed }: Incarnation<A>,
    record: &Record,
) -> Result<Incarnation<A>, RecoveryError> {
    let seq = seq + 1;
    if record.seq != seq {
        return Err(gap(id, seq, record.seq));
    }
    if A::is_removed(&record.name) {
        return Ok(Incarnation { state, seq, remembered, armed });
    }
    let meta = EventMeta { seq, at: time(record.at), command: record.command };
    // Decoding runs the user's `Deserialize`, applying runs the user's code.
    let apply = |events: Events<A::Event>| {
        events.as_slice().iter().try_fold(state, |state, event| A::apply(state, event, &meta))
    };
    let applied = contain(|| decode_all::<A>(record).map(apply))
        .map_err(|Panicked(cause)| RecoveryError::Panicked { key: id.key().clone(), seq, cause })?;
    let decoded = applied.map_err(|cause| RecoveryError::Decode {
        key: id.key().clone(),
        seq,
        event: record.name.clone(),
        cause,
    })?;
    let state = decoded.map_err(|unexpected| RecoveryError::Unexpected {
        key: id.key().clone(),
        seq,
        event: record.name.clone(),
        state: unexpected.state,
    })?;
    Ok(Incarnation { state, seq, remembered, armed })
}

fn gap<A>(id: &EntityId<A>, expected: u64, found: u64) -> RecoveryError {
    RecoveryError::Read(ReadError::Gap { key: id.key().clone(), expected, found })
}

/// A stored time. One that is out of range, before 1970 above all, is 1970: the time is for people to read.
pub(super) fn time(at: i64) -> SystemTime {
    let since = Duration::from_micros(u64::try_from(at).unwrap_or(0));
    UNIX_EPOCH.checked_add(since).unwrap_or(UNIX_EPOCH)
}
