//! What a command decides.

use super::beside::Beside;
use super::persistent::{After, Persistent, Recover};
use crate::actor::Context;
use crate::call::{Accepts, CallError, Message};
use crate::delivery::{Confirmable, DeliverTo, Draft};
use std::convert::Infallible;
use std::fmt;

/// A decision: the event to store, the answer, and what to do once it is durable.
///
/// `A` is the actor, `E` the event or the enum of events from which the row lets one choose, `R` the reply and `X` the refusal.
/// Nothing of it leaves before the event is durable.
///
/// Made by [`persist`] and [`nothing`].
///
/// ```
/// use mainstay::prelude::*;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Message, Clone, Serialize, Deserialize)]
/// #[message(reply = u32, error = SoldOut)]
/// pub struct Reserve(pub u32);
///
/// #[derive(Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
/// #[error("sold out")]
/// pub struct SoldOut;
///
/// #[derive(Event, Serialize, Deserialize)]
/// #[event(name = "show.reserved")]
/// pub struct Reserved(u32);
///
/// #[derive(Event, Serialize, Deserialize)]
/// #[event(name = "show.turned_away")]
/// pub struct TurnedAway;
///
/// #[derive(Event, Serialize, Deserialize)]
/// #[event(name = "show.sold_out")]
/// pub struct LastSeatTaken;
///
/// #[fsm(states = ShowState)]
/// pub struct Show {
///     free: u32,
///     turned_away: u32,
/// }
///
/// #[derive(States)]
/// #[states(Show, name = "show")]
/// pub enum ShowState {
///     #[initial]
///     #[on(Reserve => Reserved => stay, TurnedAway => stay, LastSeatTaken => Full)]
///     Open,
///     #[terminal]
///     Full,
/// }
///
/// impl ShowFlow for Show {
///     fn open_reserve(&self, Reserve(seats): Reserve, _: &mut Context<Self>) -> Decide<Self, Reserve, ShowOpenReserve> {
///         if seats == 0 {
///             return Ok(nothing().reply(self.free)); // stores nothing
///         }
///         if seats > self.free {
///             return Ok(persist(TurnedAway).refuse(SoldOut)); // a refusal that is a fact
///         }
///         if seats == self.free {
///             return Ok(persist(LastSeatTaken).reply(0).then(|_| println!("put up the sign"))); // once it is durable
///         }
///         Ok(persist(Reserved(seats)).reply_with(|after: &After<Self>| after.data.free))
///     }
///
///     fn open_reserved(&mut self, event: &Reserved) {
///         self.free -= event.0;
///     }
///
///     fn open_turned_away(&mut self, _: &TurnedAway) {
///         self.turned_away += 1;
///     }
///
///     fn open_last_seat_taken(&mut self, _: &LastSeatTaken) {
///         self.free = 0;
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let system = System::volatile().host_with(|_| Ok(Show { free: 3, turned_away: 0 })).start().await?;
/// let tonight = system.entity::<Show>("tonight")?;
/// assert_eq!(tonight.ask(Reserve(2)).await, Ok(1));
/// assert_eq!(tonight.ask(Reserve(2)).await, Err(CallError::Refused(SoldOut)));
/// assert_eq!(tonight.ask(Reserve(1)).await, Ok(0));
/// # Ok(())
/// # }
/// ```
///
/// # Coming from Akka
///
/// | there | here |
/// |---|---|
/// | `persist(e)(handler)` | [`persist`]`(e)`, with an apply method for what the handler changes and [`then`](Persist::then) for what else it does |
/// | `persistAll` | [`and`](Persist::and) |
/// | `persistAsync` | nothing to write: following commands are decided while this one is written |
/// | `defer`, `deferAsync` | [`nothing`]`().then(..)` |
/// | `thenReply`, `thenRun` | [`reply_with`](Persist::reply_with), [`then`](Persist::then) |
/// | `Effect.none`, `persistAll(Nil)` | [`nothing`] |
/// | `Effect.stash` | a command that cannot be taken is refused; a machine says so in its rows |
/// | `persist` in `RecoveryCompleted` | a command: the hook `#[recovered]` has a handle to send one |
/// | `Recovery.none`, `toSequenceNr` | none: an entity that decides knows all of its events; to look at old ones, [read the store](crate::journal::Store::read) |
/// | the replay filter | none: what an earlier writer sends is refused when it arrives |
/// | `resume` | none: after a failure the state is made of what is stored |
/// | a shard region | [`System::entity`](crate::system::System::entity) |
/// | `onPersistFailure`, `onPersistRejected` | the command is run again, or its caller gets a [`CallError`] |
///
/// # Durability
///
/// The event is one atomic unit in the store. Reply, refusal and effects leave when it is durable. A process that ends between the two
/// leaves the event and loses the effects.
///
/// # Panics
///
/// A panic in the handler, in [`reply_with`](Persist::reply_with) or where the event is applied stores nothing. The command is run again
/// on a state that was read anew, three times in all; then its caller gets [`CallError::Quarantined`](crate::call::CallError::Quarantined).
#[must_use = "a decision has no effect until the handler returns it"]
pub struct Persist<A: Persistent, E, R = (), X = Infallible> {
    pub(super) events: Events<E>,
    pub(super) answer: Answer<A, R, X>,
    pub(super) effects: Vec<Effect<A>>,
    /// What is stored in the same unit.
    pub(super) beside: Vec<Beside>,
    /// Whether one of the effects raises a message.
    pub(super) raises: bool,
}

