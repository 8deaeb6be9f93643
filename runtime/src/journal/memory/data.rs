//! All entities of a store in memory.

use super::entity::{Entity, Origin, Purged};
use crate::journal::{
    AppendError, Appended, CommitBell, EntityKey, Found, MAX_PAGE_BYTES, Row, Select, Stretch, Table, Unit,
};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::sync::Arc;

/// What all handles of a store share.
#[derive(Debug)]
pub(super) struct Data {
    /// The epoch of the latest opening.
    epoch: u64,
    entities: BTreeMap<EntityKey, Entity>,
    /// Rows by the time at which they are due.
    due: BTreeSet<(Table, i64, EntityKey, Vec<u8>)>,
    /// Where events are that were not deleted, in the order of all.
    order: BTreeMap<u64, (EntityKey, u64)>,
    /// The place of the newest event, also where it was deleted.
    end: u64,
    bell: CommitBell,
}

/// An entity of which nothing is stored.
static NOBODY: Entity = Entity::new();

impl Data {
    pub(super) fn new() -> Self {
        Self {
            epoch: 1,
            entities: BTreeMap::new(),
            due: BTreeSet::new(),
            order: BTreeMap::new(),
            end: 0,
            bell: CommitBell::new(),
        }
    }

    pub(super) fn epoch(&self) -> u64 {
        self.epoch
    }

    pub(super) fn raise(&mut self) -> u64 {
        self.epoch += 1;
        // Whoever waits for an older handle finds it closed.
        self.bell.ring();
        self.epoch
    }

    pub(super) fn entity(&self, key: &EntityKey) -> &Entity {
        self.entities.get(key).unwrap_or(&NOBODY)
    }

    pub(super) fn entity_mut(&mut self, key: EntityKey) -> &mut Entity {
        self.entities.entry(key).or_default()
    }

    pub(super) fn bell(&self) -> &CommitBell {
        &self.bell
    }

    /// Changes an entity if it is there.
    pub(super) fn change(&mut self, key: &EntityKey, change: impl FnOnce(&mut Entity)) {
        if let Some(entity) = self.entities.get_mut(key) {
            change(entity);
        }
    }

    /// Deletes events of an entity if it is there.
    pub(super) fn delete(&mut self, key: &EntityKey, upto: u64) {
        for place in self.entities.get_mut(key).map(|entity| entity.delete(upto)).unwrap_or_default() {
            self.order.remove(&place);
        }
    }

    /// Refuses what the handle opened as `writer` writes under `epoch`, unless both are current.
    pub(super) fn fence(&self, key: &EntityKey, writer: u64, epoch: u64) -> Result<(), AppendError> {
        match [writer, epoch].into_iter().find(|epoch| *epoch != self.epoch) {
            Some(epoch) => Err(AppendError::Fenced { key: key.clone(), epoch, current: self.epoch }),
            None => Ok(()),
        }
    }

    pub(super) fn append(&mut self, unit: Unit, writer: u64) -> Result<Appended, AppendError> {
        let last = unit.last()?;
        self.fence(&unit.key, writer, unit.epoch)?;
        let entity = self.entity(&unit.key);
        if entity.last() != unit.expected {
            if entity.has(&unit) {
                return Ok(Appended { last, repeated: true });
            }
            return Err(AppendError::Conflict { key: unit.key, expected: unit.expected, last: entity.last() });
        }
        let Unit { key, expected, epoch, at, command, trace, events, snapshot, request, rows } = unit;
        for row in rows {
            self.put(&key, row);
        }
        let places = self.end + 1..=self.end + events.len() as u64;
        self.end = *places.end();
        self.order.extend(places.clone().zip(expected + 1..).map(|(place, seq)| (place, (key.clone(), seq))));
        if !places.is_empty() {
            self.bell.ring();
        }
        let entity = self.entity_mut(key);
        entity.extend(expected, &Origin { epoch, at, command, trace }, events, places);
        if let Some(snapshot) = snapshot {
            entity.keep(last, epoch, at, snapshot);
        }
        if let Some(request) = request {
            entity.remember(last, at, request);
        }
        Ok(Appended { last, repeated: false })
    }

    fn put(&mut self, key: &EntityKey, row: Row) {
        let Row { table, id, due, .. } = &row;
        let (table, id, due) = (*table, id.clone(), due.filter(|_| row.payload.is_some()));
        if let Some(before) = self.entity_mut(key.clone()).put(row) {
            self.due.remove(&(table, before, key.clone(), id.clone()));
        }
        if let Some(due) = due {
            self.due.insert((table, due, key.clone(), id));
        }
    }

    pub(super) fn purge(&mut self, key: &EntityKey) {
        if let Some(entity) = self.entities.get_mut(key) {
            let Purged { places, due } = entity.purge();
            for place in places {
                self.order.remove(&place);
            }
            for (table, due, id) in due {
                self.due.remove(&(table, due, key.clone(), id));
            }
        }
    }

    pub(super) fn due(&self, table: Table, upto: i64, limit: usize) -> Vec<(EntityKey, Row)> {
        let mut bytes = 0;
        // No entity has an empty name: it stands before all of them.
        let start = (table, i64::MIN, EntityKey::unchecked("".into(), "".into()), Vec::new());
        let due = self.due.range(start..).take_while(|row| row.0 == table && row.1 <= upto);
        let rows = due.filter_map(|(_, _, key, id)| Some((key.clone(), self.entity(key).row(table, id)?)));
        let page = rows.take(limit).take_while(|(_, row)| {
            let room = bytes < MAX_PAGE_BYTES;
            bytes += row.payload.as_ref().map_or(0, Vec::len);
            room
        });
        page.collect()
    }

    pub(super) fn feed(&self, select: &Select, after: u64, limit: usize) -> Stretch {
        let mut stretch = Stretch { events: Vec::new(), upto: after.min(self.end), end: self.end };
        let mut bytes = 0;
        for (place, (key, seq)) in self.order.range((Bound::Excluded(after), Bound::Unbounded)) {
            if stretch.events.len() >= limit || bytes >= MAX_PAGE_BYTES {
                return stretch;
            }
            stretch.upto = *place;
            let Some(record) = self.entity(key).record(*seq) else { continue };
            if select.takes(key, record) {
                bytes += record.payload.len();
                stretch.events.push(Found { place: *place, key: key.clone(), record: record.clone() });
            }
        }
        if stretch.events.len() < limit {
            stretch.upto = self.end;
        }
        stretch
    }

    pub(super) fn kinds(&self) -> Vec<Arc<str>> {
        let live = self.entities.iter().filter(|(_, entity)| !entity.is_tomb());
        let mut kinds: Vec<_> = live.map(|(key, _)| Arc::clone(key.kind())).collect();
        kinds.dedup();
        kinds
    }

    pub(super) fn ids(&self, kind: &Arc<str>, after: Option<Arc<str>>, limit: usize) -> Vec<Arc<str>> {
        // No entity has an empty id: it stands before all of them.
        let start = EntityKey::unchecked(Arc::clone(kind), after.unwrap_or_default());
        let following = self.entities.range((Bound::Excluded(start), Bound::Unbounded));
        let of_kind = following.take_while(|(key, _)| key.kind() == kind).filter(|(_, entity)| !entity.is_tomb());
        of_kind.take(limit).map(|(key, _)| Arc::clone(key.id())).collect()
    }
}
