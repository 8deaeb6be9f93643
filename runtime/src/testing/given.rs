//! Decide and apply, without a runtime and without a store.

use super::clock::first_day;
use super::coverage::{is_watched, took};
use super::outcome::Outcome;
use crate::actor::Context;
use crate::call::Message;
use crate::entity::{
    AppliedBy, Decision, EntityId, Event, PersistHandler, PersistHandlerAsync, Recover, Trial, apply, recovered, take,
    take_fired,
};
use crate::fsm::Elapsed;
use crate::journal::CommandId;
use crate::mailbox::{Capacity, mailbox};
use crate::system::Core;
use crate::timer::{Timer, stored};
use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// An entity that a test has brought into a state, and that is about to get a command. Made by [`given`].
///
/// It is called `given` and it is 2030-01-01, midnight UTC, unless the test says otherwise. The time stands still.
#[must_use = "nothing is tested before a command"]
pub struct Given<A: Recover> {
    state: A::State,
    /// The number of the last event.
    seq: u64,
    /// How many commands there were.
    commands: u64,
    now: SystemTime,
    cx: Context<A>,
}

/// Begins a test of what an entity decides: `value` is what the factory would make, and the events are what the store would have.
///
/// Of a persistent actor the commands are methods; give them to [`when_called`](Given::when_called). Messages, which are all that machines take, go
/// to [`when`](Given::when). Then come the events, in order, and the answer:
///
/// ```
/// use mainstay::prelude::*;
/// use mainstay::testing::given;
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
/// pub struct Deposited {
///     amount: u64,
/// }
///
/// #[derive(Event, Serialize, Deserialize)]
/// #[event(name = "ledger.withdrawn")]
/// pub struct Withdrawn {
///     amount: u64,
/// }
///
/// #[derive(Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
/// #[error("only {0} left")]
/// pub struct Insufficient(u64);
///
/// #[handlers]
/// impl Ledger {
///     #[command]
///     pub fn withdraw(&self, amount: u64) -> Decided<Self, Withdrawn, u64, Insufficient> {
///         let rest = self.balance.checked_sub(amount).ok_or(Insufficient(self.balance))?;
///         Ok(persist(Withdrawn { amount }).reply(rest))
///     }
///
///     #[apply]
///     fn deposited(&mut self, event: &Deposited) {
///         self.balance += event.amount;
///     }
///
///     #[apply]
///     fn withdrawn(&mut self, event: &Withdrawn) {
///         self.balance -= event.amount;
///     }
/// }
///
/// given(Ledger::default())
///     .event(Deposited { amount: 10 })
///     .when_called(|ledger, _| ledger.withdraw(3))
///     .then_event(Withdrawn { amount: 3 })
///     .then_reply(7)
///     .go_on()
///     .when_called(|ledger, _| ledger.withdraw(8))
///     .then_refused(Insufficient(7));
/// ```
///
/// A machine takes messages. What is not asked for by an assertion is a field of the [`Outcome`]:
///
/// ```
/// use mainstay::prelude::*;
/// use mainstay::testing::given;
/// use serde::{Deserialize, Serialize};
///
/// # #[derive(Message, Clone, Serialize, Deserialize)]
/// # #[message(reply = u32)]
/// # pub struct Pay(u32);
/// # #[derive(Message, Clone, Serialize, Deserialize)]
/// # pub struct Ship;
/// # #[derive(Event, Serialize, Deserialize)]
/// # #[event(name = "order.paid")]
/// # pub struct PaymentTaken(u32);
/// # #[derive(Event, Serialize, Deserialize)]
/// # #[event(name = "order.shipped")]
/// # pub struct Shipped;
/// # #[fsm(states = OrderState)]
/// # #[derive(Default)]
/// # pub struct Order {}
/// #[derive(States)]
/// #[states(Order, name = "order")]
/// pub enum OrderState {
///     #[initial]
///     #[on(Pay => PaymentTaken => Paid)]
///     Open,
///     #[on(Ship => Shipped => Closed)]
///     Paid,
///     #[terminal]
///     Closed,
/// }
/// # impl OrderFlow for Order {
/// #     fn open_pay(&self, Pay(sum): Pay, _: &mut Context<Self>) -> Decide<Self, Pay, PaymentTaken> {
/// #         persist(PaymentTaken(sum)).reply(sum).then(|_| ())
/// #     }
/// #     fn open_payment_taken(&mut self, _: &PaymentTaken) {}
/// #     fn paid_ship(&self, _: Ship, _: &mut Context<Self>) -> Decide<Self, Ship, Shipped> {
/// #         persist(Shipped)
/// #     }
/// #     fn paid_shipped(&mut self, _: &Shipped) {}
/// # }
///
/// let paid = given(Order::default()).when(Pay(12)).then_event(PaymentTaken(12)).then_reply(12);
/// assert!(matches!(paid.state.state, OrderState::Paid));
/// assert_eq!(paid.effects, 1);
///
/// given(Order::default()).event(PaymentTaken(12)).when(Pay(12)).then_unhandled();
/// ```
///
/// What an effect does is not run here: it needs the actor's surroundings. A timer that is set does not fire by itself:
/// [`when_fires`](Given::when_fires) lets it, and [`when_elapsed`](Given::when_elapsed) a deadline of a machine.
#[track_caller]
pub fn given<A: Recover>(value: A) -> Given<A> {
    Given { state: value.start(), seq: 0, commands: 0, now: first_day(), cx: context("given") }
}

