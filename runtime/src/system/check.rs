//! Whether this program would recover every entity, without starting any.

use super::builder::{StartError, SystemBuilder};
use super::entities::Entities;
use super::ids::Ids;
use super::run::System;
use crate::entity::{EntityId, Factory, PersistDispatch, Persistent, RecoveryError, Storage, Unfit, dry_run};
use crate::journal::{FEEDS, ReadError};
use crate::timer::FireError;
use std::fmt;
use std::future::{Future, IntoFuture, poll_fn};
use std::pin::Pin;
use std::task::Poll;

/// So many entities are recovered at the same time, of those that the system's permits allow: recoveries that somebody waits for come first.
const ABREAST: usize = 16;

/// So many failures of each kind are kept of a type; the others are counted.
const FAILURES_KEPT: usize = 100;

/// What a check has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckReport {
    /// The types that were checked, in the order of their names.
    pub types: Vec<CheckedType>,
    /// The stable names of the types of which something is or was stored, and which nobody hosts. Their entities were not checked.
    pub unhosted: Vec<String>,
}

/// What a check has found about the entities of one type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckedType {
    /// The stable name of the type.
    pub kind: &'static str,
    /// How many entities were checked.
    pub entities: u64,
    /// How many of them would not be recovered.
    pub failed: u64,
    /// Why, of the first 100 of these.
    pub failures: Vec<RecoveryError>,
    /// How many timers of the others could not be handled: no `#[timer]` method takes them, or they cannot be read.
    pub unfit_timers: u64,
    /// Why, of the first 100 of these.
    pub timer_failures: Vec<FireError>,
}

impl CheckReport {
    /// Whether every entity of every type would be recovered, and all of their timers could be handled.
    pub fn is_ok(&self) -> bool {
        let is_in_order = |checked: &CheckedType| checked.failed == 0 && checked.unfit_timers == 0;
        self.unhosted.is_empty() && self.types.iter().all(is_in_order)
    }
}

impl CheckedType {
    fn add(&mut self, outcome: Result<Unfit, RecoveryError>, watch: &mut Watch<'_>) -> Result<(), ReadError> {
        match outcome {
            Ok(Unfit { count, first }) => {
                self.unfit_timers += count;
                for why in &first {
                    (watch.failed)(why);
                }
                let room = FAILURES_KEPT.saturating_sub(self.timer_failures.len());
                self.timer_failures.extend(first.into_iter().take(room));
            }
            // A store that is out says nothing of the entity.
            Err(RecoveryError::Read(cause @ (ReadError::Engine { .. } | ReadError::Closed))) => return Err(cause),
            Err(why) => {
                self.failed += 1;
                (watch.failed)(&why);
                if self.failures.len() < FAILURES_KEPT {
                    self.failures.push(why);
                }
            }
        }
        self.entities += 1;
        Ok(())
    }
}

/// A check that is about to be made: await it.
///
/// # Cancel safety
///
/// It only reads: dropping it changes nothing.
#[must_use = "nothing is checked before this is awaited"]
pub struct Check<'a> {
    entities: &'a Entities,
    only: Option<&'static str>,
    watch: Watch<'a>,
}

/// Who is told of a check while it goes on.
pub(super) struct Watch<'a> {
    progress: Progress<'a>,
    failed: Failed<'a>,
}

type Progress<'a> = Box<dyn FnMut(&CheckedType) + Send + 'a>;
type Failed<'a> = Box<dyn FnMut(&dyn fmt::Display) + Send + 'a>;

impl System {
    /// Finds out whether this program would recover every entity of every hosted type, as the code is now and with what is stored now: before a
    /// release goes live, say. Each entity is recovered, as its first message would do it, and dropped: it is not started, its hooks for a
    /// recovery do not run, and nothing is written. Its timers are read, and none fires.
    ///
    /// ```
    /// use mainstay::prelude::*;
    /// use mainstay::system::CheckReport;
    /// # use serde::{Deserialize, Serialize};
    ///
    /// # #[derive(Message, Clone, Serialize, Deserialize)]
    /// # struct Publish;
    /// # #[derive(Event, Serialize, Deserialize)]
    /// # #[event(name = "post.published")]
    /// # struct Published;
    /// # #[fsm(states = PostState)]
    /// # #[derive(Default)]
    /// # struct Post;
    /// # #[derive(States)]
    /// # #[states(Post, name = "post")]
    /// # enum PostState {
    /// #     #[initial]
    /// #     #[on(Publish => Published => Online)]
    /// #     Draft,
    /// #     #[terminal]
    /// #     Online,
    /// # }
    /// # impl PostFlow for Post {
    /// #     fn draft_publish(&self, _: Publish, _: &mut Context<Self>) -> Decide<Self, Publish, Published> {
    /// #         persist(Published)
    /// #     }
    /// #     fn draft_published(&mut self, _: &Published) {}
    /// # }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let dir = tempfile::tempdir()?;
    /// # let dir = dir.path();
    /// let system = System::open(dir).host::<Post>().start().await?;
    /// system.entity::<Post>("hello-world")?.ask(Publish).await?;
    ///
    /// let report: CheckReport = system.check().progress(|so_far| eprint!("\\r{}", so_far.entities)).await?;
    /// assert!(report.is_ok(), "{report}");
    /// assert_eq!(report.types[0].entities, 1);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The store cannot be read. What is wrong with single entities stands in the report.
    pub fn check(&self) -> Check<'_> {
        Check::new(&self.0.entities)
    }
}

