//! What a persistent type has promised to what is stored of it, as data.

use super::codec::{DecodeError, Event, Payload};
use super::persistent::{Recover, SnapshotShape};
use crate::delivery::Confirmable;
use crate::fsm::Table;
use crate::timer::Timer;
use serde::Serialize;
use std::fmt;

/// A persistent type that can say what it has promised: to its store, where every event stays as it was written, and to those who send it
/// something. Written by `#[handlers]` and by `#[derive(States)]`.
///
/// `testing::contract` keeps it in a file and shows what changes, `testing::Samples` reads what earlier programs wrote.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what it has promised to its store",
    note = "`#[handlers]` and `#[derive(States)]` write it; by hand, implement `mainstay::entity::Contracted`"
)]
pub trait Contracted: Recover {
    /// What it has promised.
    const CONTRACT: Contract;
}

/// What is stored of a type, and what it takes.
#[derive(Clone, Copy, Debug)]
pub struct Contract {
    /// The name of the type in stores.
    pub kind: &'static str,
    /// What is in its snapshots; `None` for a type without them.
    pub snapshot: Option<SnapshotShape>,
    /// The fields in a snapshot; of a machine, those that all states share.
    pub snapshot_fields: &'static [Field],
    /// Its events.
    pub events: &'static [Shape],
    /// Stored names of events that mean nothing any more.
    pub removed: &'static [&'static str],
    /// What it takes.
    pub takes: &'static [Taken],
    /// Its table, of a machine.
    pub table: Option<Table>,
}

/// Something that a type takes: a command, a query or a timer.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// What it is.
    pub kind: TakenKind,
    /// The name of the method, or of the message's type.
    pub name: &'static str,
    /// What is given to it, so far as that is not a type of its own.
    pub arguments: &'static [Field],
    /// What it answers, as it is written; empty where the message's type says.
    pub reply: &'static str,
    /// What is stored of it until it is handled, where it is a timer or may be delivered.
    pub stored: Option<Shape>,
}

/// What a [`Taken`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TakenKind {
    /// A command.
    Command,
    /// A query.
    Query,
    /// A timer that fires.
    Timer,
}

/// A field of something that is stored, as it is written in the source.
///
/// Of an enum, the fields of a variant are called `Card.number`, and a variant without any `Cash`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name, or its place in a tuple; `*` for what is said of all of them.
    pub name: &'static str,
    /// Its type; empty where there is none.
    pub ty: &'static str,
    /// What `#[serde(..)]` says of it.
    pub serde: &'static str,
}

/// An earlier version of something that is stored, and how it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Earlier {
    /// The version, and all before it that are not listed.
    pub version: u32,
    /// The type that it is read as.
    pub ty: &'static str,
    /// Whether it is none or several events of today, see [`Split`](super::Split).
    pub split: bool,
}

/// What is stored under one name: an event, a timer, or a message that is delivered.
#[derive(Clone, Copy)]
pub struct Shape {
    /// What it is.
    pub kind: ShapeKind,
    /// The name that is stored.
    pub name: &'static str,
    /// The version of today.
    pub version: u32,
    /// Names that it was stored under before.
    pub aliases: &'static [&'static str],
    /// What it is found by, of an event.
    pub tags: &'static [&'static str],
    /// The fields of today.
    pub fields: &'static [Field],
    /// Earlier versions that are read as a type of their own.
    pub earlier: &'static [Earlier],
    reread: Reread,
}

/// What a [`Shape`] is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ShapeKind {
    /// An event.
    Event,
    /// A timer.
    Timer,
    /// A message that is delivered.
    Message,
}

type Reread = fn(u32, &Payload<'_>) -> Result<Vec<u8>, DecodeError>;

impl Field {
    /// A field.
    pub const fn new(name: &'static str, ty: &'static str, serde: &'static str) -> Self {
        Self { name, ty, serde }
    }
}

impl Shape {
    /// That of an event.
    pub const fn event<E: Event>() -> Self {
        Self {
            kind: ShapeKind::Event,
            name: E::NAME,
            version: E::VERSION,
            aliases: E::ALIASES,
            tags: E::TAGS,
            fields: E::FIELDS,
            earlier: E::EARLIER,
            reread: |version, payload| again(&E::upcast(version, payload)?),
        }
    }

    /// That of a timer.
    pub const fn timer<T: Timer>() -> Self {
        Self {
            kind: ShapeKind::Timer,
            name: T::NAME,
            version: T::VERSION,
            aliases: T::ALIASES,
            tags: &[],
            fields: T::FIELDS,
            earlier: &[],
            reread: |version, payload| again(&T::upcast(version, payload)?),
        }
    }

    /// That of a message that is delivered.
    pub const fn message<M: Confirmable>() -> Self {
        Self {
            kind: ShapeKind::Message,
            name: M::NAME,
            version: M::VERSION,
            aliases: &[],
            tags: &[],
            fields: M::FIELDS,
            earlier: &[],
            reread: |version, payload| again(&M::upcast(version, payload)?),
        }
    }

    /// Whether it was ever stored under that name.
    pub fn is_named(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }

    /// Reads what was stored as `version`, and writes it as it is written today.
    ///
    /// # Errors
    ///
    /// The version is newer, or the payload does not fit the type; or it is none or several events of today.
    pub fn reread(&self, version: u32, payload: &Payload<'_>) -> Result<Vec<u8>, DecodeError> {
        if version > self.version {
            return Err(DecodeError::Newer { stored: version, known: self.version });
        }
        (self.reread)(version, payload)
    }
}

fn again<T: Serialize>(value: &T) -> Result<Vec<u8>, DecodeError> {
    rmp_serde::to_vec_named(value).map_err(|cause| DecodeError::Payload(cause.to_string().into()))
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shape")
            .field("kind", &self.kind)
            .field("name", &self.name)
            .field("version", &self.version)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for TakenKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Command => "command",
            Self::Query => "query",
            Self::Timer => "timer",
        })
    }
}

impl fmt::Display for ShapeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Event => "event",
            Self::Timer => "timer",
            Self::Message => "message",
        })
    }
}