/// A context of an actor that nobody can reach.
#[track_caller]
#[allow(clippy::panic, reason = "this is how a test fails")]
fn context<A: Recover>(id: &str) -> Context<A> {
    let id = EntityId::new(id).unwrap_or_else(|invalid| panic!("{invalid}"));
    let (sender, _) = mailbox(Capacity::DEFAULT);
    Context::new(sender.downgrade(), Core::detached(), id)
}

impl<A: Recover> Given<A> {
    /// Gives the entity another id.
    ///
    /// # Panics
    ///
    /// When it is empty or longer than 255 bytes.
    #[track_caller]
    pub fn id(self, id: &str) -> Self {
        Self { cx: context(id), ..self }
    }

    /// Sets the time: of the commands to come, and of the events.
    pub fn at(self, now: SystemTime) -> Self {
        Self { now, ..self }
    }

    /// Lets time pass before what comes next.
    pub fn after(self, passed: Duration) -> Self {
        Self { now: self.now + passed, ..self }
    }

    /// Applies an event that the entity has stored before: it is encoded, decoded and applied, as in a recovery.
    ///
    /// # Panics
    ///
    /// When it is no event of this entity, cannot be encoded or decoded, or when the state has no row for it.
    #[track_caller]
    #[allow(clippy::panic, reason = "this is how a test fails")]
    #[allow(clippy::needless_pass_by_value, reason = "it is written where it is needed, and not kept")]
    pub fn event<E: Event>(self, event: E) -> Self {
        let command = CommandId { epoch: 1, number: self.commands };
        match recovered::<A>(&event) {
            Ok(event) => self.apply(&[event], command),
            Err(why) => panic!("event `{}`: {why}", E::NAME),
        }
    }

    /// Lets the handler of a message decide.
    ///
    /// # Panics
    ///
    /// When an event that it stores cannot be encoded, or the state has no row for it; and with the handler.
    #[must_use = "nothing is tested before something is said of the outcome"]
    #[track_caller]
    pub fn when<C: Message>(mut self, command: C) -> Outcome<A, C::Reply, C::Error>
    where
        A: PersistHandler<C>,
    {
        let taken = self.take();
        let step = A::persist(&self.state, command, &mut self.cx);
        let trial = Trial::of_step(step, self.now);
        self.conclude(taken, command_name::<C>(), trial)
    }