/// The events of a decision. One is what most have, and takes no allocation.
pub(super) enum Events<E> {
    None,
    One(E),
    Many(Vec<E>),
}

impl<E> Events<E> {
    fn and(self, event: E) -> Self {
        match self {
            Self::None => Self::One(event),
            Self::One(first) => Self::Many(vec![first, event]),
            Self::Many(mut events) => {
                events.push(event);
                Self::Many(events)
            }
        }
    }

    pub(super) fn map<O>(self, into: impl Fn(E) -> O) -> Events<O> {
        match self {
            Self::None => Events::None,
            Self::One(event) => Events::One(into(event)),
            Self::Many(events) => Events::Many(events.into_iter().map(into).collect()),
        }
    }

    pub(super) fn as_slice(&self) -> &[E] {
        match self {
            Self::None => &[],
            Self::One(event) => std::slice::from_ref(event),
            Self::Many(events) => events,
        }
    }
}

/// What to do once the event is durable.
pub(super) type Effect<A> = Box<dyn FnOnce(&mut Context<A>) + Send>;

/// A reply that depends on what the event has changed.
pub(super) type Late<A, R> = Box<dyn FnOnce(&After<A>) -> R + Send>;

pub(super) enum Answer<A: Persistent, R, X> {
    Reply(R),
    ReplyWith(Late<A, R>),
    Settle(CallError<X>),
    /// Taken out.
    None,
}

/// A decision that may also be a refusal: `Err` stores nothing.
pub type Decided<A, E, R = (), X = Infallible> = Result<Persist<A, E, R, X>, X>;

/// What a handler of the message `C` returns: a decision whose reply and refusal are those of the message, in a `Result` where it has
/// an error.
pub type Decide<A, C, E> = <C as Message>::Decision<Persist<A, E, <C as Message>::Reply, <C as Message>::Error>>;

/// Says that a row may store the event `E`: the event itself, or an enum of the row's events.
#[diagnostic::on_unimplemented(
    message = "`{Self}` may be stored from here, not `{E}`",
    note = "a machine says so in the row: `#[on(.. => {E} => State)]`",
    note = "a command of an actor says so in what it returns: `Persist<Self, {E}>`; for one of several, or several at once, the enum of all of its events"
)]
pub trait Stores<E>: Sized {
    /// The event as one of those that the row may store.
    fn store(event: E) -> Self;
}

