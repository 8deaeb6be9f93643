//! Timers that are stored and that this program could not handle, for the dry run.

use super::id::EntityId;
use super::persistent::PersistDispatch;
use super::storage::Storage;
use crate::journal::{ReadError, Row, Table};
use crate::panics::{Panicked, contain};
use crate::timer::{Due, FireError, Firing};

/// So many rows are read at a time.
const PAGE: usize = 512;

/// So many of an entity are kept; the others are counted.
const KEPT: usize = 100;

/// The timers of an entity that could not be handled.
#[derive(Debug, Default)]
pub(crate) struct Unfit {
    pub(crate) count: u64,
    /// Why, of the first of them.
    pub(crate) first: Vec<FireError>,
}

impl Unfit {
    fn add(&mut self, why: FireError) {
        self.count += 1;
        if self.first.len() < KEPT {
            self.first.push(why);
        }
    }
}

/// Reads all timers of the entity, and lets none fire.
pub(super) async fn unfit_timers<A: PersistDispatch>(id: &EntityId<A>, storage: &Storage) -> Result<Unfit, ReadError> {
    let mut unfit = Unfit::default();
    let mut after = None;
    loop {
        let rows = storage.part(storage.store().rows(id.key().clone(), Table::Timer, after, PAGE)).await?;
        let Some(last) = rows.last() else { return Ok(unfit) };
        after = Some(last.id.clone());
        rows.iter().filter_map(|row| why_unfit(id, row)).for_each(|why| unfit.add(why));
    }
}

fn why_unfit<A: PersistDispatch>(id: &EntityId<A>, row: &Row) -> Option<FireError> {
    let key = id.key().clone();
    let due = match Due::read(row) {
        Ok(due) => due,
        Err(cause) => return Some(FireError::Damaged { key, cause }),
    };
    // Reading it runs the user's `Deserialize`, and the message has a `Drop` of the user's.
    match contain(|| A::fire(&Firing::new(&due)).map(drop)) {
        Ok(Ok(())) => None,
        Ok(Err(_)) if A::is_removed(due.name()) => None,
        Ok(Err(cause)) => Some(FireError::Unusable { key, timer: due.name().into(), cause }),
        Err(Panicked(cause)) => Some(FireError::Panicked { key, timer: due.name().into(), cause }),
    }
}