impl<'a> Check<'a> {
    pub(super) fn new(entities: &'a Entities) -> Self {
        Self { entities, only: None, watch: Watch { progress: Box::new(|_| ()), failed: Box::new(|_| ()) } }
    }

    /// Checks this type alone.
    pub fn only<A: Persistent>(self) -> Self {
        Self { only: Some(A::KIND), ..self }
    }

    /// Tells `progress` after each entity what was found so far about its type.
    pub fn progress(self, progress: impl FnMut(&CheckedType) + Send + 'a) -> Self {
        Self { watch: Watch { progress: Box::new(progress), ..self.watch }, ..self }
    }

    /// Tells `failed` of each entity that would not be recovered, and of timers that could not be handled, as they are found: also of those that the
    /// report only counts.
    pub fn failed(self, failed: impl FnMut(&dyn fmt::Display) + Send + 'a) -> Self {
        Self { watch: Watch { failed: Box::new(failed), ..self.watch }, ..self }
    }

    async fn run(mut self) -> Result<CheckReport, ReadError> {
        let entities = self.entities;
        let mut hosts: Vec<_> = entities.hosts().collect();
        hosts.sort_unstable_by_key(|host| host.kind());
        let mut report = CheckReport::default();
        let wanted = match self.only {
            Some(kind) => vec![kind.into()],
            None => entities.storage().store().kinds().await?,
        };
        // Places of followers are the system's own.
        let wanted: Vec<_> = wanted.into_iter().filter(|kind| **kind != *FEEDS).collect();
        let is_hosted = |kind: &str| hosts.iter().any(|host| host.kind() == kind);
        report.unhosted = wanted.iter().filter(|kind| !is_hosted(kind)).map(ToString::to_string).collect();
        for host in hosts.into_iter().filter(|host| self.only.is_none_or(|only| host.kind() == only)) {
            report.types.push(host.check(entities.storage(), &mut self.watch).await?);
        }
        Ok(report)
    }
}

impl<'a> IntoFuture for Check<'a> {
    type Output = Result<CheckReport, ReadError>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send + 'a>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

impl SystemBuilder {
    /// Opens the store, checks all entities as [`System::check`] does, and closes it again. Types that are stored and not hosted stand in
    /// the report. No entity is started; of the store nothing changes but its epoch.
    ///
    /// # Errors
    ///
    /// Those of [`start`](SystemBuilder::start), and those of the check.
    pub async fn check(self, progress: impl FnMut(&CheckedType) + Send) -> Result<CheckReport, StartError> {
        let system = self.allow_unhosted().start().await?;
        let report = system.check().progress(progress).await;
        // Nothing was written, so that how the store closes matters less than what was found.
        let _ = system.shutdown().await;
        Ok(report?)
    }
}

/// Recovers every entity of the type `A` and drops it. Memory is needed for a few of them at a time.
pub(super) async fn check<A: PersistDispatch>(
    storage: &Storage,
    make: &Factory<A>,
    watch: &mut Watch<'_>,
) -> Result<CheckedType, ReadError> {
    let mut checked = CheckedType {
        kind: A::KIND,
        entities: 0,
        failed: 0,
        failures: Vec::new(),
        unfit_timers: 0,
        timer_failures: Vec::new(),
    };
    let mut under_way: Vec<Recovery<'_>> = Vec::new();
    let mut ids = Ids::<A>::new(storage.store().clone());
    let mut is_done = false;
    while !is_done || !under_way.is_empty() {
        while !is_done && under_way.len() < ABREAST {
            match ids.next().await? {
                Some(id) => under_way.push(Box::pin(recover(id, storage, make))),
                None => is_done = true,
            }
        }
        for outcome in some_of(&mut under_way).await {
            checked.add(outcome, watch)?;
            (watch.progress)(&checked);
        }
    }
    Ok(checked)
}

async fn recover<A: PersistDispatch>(
    id: EntityId<A>,
    storage: &Storage,
    make: &Factory<A>,
) -> Result<Unfit, RecoveryError> {
    dry_run(&id, storage, make).await
}

type Recovery<'a> = Pin<Box<dyn Future<Output = Result<Unfit, RecoveryError>> + Send + 'a>>;

/// Waits for at least one of these, and takes out those that are done.
async fn some_of(under_way: &mut Vec<Recovery<'_>>) -> Vec<Result<Unfit, RecoveryError>> {
    poll_fn(|task| {
        let mut done = Vec::new();
        under_way.retain_mut(|recovery| match recovery.as_mut().poll(task) {
            Poll::Ready(outcome) => {
                done.push(outcome);
                false
            }
            Poll::Pending => true,
        });
        if done.is_empty() && !under_way.is_empty() { Poll::Pending } else { Poll::Ready(done) }
    })
    .await
}

impl fmt::Display for CheckReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.types.iter().try_for_each(|checked| write!(f, "{checked}"))?;
        self.unhosted.iter().try_for_each(|kind| writeln!(f, "{kind}: not hosted, not checked"))
    }
}

impl fmt::Display for CheckedType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, entities, failed, failures, unfit_timers, timer_failures } = self;
        writeln!(f, "{kind}: {entities} entities, {failed} of them would not be recovered")?;
        failures.iter().try_for_each(|why| writeln!(f, "  {why}"))?;
        if *unfit_timers > 0 {
            writeln!(f, "{kind}: {unfit_timers} timers could not be handled")?;
        }
        timer_failures.iter().try_for_each(|why| writeln!(f, "  {why}"))
    }
}

impl fmt::Debug for Check<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Check").field("only", &self.only).finish_non_exhaustive()
    }
}