impl<E> Stores<E> for E {
    fn store(event: E) -> Self {
        event
    }
}

/// The reply that nobody has to give: `()`, and no other.
#[diagnostic::on_unimplemented(
    message = "the decision has no reply: its caller waits for a `{Self}`",
    label = "give it with `.reply(..)`",
    note = "`.reply(value)` gives a `{Self}`, `.reply_with(|after| ..)` makes it from the state after the events; a command without a reply returns `Persist<Self, Event>`"
)]
pub trait Unsaid {
    /// Its only value.
    const VALUE: Self;
}

impl Unsaid for () {
    const VALUE: Self = ();
}

/// Decides to store `event`. The reply is `()` unless [`reply`](Persist::reply) gives another.
pub fn persist<A: Persistent, O: Stores<E>, E, R: Unsaid, X>(event: E) -> Persist<A, O, R, X> {
    Persist {
        events: Events::One(O::store(event)),
        answer: Answer::Reply(R::VALUE),
        effects: Vec::new(),
        beside: Vec::new(),
        raises: false,
    }
}

/// Decides to store nothing: the state stays as it is. The reply is `()` unless [`reply`](Persist::reply) gives another.
pub fn nothing<A: Persistent, O, R: Unsaid, X>() -> Persist<A, O, R, X> {
    let (effects, beside) = (Vec::new(), Vec::new());
    Persist { events: Events::None, answer: Answer::Reply(R::VALUE), effects, beside, raises: false }
}

impl<A: Persistent, E, X> Persist<A, E, (), X> {
    /// Replies with `value` once the event is durable.
    pub fn reply<R>(self, value: R) -> Persist<A, E, R, X> {
        self.answer(Answer::Reply(value))
    }

    /// Replies, once the event is durable, with what `value` makes of the state after the event.
    pub fn reply_with<R>(self, value: impl FnOnce(&After<A>) -> R + Send + 'static) -> Persist<A, E, R, X> {
        self.answer(Answer::ReplyWith(Box::new(value)))
    }

    /// Stores the event *and* refuses, for a refusal that is a fact of its own.
    pub fn refuse<R>(self, why: X) -> Persist<A, E, R, X> {
        self.answer(Answer::Settle(CallError::Refused(why)))
    }

    fn answer<R>(self, answer: Answer<A, R, X>) -> Persist<A, E, R, X> {
        Persist { events: self.events, answer, effects: self.effects, beside: self.beside, raises: self.raises }
    }
}

impl<A: Persistent, E, R, X> Persist<A, E, R, X> {
    /// Stores `event` too, after the events before it: all of them or none. Each is applied to the state that the one before it has left.
    ///
    /// ```
    /// use mainstay::prelude::*;
    /// use serde::{Deserialize, Serialize};
    ///
    /// # #[derive(Message, Clone, Serialize, Deserialize)]
    /// # pub struct Rename(pub String, pub String);
    /// # #[derive(Event, Serialize, Deserialize)]
    /// # #[event(name = "user.first_name_set")]
    /// # pub struct FirstNameSet(String);
    /// # #[derive(Event, Serialize, Deserialize)]
    /// # #[event(name = "user.last_name_set")]
    /// # pub struct LastNameSet(String);
    /// # #[fsm(states = UserState)]
    /// # #[derive(Default)]
    /// # pub struct User;
    /// # #[derive(States)]
    /// # #[states(User, name = "user")]
    /// # pub enum UserState {
    /// #     #[initial]
    /// #     #[on(Rename => FirstNameSet => stay, LastNameSet => stay)]
    /// #     Only,
    /// # }
    /// # impl UserFlow for User {
    /// fn only_rename(&self, to: Rename, _: &mut Context<Self>) -> Decide<Self, Rename, UserOnlyRename> {
    ///     persist(FirstNameSet(to.0)).and(LastNameSet(to.1))
    /// }
    /// #     fn only_first_name_set(&mut self, _: &FirstNameSet) {}
    /// #     fn only_last_name_set(&mut self, _: &LastNameSet) {}
    /// # }
    /// ```
    pub fn and<V>(self, event: V) -> Self
    where
        E: Stores<V>,
    {
        Self { events: self.events.and(E::store(event)), ..self }
    }

