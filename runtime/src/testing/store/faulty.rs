//! The store that fails.

use super::fault::{Effect, Fault, Operation, When};
use crate::executor::spawn;
use crate::journal::{Pending, Store, pending};
use std::any::Any;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::{oneshot, watch};

/// A store that does what the one inside does, except where it is told to go wrong.
///
/// Faults are ordered with [`fail`](FaultyStore::fail) for an [`Operation`], and happen to the calls that [`When`] says. If several are due at
/// the same call, the one that was ordered first happens, and all count the call.
///
/// ```
/// use mainstay::journal::{AppendError, Codec, CommandId, EntityKey, MemoryStore, NewEvent, Store, Unit};
/// use mainstay::testing::store::{Effect, FaultyStore, Operation, When};
///
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// let store = FaultyStore::new(MemoryStore::new());
/// store.fail(Operation::Append, When::Next(1), Effect::FailAfter);
///
/// let alice = EntityKey::new("ledger", "alice")?;
/// let opened = NewEvent { name: "opened".into(), version: 1, codec: Codec::MessagePack, payload: vec![0xc0], tags: vec![] };
/// let unit = Unit::new(alice, 0, store.epoch(), 0, CommandId { epoch: 1, number: 1 }, vec![opened]);
/// assert!(matches!(store.append(unit.clone()).await, Err(AppendError::Unknown { .. })));
/// assert!(matches!(store.append(unit.clone()).await, Err(AppendError::Poisoned { .. })), "as after a failed write to a disk");
///
/// let epoch = store.reopen(store.epoch()).await?;
/// let again = store.append(Unit { epoch, ..unit }).await?;
/// assert!(again.repeated, "the write had succeeded, only its answer was lost");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// A call that goes wrong after it was done, out of order or in its payload starts a task: outside of a tokio runtime and of a simulation it
/// panics.
#[derive(Debug)]
pub struct FaultyStore<S> {
    pub(super) inner: S,
    /// A write has failed: the others are refused until the store is opened again.
    pub(super) poisoned: AtomicBool,
    /// The process is gone: nothing is done or answered any more.
    gone: watch::Sender<bool>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    faults: Vec<Fault>,
    /// How many calls there were of each operation.
    calls: [u64; 6],
    /// Answers that are kept back until the next answer to the same operation.
    late: Vec<(Operation, oneshot::Sender<()>)>,
    /// The other ends of answers that never come.
    hanging: Vec<Box<dyn Any + Send>>,
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (late, hanging) = (self.late.len(), self.hanging.len());
        f.debug_struct("State")
            .field("faults", &self.faults)
            .field("calls", &self.calls)
            .field("late", &late)
            .field("hanging", &hanging)
            .finish()
    }
}

/// How one operation of a store is carried out, for [`FaultyStore::call`].
pub(super) struct Call<R, T, E> {
    pub(super) operation: Operation,
    /// Has the store inside do it, with spoiled payloads if told so.
    pub(super) run: R,
    /// Spoils the payloads of an answer.
    pub(super) spoil: fn(&mut T),
    /// The error of one that failed.
    pub(super) failed: fn() -> E,
    /// The error of one that was rejected.
    pub(super) rejected: E,
}

impl<S: Store> FaultyStore<S> {
    /// `inner`, with nothing going wrong yet.
    pub fn new(inner: S) -> Self {
        Self { inner, poisoned: AtomicBool::new(false), gone: watch::Sender::new(false), state: Mutex::default() }
    }

    /// The store inside, which does not fail.
    pub fn inner(&self) -> &S {
        &self.inner
    }

    /// Orders a fault.
    pub fn fail(&self, operation: Operation, when: When, effect: Effect) {
        self.state().faults.push(Fault::new(operation, when, effect));
    }

    /// Takes back every fault that has not happened yet.
    pub fn heal(&self) {
        self.state().faults.clear();
    }

    /// How often the operation was called, also when it failed.
    pub fn calls(&self, operation: Operation) -> u64 {
        self.state().calls[operation as usize]
    }

    /// Waits for an [`Effect::Crash`] or [`Effect::CrashAfter`] to happen.
    ///
    /// # Cancel safety
    ///
    /// It only waits: dropping it changes nothing.
    pub async fn crashed(&self) {
        // The sender lives as long as the store.
        let _ = self.gone.subscribe().wait_for(|gone| *gone).await;
    }

