//! Crashes at every write of a scenario.

use super::fault::{Effect, Operation, When};
use super::faulty::FaultyStore;
use crate::journal::MemoryStore;
use crate::system::System;
use crate::testing::{Simulation, simulate};
use std::fmt::Debug;
use std::future::{Future, poll_fn};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::SystemTime;

/// Runs `scenario` with a crash before each of its writes to the store, and with one after each, and checks that the end is always the same.
///
/// The scenario starts a system on the store that it is given, does what clients do, and gives the system back; `end` says what there is
/// then. The first run has no crash and counts the appends. Then there are two runs for each append, of which one loses the process right
/// before it is carried out, and the other right after: the system and everybody in its world is dropped, answers that were on their way
/// are lost, and the scenario begins anew on what is stored, as clients do that do not know what became of their calls. What must not
/// happen twice has an [`id`](crate::call::Call::id).
///
/// All of that is done in the order of events that each of the `seeds` decides, see [`simulate`]. The time of day goes on after a crash.
///
/// ```
/// use mainstay::prelude::*;
/// use mainstay::testing::store::crash_at_every_persist;
/// use serde::{Deserialize, Serialize};
///
/// #[actor(persistent = "ledger")]
/// #[derive(Default)]
/// pub struct Ledger {
///     balance: u64,
/// }
///
/// #[derive(Event, Serialize, Deserialize)]
/// #[event(name = "ledger.deposited")]
/// pub struct Deposited(u64);
///
/// #[handlers]
/// impl Ledger {
///     #[command]
///     pub fn deposit(&self, amount: u64) -> Persist<Self, Deposited> {
///         persist(Deposited(amount))
///     }
///
///     #[query]
///     pub fn balance(&self) -> u64 {
///         self.balance
///     }
///
///     #[apply]
///     fn deposited(&mut self, event: &Deposited) {
///         self.balance += event.0;
///     }
/// }
///
/// crash_at_every_persist(
///     0..3,
///     |_, store| async move {
///         let system = System::with(store).host::<Ledger>().start().await.unwrap();
///         let alice = system.entity::<Ledger>("alice").unwrap();
///         for amount in 1..=3 {
///             alice.deposit(amount).id(format!("deposit-{amount}")).await.unwrap();
///         }
///         system
///     },
///     |system| async move { system.entity::<Ledger>("alice").unwrap().balance().await },
/// );
/// ```
///
/// # Panics
///
/// When an end differs from that of the run without a crash, or a run fails: seed and place of the crash are said. Also when the scenario
/// stores nothing, and as [`simulate`] does.
pub fn crash_at_every_persist<SF, EF, T>(
    seeds: Range<u64>,
    scenario: impl Fn(Simulation, Arc<FaultyStore<MemoryStore>>) -> SF,
    end: impl Fn(System) -> EF,
) where
    SF: Future<Output = System>,
    EF: Future<Output = T>,
    T: PartialEq + Debug,
{
    let program = Program { scenario, end };
    for seed in seeds {
        let (expected, appends) = named(&format!("seed {seed}, without a crash"), || program.undisturbed(seed));
        assert!(appends > 0, "seed {seed}: the scenario stores nothing");
        for append in 1..=appends {
            for (effect, when) in [(Effect::Crash, "before"), (Effect::CrashAfter, "after")] {
                let place = format!("seed {seed}, with a crash {when} append {append} of {appends}");
                let found = named(&place, || program.disturbed(seed, append, effect));
                assert!(found == expected, "{place}: the end is {found:?}, and without a crash it is {expected:?}");
            }
        }
    }
}

/// Says which run has failed.
fn named<T>(place: &str, run: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        eprintln!("failed: {place}");
        resume_unwind(panic)
    })
}

struct Program<S, E> {
    scenario: S,
    end: E,
}

/// How a process ends.
enum Life<T> {
    /// With the scenario, which had made so many appends.
    Done(T, u64),
    /// At this time of day.
    Crashed(SystemTime),
}

impl<S, E, SF, EF, T> Program<S, E>
where
    S: Fn(Simulation, Arc<FaultyStore<MemoryStore>>) -> SF,
    SF: Future<Output = System>,
    E: Fn(System) -> EF,
    EF: Future<Output = T>,
{
    #[allow(clippy::panic, reason = "this is how a test fails")]
    fn undisturbed(&self, seed: u64) -> (T, u64) {
        match self.live(seed, &Arc::new(FaultyStore::new(MemoryStore::new())), None) {
            Life::Done(end, appends) => (end, appends),
            Life::Crashed(_) => panic!("the scenario has ordered a crash of its own"),
        }
    }

    #[allow(clippy::panic, reason = "this is how a test fails")]
    fn disturbed(&self, seed: u64, append: u64, effect: Effect) -> T {
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        store.fail(Operation::Append, When::Nth(append), effect);
        let wall = match self.live(seed, &store, None) {
            Life::Crashed(wall) => wall,
            Life::Done(..) => panic!("the scenario made fewer appends than before: it depends on more than the seed"),
        };
        let store = Arc::new(FaultyStore::new(store.inner().restart()));
        match self.live(seed, &store, Some(wall)) {
            Life::Done(end, _) => end,
            Life::Crashed(_) => panic!("the scenario has ordered a crash of its own"),
        }
    }

    /// One life of the process, in a world that ends with it.
    fn live(&self, seed: u64, store: &Arc<FaultyStore<MemoryStore>>, wall: Option<SystemTime>) -> Life<T> {
        simulate(seed, |sim| async move {
            let clock = sim.clock();
            if let Some(wall) = wall {
                clock.set_wall(wall);
            }
            let (mut crashed, mut work) = (pin!(store.crashed()), pin!(self.work(sim, store)));
            poll_fn(|task| {
                if crashed.as_mut().poll(task).is_ready() {
                    return Poll::Ready(Life::Crashed(clock.wall()));
                }
                work.as_mut().poll(task).map(|(end, appends)| Life::Done(end, appends))
            })
            .await
        })
    }

    async fn work(&self, sim: Simulation, store: &Arc<FaultyStore<MemoryStore>>) -> (T, u64) {
        let system = (self.scenario)(sim, store.clone()).await;
        let appends = store.calls(Operation::Append);
        ((self.end)(system).await, appends)
    }
}
