//! Reading samples with the program of today.

use super::folder::{self, Committed};
use super::given::Samples;
use super::sample::{Kind, Sample};
use crate::entity::{Contracted, DecodeError, Payload, Shape, ShapeKind, as_today, json};
use crate::journal::{Codec, CommandId, Record};
use crate::testing::blessed::{self, Mismatch};
use crate::testing::diff::unified;

/// How something that has no sample is given.
fn call(kind: ShapeKind) -> String {
    format!("give one with `.{kind}(&..)`")
}

/// An event as if it had been stored.
fn record(name: &str, version: u32, payload: &[u8]) -> Record {
    Record {
        seq: 1,
        epoch: 1,
        at: 0,
        command: CommandId { epoch: 1, number: 1 },
        name: name.into(),
        version,
        codec: Codec::MessagePack,
        payload: payload.into(),
        tags: Vec::new(),
        trace: None,
    }
}

impl<A: Contracted> Samples<A> {
    /// Fails the test unless there is a sample of everything and all are read as before; with `BLESS=1` in the environment, writes those that are
    /// missing, and what samples are read as.
    ///
    /// # Panics
    ///
    /// With all that is wrong.
    #[track_caller]
    pub fn check(self) {
        blessed::settle(if blessed::is_blessed() { self.write() } else { self.compare() });
    }

    /// Whether there is a sample of everything, and all are read as before.
    ///
    /// # Errors
    ///
    /// All that is wrong.
    pub fn compare(&self) -> Result<(), Mismatch> {
        let committed = folder::read(&self.folder)?;
        let mut wrong = self.unwritable.clone();
        for sample in self.given.iter().filter(|given| !is_there(given, &committed)) {
            wrong.push(format!(
                "{} `{}`, version {}: what is given is written otherwise than any sample of it; `BLESS=1` adds it",
                sample.kind, sample.name, sample.version
            ));
        }
        wrong.extend(self.missing(&committed));
        for Committed { path, sample } in &committed {
            match self.read(sample) {
                Err(why) => wrong.push(format!("{}: cannot be read any more: {why}", path.display())),
                Ok(today) if today != sample.today => {
                    // Set in, so that a line that is gone is not taken for the next in the list.
                    let diff = unified(&sample.today, &today);
                    let diff: String = diff.lines().flat_map(|line| ["\n  ", line]).collect();
                    wrong.push(format!("{}: is read otherwise:{diff}", path.display()));
                }
                Ok(_) => {}
            }
        }
        told::<A>(&wrong)
    }

    /// Writes the samples that are missing, so far as values of them are given, and what those that are there are read as. What they have stored is
    /// never written anew.
    ///
    /// # Errors
    ///
    /// All that is wrong all the same: what is missing and not given, what cannot be read, a file that cannot be written.
    pub fn write(&self) -> Result<(), Mismatch> {
        let mut committed = folder::read(&self.folder)?;
        for given in &self.given {
            if !is_there(given, &committed) {
                let path = folder::free_path(&self.folder, given, &committed);
                committed.push(Committed { path, sample: given.clone() });
            }
        }
        let mut wrong = self.unwritable.clone();
        wrong.extend(self.missing(&committed));
        for Committed { path, sample } in committed {
            match self.read(&sample) {
                Ok(today) if today == sample.today => {}
                Ok(today) => blessed::write(&path, &Sample { today, ..sample }.write())?,
                Err(why) => wrong.push(format!("{}: cannot be read: {why}", path.display())),
            }
        }
        told::<A>(&wrong)
    }