    /// A call that is never answered, if the process is gone.
    pub(super) fn silence<T, E>(&self, failed: fn() -> E) -> Option<Pending<T, E>>
    where
        T: Send + 'static,
        E: Send + 'static,
    {
        self.gone.borrow().then(|| self.hang(failed))
    }

    fn hang<T, E>(&self, failed: fn() -> E) -> Pending<T, E>
    where
        T: Send + 'static,
        E: Send + 'static,
    {
        let (answer, pending) = pending(failed);
        self.state().hanging.push(Box::new(answer));
        pending.unheld()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a call, and says what goes wrong with it and whose answers are kept back for it.
    fn count(&self, operation: Operation) -> (Option<Effect>, Vec<oneshot::Sender<()>>) {
        let mut state = self.state();
        state.calls[operation as usize] += 1;
        let mut effect = None;
        for fault in &mut state.faults {
            let due = fault.call(operation);
            effect = effect.or(due);
        }
        state.faults.retain(|fault| !fault.is_over());
        let mut late = Vec::new();
        if !matches!(
            effect,
            Some(Effect::OutOfOrder | Effect::Hang | Effect::HangAfter | Effect::Crash | Effect::CrashAfter)
        ) {
            let all = std::mem::take(&mut state.late);
            for (of, waiting) in all {
                if of == operation {
                    late.push(waiting);
                } else {
                    state.late.push((of, waiting));
                }
            }
        }
        (effect, late)
    }

    /// Carries out a call, or lets it go wrong.
    pub(super) fn call<R, T, E>(&self, call: Call<R, T, E>) -> Pending<T, E>
    where
        R: FnOnce(bool) -> Pending<T, E>,
        T: Send + 'static,
        E: Send + 'static,
    {
        let Call { operation, run, spoil, failed, rejected } = call;
        if let Some(silence) = self.silence(failed) {
            return silence;
        }
        let (effect, late) = self.count(operation);
        let write = matches!(operation, Operation::Append | Operation::Save);
        if write && matches!(effect, Some(Effect::FailBefore | Effect::FailAfter)) {
            self.poisoned.store(true, Ordering::Release);
        }
        let (answer, pending) = pending(failed);
        let done = match effect {
            Some(Effect::FailBefore) => {
                answer.give(Err(failed()));
                None
            }
            Some(Effect::Reject) => {
                answer.give(Err(rejected));
                None
            }
            Some(Effect::Hang | Effect::HangAfter | Effect::Crash | Effect::CrashAfter) => {
                if matches!(effect, Some(Effect::HangAfter | Effect::CrashAfter)) {
                    // Carried out all the same: nobody looks at the answer.
                    drop(run(false));
                }
                if matches!(effect, Some(Effect::Crash | Effect::CrashAfter)) {
                    self.gone.send_replace(true);
                }
                return self.hang(failed);
            }
            None if late.is_empty() => return run(false),
            _ => Some((answer, run(effect == Some(Effect::Corrupt)))),
        };
        let turn = (effect == Some(Effect::OutOfOrder)).then(|| {
            let (sender, turn) = oneshot::channel();
            self.state().late.push((operation, sender));
            turn
        });
        let release = move || {
            for waiting in late {
                // Whoever waited may be gone.
                let _ = waiting.send(());
            }
        };
        let Some((answer, done)) = done else {
            release();
            return pending;
        };
        spawn(async move {
            let mut result = done.await;
            match effect {
                Some(Effect::FailAfter) => result = Err(failed()),
                Some(Effect::Corrupt) => result.iter_mut().for_each(spoil),
                _ => {}
            }
            if let Some(turn) = turn {
                // Without a next call the store is gone, and it is time in any case.
                let _ = turn.await;
            }
            answer.give(result);
            release();
        });
        if effect == Some(Effect::OutOfOrder) { pending.unheld() } else { pending }
    }
}

/// Changes the first byte, or adds one.
pub(super) fn spoil(payload: &mut Vec<u8>) {
    match payload.first_mut() {
        Some(byte) => *byte ^= 0xff,
        None => payload.push(0xff),
    }
}
