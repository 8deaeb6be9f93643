//! The samples of a type, as a test gives them.

use super::sample::{Kind, Sample};
use crate::delivery::Confirmable;
use crate::entity::{Contracted, Event, Recover, ShapeKind};
use crate::timer::Timer;
use serde::Serialize;
use std::fmt;
use std::path::PathBuf;

/// Samples of what is stored of the type `A`. Made by [`samples`].
#[must_use = "nothing is read before it is told to"]
pub struct Samples<A: Recover> {
    pub(super) folder: PathBuf,
    pub(super) given: Vec<Sample>,
    /// What samples cannot be made of, and why.
    pub(super) unwritable: Vec<String>,
    pub(super) factory: Option<Box<dyn Fn() -> A>>,
}

/// Samples of all that is stored of the type: of every event in every version, every timer, every message that is delivered, and of snapshots. They
/// lie in a folder that is committed, as text: readable, and with the bytes as a store has them.
///
/// A test gives a value of each as it is today. What is written otherwise than any sample of its version is added by `BLESS=1 cargo test`; samples
/// that are there are never written anew, since they stand for what lies in stores. Every sample is read by the program of today, and
/// what it becomes is compared with what it became before. What is missing is named: the type knows all of its names and versions. A path begins at
/// the folder of the test's package.
///
/// ```
/// use mainstay::entity::ShapeKind;
/// use mainstay::prelude::*;
/// use mainstay::testing::samples;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Event, Serialize, Deserialize)]
/// #[event(name = "score.hit", version = 2, from(1 = HitV1))]
/// struct Hit {
///     points: u32,
///     by: String,
/// }
///
/// #[derive(Serialize, Deserialize)]
/// struct HitV1(u32);
///
/// impl From<HitV1> for Hit {
///     fn from(old: HitV1) -> Self {
///         Self { points: old.0, by: "somebody".into() }
///     }
/// }
///
/// #[actor(persistent = "score")]
/// #[derive(Default)]
/// struct Score {
///     points: u32,
/// }
///
/// #[handlers]
/// impl Score {
///     #[apply]
///     fn on_hit(&mut self, hit: &Hit) {
///         self.points += hit.points;
///     }
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path();
/// // In a test of yours the folder is "samples/score", and `check()` is all.
/// let of_today = || samples::<Score>(folder).event(&Hit { points: 3, by: "ann".into() });
/// let missing = of_today().write().expect_err("who wrote version 1 took no sample of it");
/// assert!(missing.to_string().contains("event `score.hit` has no sample of version 1"), "{missing}");
/// of_today().earlier(ShapeKind::Event, "score.hit", 1, &HitV1(3)).write()?;
/// // From now on the file is the sample.
/// of_today().check();
/// # Ok(())
/// # }
/// ```
pub fn samples<A: Contracted>(folder: impl Into<PathBuf>) -> Samples<A> {
    Samples { folder: folder.into(), given: Vec::new(), unwritable: Vec::new(), factory: None }
}

impl<A: Recover> Samples<A> {
    /// An event of today. Give one for each, and several where it has several shapes, such as the variants of an enum.
    pub fn event<E: Event>(self, event: &E) -> Self {
        self.value(Kind::Stored(ShapeKind::Event), E::NAME, E::VERSION, event)
    }

    /// A timer of today.
    pub fn timer<T: Timer>(self, timer: &T) -> Self {
        self.value(Kind::Stored(ShapeKind::Timer), T::NAME, T::VERSION, timer)
    }

    /// A message of today that the type takes by way of deliveries.
    pub fn message<M: Confirmable>(self, message: &M) -> Self {
        self.value(Kind::Stored(ShapeKind::Message), M::NAME, M::VERSION, message)
    }

    /// A state of today, of a type with snapshots, and the factory with which snapshots are read: what `host_with` is given.
    pub fn snapshot(mut self, factory: impl Fn() -> A + 'static, state: &A::State) -> Self {
        self.factory = Some(Box::new(factory));
        match (A::SNAPSHOT, A::snapshot(state)) {
            (Some(shape), Ok(payload)) => self.given.push(sample(Kind::Snapshot, shape.name, shape.version, payload)),
            (Some(_), Err(why)) => self.unwritable.push(why.to_string()),
            (None, _) => self.unwritable.push(format!("`{}` has no snapshots", A::KIND)),
        }
        self
    }

    /// What a program before this one has stored under that name and as that version, where it has taken no sample of it. Needed once: then the sample
    /// is there.
    pub fn earlier(self, kind: ShapeKind, name: &str, version: u32, value: &impl Serialize) -> Self {
        self.value(Kind::Stored(kind), name, version, value)
    }

    fn value(mut self, kind: Kind, name: &str, version: u32, value: &impl Serialize) -> Self {
        match rmp_serde::to_vec_named(value) {
            Ok(payload) => self.given.push(sample(kind, name, version, payload)),
            Err(why) => self.unwritable.push(format!("{kind} `{name}` cannot be encoded: {why}")),
        }
        self
    }
}

/// What it is read as is found out when the folder is known.
fn sample(kind: Kind, name: &str, version: u32, payload: Vec<u8>) -> Sample {
    Sample { kind, name: name.into(), version, payload, today: String::new() }
}

impl<A: Recover> fmt::Debug for Samples<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Samples")
            .field("folder", &self.folder)
            .field("given", &self.given.len())
            .finish_non_exhaustive()
    }
}