    /// What has no sample.
    fn missing(&self, committed: &[Committed]) -> Vec<String> {
        let has = |kind, name: &str, version: Option<u32>| {
            committed.iter().any(|Committed { sample, .. }| {
                sample.kind == kind && sample.name == name && version.is_none_or(|version| sample.version == version)
            })
        };
        let mut missing = Vec::new();
        for Shape { kind, name, version: today, aliases, .. } in shapes::<A>() {
            let (of, names) = (Kind::Stored(kind), || std::iter::once(&name).chain(aliases));
            if !self.given.iter().any(|given| given.is_of(of, name, today)) {
                missing.push(format!("{kind} `{name}` is not given as it is today, version {today}: {}", call(kind)));
            }
            for version in (1..today).filter(|version| !names().any(|name| has(of, name, Some(*version)))) {
                missing.push(format!(
                    "{kind} `{name}` has no sample of version {version}: give what it was with `.earlier({}, \"{name}\", {version}, &..)`",
                    path(kind)
                ));
            }
            for alias in aliases.iter().filter(|alias| !has(of, alias, None)) {
                missing.push(format!(
                    "{kind} `{name}` has no sample under its earlier name `{alias}`: give what it was with `.earlier({}, \"{alias}\", 1, &..)`",
                    path(kind)
                ));
            }
        }
        if let Some(shape) = A::SNAPSHOT
            && self.factory.is_none()
        {
            missing.push(format!(
                "snapshots of `{}` have no sample: give a state with `.snapshot(factory, &state)`",
                shape.name
            ));
        }
        missing
    }

    /// What a sample is today: under which name, and what it holds.
    fn read(&self, sample: &Sample) -> Result<String, String> {
        let Sample { kind, name, version, payload, .. } = sample;
        match kind {
            Kind::Snapshot => self.read_snapshot(sample),
            Kind::Stored(_) if A::is_removed(name) => Ok("removed".into()),
            Kind::Stored(ShapeKind::Event) => {
                let events = as_today::<A>(&record(name, *version, payload)).map_err(|why| why.to_string())?;
                let shown: Vec<_> =
                    events.iter().map(|event| stored(*kind, &event.name, event.version, &event.payload)).collect();
                Ok(if shown.is_empty() { "nothing".into() } else { shown.join("\n") })
            }
            Kind::Stored(of) => {
                let shape = shapes::<A>().find(|shape| shape.kind == *of && shape.is_named(name));
                let shape = shape.ok_or_else(|| DecodeError::Unknown.to_string())?;
                let today = shape.reread(*version, &Payload { codec: Codec::MessagePack, bytes: payload });
                today.map(|today| stored(*kind, shape.name, shape.version, &today)).map_err(|why| why.to_string())
            }
        }
    }

    fn read_snapshot(&self, Sample { kind, name, version, payload, .. }: &Sample) -> Result<String, String> {
        match (A::SNAPSHOT, &self.factory) {
            (Some(shape), Some(factory)) if shape.name == name && shape.version == *version => {
                let state = factory().restore(payload).map_err(|why| why.to_string())?;
                let today = A::snapshot(&state).map_err(|why| why.to_string())?;
                Ok(stored(*kind, name, *version, &today))
            }
            // Reported: there is no factory.
            (Some(shape), None) if shape.name == name && shape.version == *version => Err("no factory is given".into()),
            _ => Ok("not used: the history is read in its place".into()),
        }
    }
}

/// Everything that is stored under a name.
fn shapes<A: Contracted>() -> impl Iterator<Item = Shape> {
    let taken = A::CONTRACT.takes.iter().filter_map(|taken| taken.stored);
    A::CONTRACT.events.iter().copied().chain(taken)
}

fn is_there(given: &Sample, committed: &[Committed]) -> bool {
    let is_it =
        |sample: &Sample| sample.is_of(given.kind, &given.name, given.version) && sample.payload == given.payload;
    committed.iter().any(|committed| is_it(&committed.sample))
}

fn stored(kind: Kind, name: &str, version: u32, payload: &[u8]) -> String {
    format!("{kind} {name} version {version}\n{}", json(payload))
}

/// As a test names it.
fn path(kind: ShapeKind) -> String {
    format!("ShapeKind::{kind:?}")
}

fn told<A: Contracted>(wrong: &[String]) -> Result<(), Mismatch> {
    if wrong.is_empty() {
        return Ok(());
    }
    let listed: String = wrong.iter().flat_map(|what| ["\n- ", what.as_str()]).collect();
    Err(Mismatch(format!("samples of `{}`:{listed}", A::KIND)))
}
