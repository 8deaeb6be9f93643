//! Ways through a machine's table, for tests that walk them.

use super::random::Random;
use crate::fsm::{Fsm, Outcome, Row, State, States, Table, Target, Trigger};
use std::collections::VecDeque;

/// One step: what is to happen in a state, and what is to come of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The name of the state that the machine is in.
    pub state: &'static str,
    /// What is to happen.
    pub trigger: Trigger,
    /// The stored name of the event that is to come of it; `None` in a machine that stores nothing.
    pub event: Option<&'static str>,
    /// The name of the state that the machine is in afterwards.
    pub to: &'static str,
}

/// A machine's table as a map. Made by [`paths`].
#[derive(Clone, Copy, Debug)]
pub struct Paths {
    table: Table,
}

/// Finds ways through the machine's table: shortest ones to every state and every row, and random ones.
///
/// A way is a list of [`Step`]s. What a step means is the test's to say, since a table knows the names of commands and not what is in them:
/// [`walk_on`] lets a closure take the steps one after another, and sees to it that the machine is where the table says.
///
/// ```
/// use mainstay::prelude::*;
/// use mainstay::testing::{Given, coverage, given, paths, walk_on};
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
///     #[on(Withdraw => Withdrawn => Draft)]
///     Online,
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
/// for way in paths::<Post>().to_every_row() {
///     let _ = walk_on(&way, given(Post::default()), |post, step| match step.trigger.name() {
///         "Publish" => post.when(Publish).go_on(),
///         "Withdraw" => post.when(Withdraw).go_on(),
///         other => panic!("no such command: {other}"),
///     }, Given::state_name);
/// }
/// coverage.assert_all();
/// ```
///
/// For a property of `proptest`, and of all that make values from numbers, a random way is one line:
/// `(any::<u64>(), 0..40_usize).prop_map(|(seed, steps)| paths::<Post>().random(seed, steps))`. It shrinks well, since a shorter way of the same seed
/// is the beginning of a longer one.
pub fn paths<A: Fsm>() -> Paths {
    Paths { table: <A::States as States>::TABLE }
}

impl Paths {
    /// The shortest way from the first state to the state of this name; `None` if there is none. The way to the first state has no steps.
    pub fn to(&self, state: &str) -> Option<Vec<Step>> {
        let start = self.start()?;
        let mut found = vec![start.name];
        let mut waiting = VecDeque::from([(start, Vec::<Step>::new())]);
        while let Some((from, way)) = waiting.pop_front() {
            if from.name == state {
                return Some(way);
            }
            for step in self.from(from) {
                let Some(next) = self.table.state(step.to).filter(|next| !found.contains(&next.name)) else { continue };
                found.push(next.name);
                waiting.push_back((next, way.iter().copied().chain([step]).collect()));
            }
        }
        None
    }

    /// The shortest way to every state that there is a way to, in the order of the table.
    pub fn to_every_state(&self) -> Vec<Vec<Step>> {
        self.table.states.iter().filter_map(|state| self.to(state.name)).collect()
    }

    /// For every outcome of every row a shortest way that ends with it, in the order of the table. Rows for any state are taken in the first that has none
    /// of its own. What there is no way to is left out.
    pub fn to_every_row(&self) -> Vec<Vec<Step>> {
        let mut ways = Vec::new();
        let mut seen: Vec<(Trigger, Option<&str>)> = Vec::new();
        for state in self.table.states {
            let Some(way) = self.to(state.name) else { continue };
            let own = state.rows.iter().flat_map(|row| steps(state, row));
            let others = self.otherwise(state).flat_map(|row| steps(state, row));
            let others = others.filter(|step| {
                let is_new = !seen.contains(&(step.trigger, step.event));
                seen.push((step.trigger, step.event));
                is_new
            });
            ways.extend(own.chain(others).map(|step| way.iter().copied().chain([step]).collect::<Vec<_>>()));
        }
        ways
    }

    /// A way that the seed decides, of so many steps; fewer if it comes to a state without rows. A shorter one of the same seed is its beginning.
    pub fn random(&self, seed: u64, steps: usize) -> Vec<Step> {
        let mut random = Random::new(seed);
        let mut way = Vec::new();
        let mut state = self.start();
        while let Some(from) = state.filter(|_| way.len() < steps) {
            let possible: Vec<Step> = self.from(from).collect();
            let Some(step) = possible.get(random.below(possible.len())) else { break };
            way.push(*step);
            state = self.table.state(step.to);
        }
        way
    }

    fn start(&self) -> Option<&'static State> {
        self.table.states.iter().find(|state| state.initial).or(self.table.states.first())
    }

    /// All that may happen in a state.
    fn from(&self, state: &'static State) -> impl Iterator<Item = Step> {
        state.rows.iter().chain(self.otherwise(state)).flat_map(move |row| steps(state, row))
    }

    /// The rows for any state that hold in this one.
    fn otherwise(&self, state: &'static State) -> impl Iterator<Item = &'static Row> + use<> {
        let has_none = |row: &&Row| state.rows.iter().all(|own| own.trigger.name() != row.trigger.name());
        let is_dropped = |row: &&Row| row.trigger.command().is_some_and(|name| state.discards.contains(&name));
        self.table.otherwise.iter().filter(move |row| has_none(row) && !is_dropped(row))
    }
}

fn steps(state: &'static State, row: &'static Row) -> impl Iterator<Item = Step> {
    row.outcomes.iter().map(move |Outcome { event, target }| Step {
        state: state.name,
        trigger: row.trigger,
        event: *event,
        to: match target {
            Target::Stay | Target::Reenter => state.name,
            Target::To(name) => name,
        },
    })
}

/// Takes the steps of a way one after another, from `start` on: `take` takes one, `state` says where the machine is.
///
/// # Panics
///
/// When the machine is not where a step begins or leads to: the step and the number of those before it are said.
#[track_caller]
pub fn walk_on<T>(
    way: &[Step],
    start: T,
    mut take: impl FnMut(T, &Step) -> T,
    state: impl Fn(&T) -> &'static str,
) -> T {
    let mut machine = start;
    for (before, step) in way.iter().enumerate() {
        assert_eq!(
            state(&machine),
            step.state,
            "after {before} steps the machine is elsewhere: {step:?} cannot be taken"
        );
        machine = take(machine, step);
        assert_eq!(state(&machine), step.to, "after {before} steps {step:?} led elsewhere");
    }
    machine
}
