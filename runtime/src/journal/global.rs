//! The order of all events, whatever entity they belong to, and who hears of new ones.

use super::record::{EntityKey, Record};
use std::fmt;
use std::sync::Arc;
use tokio::sync::watch;

/// The type under whose name a store keeps the places of those who follow it. Nobody hosts it.
pub(crate) const FEEDS: &str = "mainstay.feed";

/// Which events of a store are asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Select {
    /// All of them.
    #[default]
    All,
    /// Those of all entities of one type, by its stable name. They are picked out of all events.
    Kind(Arc<str>),
    /// Those with a tag. There is an index of tags, so that nothing else is looked at.
    Tag(Arc<str>),
    /// Those of one entity, found without looking at others.
    Entity(EntityKey),
}

impl Select {
    /// Those of all entities of the type that is stored as `kind`.
    pub fn kind(kind: impl Into<Arc<str>>) -> Self {
        Self::Kind(kind.into())
    }

    /// Those with `tag`.
    pub fn tag(tag: impl Into<Arc<str>>) -> Self {
        Self::Tag(tag.into())
    }

    /// Those of the entity `key`.
    pub fn entity(key: EntityKey) -> Self {
        Self::Entity(key)
    }

    /// Whether the event `record` of `key` is one of them.
    pub fn takes(&self, key: &EntityKey, record: &Record) -> bool {
        match self {
            Self::All => true,
            Self::Kind(kind) => key.kind() == kind,
            Self::Tag(tag) => record.tags.contains(tag),
            Self::Entity(entity) => key == entity,
        }
    }
}

/// An event in the order in which all events became durable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its place in that order.
    pub place: u64,
    /// Whose event it is.
    pub key: EntityKey,
    /// The event.
    pub record: Record,
}

/// A part of the order of all events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stretch {
    /// The events that were asked for, in order.
    pub events: Vec<Found>,
    /// All that were asked for up to this place are in it or came before. It may be further than the last event, and the next part begins after it.
    pub upto: u64,
    /// The place of the newest event of all, whether or not it was asked for and is still there, at the time of reading.
    pub end: u64,
}

/// Hears of every commit of a store, so that nobody has to ask again and again.
#[derive(Clone)]
pub struct Commits(watch::Receiver<u64>);

impl Commits {
    /// Waits until something was committed since this was made or has waited last, or the store was released. `false` where there is nothing further to
    /// wait for.
    ///
    /// Commits that come together are told once. Whoever asks for a [`Commits`], then reads, then waits, misses nothing.
    ///
    /// # Cancel safety
    ///
    /// Dropped before its end, it has told nothing: the next wait tells.
    pub async fn next(&mut self) -> bool {
        self.0.changed().await.is_ok()
    }
}

impl fmt::Debug for Commits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Commits").finish_non_exhaustive()
    }
}

/// The other end of [`Commits`], for those who write a store.
#[derive(Debug)]
pub struct CommitBell(watch::Sender<u64>);

impl CommitBell {
    /// A bell that nobody hears yet.
    pub fn new() -> Self {
        Self(watch::Sender::new(0))
    }

    /// Wakes all who wait: there are events, or the store is closed. Those who read then must find what it was about.
    pub fn ring(&self) {
        self.0.send_modify(|rung| *rung = rung.wrapping_add(1));
    }

    /// Somebody who hears it from now on.
    pub fn commits(&self) -> Commits {
        Commits(self.0.subscribe())
    }
}

impl Default for CommitBell {
    fn default() -> Self {
        Self::new()
    }
}