    /// Lets the async handler of a message decide. Nothing here needs a runtime; what the handler awaits may.
    ///
    /// # Panics
    ///
    /// As [`when`](Given::when) does.
    #[must_use = "nothing is tested before something is said of the outcome"]
    pub async fn when_async<C: Message>(mut self, command: C) -> Outcome<A, C::Reply, C::Error>
    where
        A: PersistHandlerAsync<C>,
    {
        let taken = self.take();
        let step = A::persist(&self.state, command, &mut self.cx).await;
        let trial = Trial::of_step(step, self.now);
        self.conclude(taken, command_name::<C>(), trial)
    }

    /// Lets a `#[command]` method decide: `|ledger, _| ledger.deposit(5)`, or `|ledger, cx| ledger.deposit(5, cx)` if it takes the context.
    ///
    /// # Panics
    ///
    /// As [`when`](Given::when) does.
    #[must_use = "nothing is tested before something is said of the outcome"]
    #[track_caller]
    pub fn when_called<D>(
        mut self,
        call: impl FnOnce(&A::State, &mut Context<A>) -> D,
    ) -> Outcome<A, D::Reply, D::Refusal>
    where
        D: Decision<Actor = A, Event: AppliedBy<A>>,
    {
        let taken = self.take();
        let decision = call(&self.state, &mut self.cx);
        let trial = Trial::of_decision(decision, self.now);
        self.conclude(taken, "", trial)
    }

    /// Lets an async `#[command]` method decide: `async |ledger, cx| ledger.pay(card, cx).await`.
    ///
    /// # Panics
    ///
    /// As [`when`](Given::when) does.
    #[must_use = "nothing is tested before something is said of the outcome"]
    pub async fn when_called_async<D>(
        mut self,
        call: impl AsyncFnOnce(&A::State, &mut Context<A>) -> D,
    ) -> Outcome<A, D::Reply, D::Refusal>
    where
        D: Decision<Actor = A, Event: AppliedBy<A>>,
    {
        let taken = self.take();
        let decision = call(&self.state, &mut self.cx).await;
        let trial = Trial::of_decision(decision, self.now);
        self.conclude(taken, "", trial)
    }

    /// Lets the method of a timer decide, as when it fires: now, without having missed a time. It is encoded and decoded, as one that was stored.
    ///
    /// What was set or cancelled before is not looked at.
    ///
    /// # Panics
    ///
    /// When the timer cannot be encoded or decoded; and as [`when`](Given::when) does.
    #[must_use = "nothing is tested before something is said of the outcome"]
    #[track_caller]
    #[allow(clippy::needless_pass_by_value, reason = "it is written where it is needed, and not kept")]
    pub fn when_fires<T: Timer>(mut self, timer: T) -> Outcome<A, (), Infallible>
    where
        A: PersistHandler<T>,
    {
        let taken = self.take();
        take_fired(&mut self.cx);
        let step = A::persist(&self.state, read_back(&timer), &mut self.cx);
        let trial = Trial::of_step(step, self.now);
        self.conclude(taken, command_name::<T>(), trial)
    }

    /// Lets the async method of a timer decide, as [`when_fires`](Given::when_fires) does.
    ///
    /// # Panics
    ///
    /// As [`when_fires`](Given::when_fires) does.
    #[must_use = "nothing is tested before something is said of the outcome"]
    #[allow(clippy::needless_pass_by_value, reason = "it is written where it is needed, and not kept")]
    pub async fn when_fires_async<T: Timer>(mut self, timer: T) -> Outcome<A, (), Infallible>
    where
        A: PersistHandlerAsync<T>,
    {
        let taken = self.take();
        take_fired(&mut self.cx);
        let step = A::persist(&self.state, read_back(&timer), &mut self.cx).await;
        let trial = Trial::of_step(step, self.now);
        self.conclude(taken, command_name::<T>(), trial)
    }

