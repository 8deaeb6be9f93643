//! Which rows of a machine's table a test has taken.

use crate::entity::Recover;
use crate::fsm::{Drawing, Fsm, Outcome, Row, State, States, Table};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many there are that want to know. Nobody else pays for it.
static LISTENERS: AtomicUsize = AtomicUsize::new(0);
static ALL: Mutex<Vec<Listener>> = Mutex::new(Vec::new());

/// Somebody who wants to know of one machine.
#[derive(Clone)]
struct Listener {
    machine: &'static str,
    taken: Arc<Mutex<BTreeSet<Taken>>>,
}

/// An outcome of a row that was taken.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Taken {
    state: String,
    cause: String,
    event: String,
}

/// Which rows of a machine's table have been taken since it was made. Made by [`coverage`].
pub struct Coverage {
    table: Table,
    listener: Listener,
}

/// Begins to note which rows of the machine's table are taken: by entities of any system of this process, once their events are applied, and by
/// [`given`](super::given). What recovery applies again is not counted.
///
/// Tests that run at the same time in one process are all seen. A table that is to be covered by one test alone belongs into a file of its own.
///
/// ```
/// use mainstay::prelude::*;
/// use mainstay::testing::{coverage, given};
/// use serde::{Deserialize, Serialize};
///
/// # #[derive(Message, Clone)]
/// # pub struct Publish;
/// # #[derive(Message, Clone)]
/// # pub struct Withdraw;
/// # #[derive(Event, Serialize, Deserialize)]
/// # #[event(name = "post.published")]
/// # pub struct Published;
/// # #[derive(Event, Serialize, Deserialize)]
/// # #[event(name = "post.withdrawn")]
/// # pub struct Withdrawn;
/// # #[fsm(states = PostState)]
/// # #[derive(Default)]
/// # pub struct Post {}
/// #[derive(States)]
/// #[states(Post, name = "post")]
/// pub enum PostState {
///     #[initial]
///     #[on(Publish => Published => Online)]
///     Draft,
///     #[on(Withdraw => Withdrawn => Gone)]
///     Online,
///     #[terminal]
///     Gone,
/// }
/// # impl PostFlow for Post {
/// #     fn draft_publish(&self, _: Publish, _: &mut Context<Self>) -> Decide<Self, Publish, Published> {
/// #         persist(Published)
/// #     }
/// #     fn draft_published(&mut self, _: &Published) {}
/// #     fn online_withdraw(&self, _: Withdraw, _: &mut Context<Self>) -> Decide<Self, Withdraw, Withdrawn> {
/// #         persist(Withdrawn)
/// #     }
/// #     fn online_withdrawn(&mut self, _: &Withdrawn) {}
/// # }
///
/// let coverage = coverage::<Post>();
/// let online = given(Post::default()).when(Publish).then_event(Published).go_on();
/// assert_eq!(coverage.uncovered(), ["Online: Withdraw / post.withdrawn"]);
/// online.when(Withdraw).then_event(Withdrawn);
/// coverage.assert_all();
/// ```
#[must_use = "it counts as long as it lives"]
pub fn coverage<A: Fsm>() -> Coverage {
    let table = <A::States as States>::TABLE;
    let listener = Listener { machine: table.name, taken: Arc::default() };
    all().push(listener.clone());
    LISTENERS.fetch_add(1, Ordering::Release);
    Coverage { table, listener }
}

impl Coverage {
    /// The outcomes of rows that were not taken, in the order of the table: `Open: Pay / order.paid`.
    pub fn uncovered(&self) -> Vec<String> {
        let taken = self.taken();
        let of_states = self.table.states.iter().flat_map(|state| state.rows.iter().map(move |row| (Some(state), row)));
        let all = of_states.chain(self.table.otherwise.iter().map(|row| (None, row)));
        let outcomes = all.flat_map(|(state, row)| row.outcomes.iter().map(move |outcome| (state, row, outcome)));
        let missing = outcomes.filter(|(state, row, outcome)| !self.covers(&taken, *state, row, outcome));
        missing.map(|(state, row, outcome)| shown(state, row, outcome)).collect()
    }

    /// Fails the test unless every outcome of every row was taken.
    ///
    /// # Panics
    ///
    /// With the outcomes that were not.
    #[track_caller]
    #[allow(clippy::panic, reason = "this is how a test fails")]
    pub fn assert_all(&self) {
        let uncovered = self.uncovered();
        if !uncovered.is_empty() {
            let rows = if uncovered.len() == 1 { "row" } else { "rows" };
            panic!("{} {rows} of `{}` not taken:\n  {}", uncovered.len(), self.table.name, uncovered.join("\n  "));
        }
    }

    /// A drawing of the machine in which what was not taken stands out, for a report in any of its languages.
    pub fn drawing(&self) -> Drawing {
        let taken = self.taken();
        let drawing = self.table.drawing_with(|state, row, outcome| !self.covers(&taken, state, row, outcome));
        drawing.title(format!("State machine {}: rows that were not taken are marked", self.table.name))
    }

    fn covers(&self, taken: &BTreeSet<Taken>, state: Option<&State>, row: &Row, outcome: &Outcome) -> bool {
        let (cause, event) = (row.trigger.name(), outcome.event.unwrap_or_default());
        let is_row = |taken: &Taken| match state {
            Some(state) => taken.state == state.name,
            // Rows for any state are taken in those that have none of their own.
            None => self
                .table
                .state(&taken.state)
                .is_some_and(|state| state.rows.iter().all(|own| own.trigger.name() != cause)),
        };
        taken.iter().any(|taken| taken.cause == cause && taken.event == event && is_row(taken))
    }

    fn taken(&self) -> MutexGuard<'_, BTreeSet<Taken>> {
        self.listener.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn shown(state: Option<&State>, row: &Row, outcome: &Outcome) -> String {
    let state = state.map_or("any state", |state| state.name);
    match outcome.event {
        Some(event) => format!("{state}: {} / {event}", row.trigger.name()),
        None => format!("{state}: {}", row.trigger.name()),
    }
}

/// Whether anybody wants to know.
pub(crate) fn is_watched() -> bool {
    LISTENERS.load(Ordering::Acquire) > 0
}

/// Notes that a command, here by its name, has caused events in a state. What is no machine has no state by name, and is not noted.
pub(crate) fn took<'a, A: Recover>(state: Option<&str>, cause: &str, events: impl Iterator<Item = &'a str>) {
    let Some(state) = state else { return };
    let events: Vec<&str> = events.collect();
    for listener in all().iter().filter(|listener| listener.machine == A::KIND) {
        let mut taken = listener.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.extend(events.iter().map(|event| Taken {
            state: state.to_owned(),
            cause: cause.to_owned(),
            event: (*event).to_owned(),
        }));
    }
}

fn all() -> MutexGuard<'static, Vec<Listener>> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Coverage {
    fn drop(&mut self) {
        all().retain(|listener| !Arc::ptr_eq(&listener.taken, &self.listener.taken));
        LISTENERS.fetch_sub(1, Ordering::Release);
    }
}

impl fmt::Debug for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Coverage").field("machine", &self.table.name).field("uncovered", &self.uncovered()).finish()
    }
}