    /// Runs `effect` once the event is durable, after the answer and after the effects before it. Never in recovery, and never when
    /// the process ends in between: what must happen belongs into an event.
    pub fn then(mut self, effect: impl FnOnce(&mut Context<A>) + Send + 'static) -> Self {
        self.effects.push(Box::new(effect));
        self
    }

    /// Sends this actor `message` once the event is durable, and handles it next: before what the machine has postponed, and before everything in
    /// its mailbox, which waits meanwhile. Several come in the order in which they were raised, in units of their own.
    ///
    /// What is raised is in memory only, as every effect is. An actor that has raised 10 000 messages
    /// ([`RAISED_IN_A_ROW`](crate::actor::RAISED_IN_A_ROW)) since the last one from its mailbox goes on with that; what it had raised becomes dead
    /// letters, whose reason says what goes round.
    pub fn raise<M: Message>(mut self, message: M) -> Self
    where
        A: Accepts<M>,
    {
        self.raises = true;
        self.then(|cx| cx.raise_own(message))
    }
}

#[cfg(feature = "testing")]
impl<A: Persistent, E, R, X> Persist<A, E, R, X> {
    /// Stores nothing and answers nothing.
    pub(super) fn postponed() -> Self {
        let (effects, beside) = (Vec::new(), Vec::new());
        Self { events: Events::None, answer: Answer::None, effects, beside, raises: false }
    }
}

impl<A: Persistent, E, R, X> Persist<A, E, R, X> {
    /// Sends `message` to `to`, at least once: it is stored in the unit of the events, sent when that is durable, and sent again until it is
    /// confirmed, also after a restart. It takes effect once at an entity that is hosted: see [`delivery`](crate::delivery).
    ///
    /// What becomes of it may be taken as a message: [`Confirmed`](crate::delivery::Confirmed), [`Undelivered`](crate::delivery::Undelivered).
    ///
    /// Where the entity has as many unconfirmed deliveries as it may,
    /// [100 000](crate::settings::Settings::max_unconfirmed_messages) by default, the caller gets [`CallError::Busy`] and nothing is stored.
    #[allow(clippy::needless_pass_by_value, reason = "a message is handed over")]
    pub fn deliver<M: Confirmable>(mut self, to: impl DeliverTo<M>, message: M) -> Self {
        self.beside.push(Beside::Deliver(Draft::new(to, &message)));
        self
    }

    /// Ends the delivery `id` of this entity, which is sent no more. It may have been taken, and its confirmation not have come yet.
    pub fn give_up(mut self, id: u64) -> Self {
        self.beside.push(Beside::GiveUp(id));
        self
    }
}

impl<A: Recover, E: Into<A::Event>, R, X> Persist<A, E, R, X> {
    /// The same, of any of the actor's events.
    pub(super) fn into_any(self) -> Persist<A, A::Event, R, X> {
        let Self { events, answer, effects, beside, raises } = self;
        Persist { events: events.map(Into::into), answer, effects, beside, raises }
    }
}

impl<A: Persistent, E: fmt::Debug, R: fmt::Debug, X: fmt::Debug> fmt::Debug for Persist<A, E, R, X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("Persist");
        out.field("events", &self.events.as_slice());
        match &self.answer {
            Answer::Reply(value) => out.field("reply", value),
            Answer::ReplyWith(_) => out.field("reply", &format_args!("of the state after")),
            Answer::Settle(why) => out.field("refuse", why),
            Answer::None => &mut out,
        };
        out.field("effects", &self.effects.len()).field("beside", &self.beside.len());
        out.field("raises", &self.raises).finish()
    }
}