    /// Lets the method of a deadline decide, which `#[after(..)]` or `#[idle_after(..)]` calls so, as when it has passed. A state without one of that
    /// name leaves it unhandled.
    ///
    /// # Panics
    ///
    /// As [`when`](Given::when) does.
    #[must_use = "nothing is tested before something is said of the outcome"]
    #[track_caller]
    pub fn when_elapsed(mut self, deadline: &str) -> Outcome<A, (), Infallible>
    where
        A: PersistHandler<Elapsed>,
    {
        let taken = self.take();
        take_fired(&mut self.cx);
        let step = A::persist(&self.state, Elapsed::new(deadline), &mut self.cx);
        let trial = Trial::of_step(step, self.now);
        self.conclude(taken, deadline, trial)
    }

    /// Lets the method of a deadline decide, as [`when_elapsed`](Given::when_elapsed) does, of a machine with a deadline whose method is async.
    ///
    /// # Panics
    ///
    /// As [`when`](Given::when) does.
    #[must_use = "nothing is tested before something is said of the outcome"]
    pub async fn when_elapsed_async(mut self, deadline: &str) -> Outcome<A, (), Infallible>
    where
        A: PersistHandlerAsync<Elapsed>,
    {
        let taken = self.take();
        take_fired(&mut self.cx);
        let step = A::persist(&self.state, Elapsed::new(deadline), &mut self.cx).await;
        let trial = Trial::of_step(step, self.now);
        self.conclude(taken, deadline, trial)
    }

    /// The name of the state, of a machine; empty of an actor.
    pub fn state_name(&self) -> &'static str {
        A::state_name(&self.state).unwrap_or_default()
    }

    fn take(&mut self) -> CommandId {
        self.commands += 1;
        take(&mut self.cx, self.commands, self.now)
    }

    #[track_caller]
    fn conclude<R, X>(self, command: CommandId, name: &str, mut trial: Trial<A, R, X>) -> Outcome<A, R, X> {
        let (events, effects) = (std::mem::take(&mut trial.events), trial.effects);
        let changes = std::mem::take(&mut trial.changes);
        let from = A::state_name(&self.state);
        let applied = self.apply(&events, command);
        if is_watched() {
            let records: Vec<_> = events.iter().filter_map(|event| A::encode(event).ok()).collect();
            took::<A>(from, name, records.iter().map(|record| &*record.name));
        }
        let Self { state, seq, commands, now, cx } = applied;
        let answer = trial.answer(&state);
        let next = Next { seq, commands, now, cx };
        Outcome { events, answer, effects, state, seen: 0, changes, next }
    }

    #[track_caller]
    #[allow(clippy::panic, reason = "this is how a test fails")]
    fn apply(mut self, events: &[A::Event], command: CommandId) -> Self {
        for event in events {
            self.seq += 1;
            self.state = match apply::<A>(self.state, event, self.seq, self.now, command) {
                Ok(state) => state,
                Err(why) => panic!("event {}: {why}", self.seq),
            };
        }
        self
    }
}

/// The timer as it comes out of the store.
#[track_caller]
#[allow(clippy::panic, reason = "this is how a test fails")]
fn read_back<T: Timer>(timer: &T) -> T {
    stored(timer).unwrap_or_else(|why| panic!("timer `{}`: {why}", T::NAME))
}

/// The name of a command's type, as a table has it.
fn command_name<C>() -> &'static str {
    let path = std::any::type_name::<C>();
    let path = path.split_once('<').map_or(path, |(path, _)| path);
    path.rsplit_once("::").map_or(path, |(_, name)| name)
}

/// What an entity has beside its state.
pub(super) struct Next<A: Recover> {
    seq: u64,
    commands: u64,
    now: SystemTime,
    cx: Context<A>,
}

impl<A: Recover> Next<A> {
    pub(super) fn with(self, state: A::State) -> Given<A> {
        let Self { seq, commands, now, cx } = self;
        Given { state, seq, commands, now, cx }
    }
}

impl<A: Recover> fmt::Debug for Given<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seq, commands, now, .. } = self;
        let id: &Arc<str> = self.cx.id().key().id();
        f.debug_struct("Given")
            .field("id", id)
            .field("events", seq)
            .field("commands", commands)
            .field("now", now)
            .finish_non_exhaustive()
    }
}
