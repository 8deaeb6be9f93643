//! From a handler's decision to what the cell does with it.
//!
//! A [`Step`] still has the types of its command; a [`Verdict`] has only those of its actor, so that one cell serves all commands. The
//! command itself is kept in it, outside of the user's code, with the way back to its caller: it can be put back and run again.

use super::answer::Command;
use super::beside::Beside;
use super::codec::UnitError;
use super::decision::{Answers, AppliedBy};
use super::persist::{Answer, Decide, Decided, Effect, Events, Persist};
use super::persistent::{After, PersistDispatch, PersistHandler, PersistHandlerAsync, Recover};
use crate::actor::Context;
use crate::call::{Accepts, CallError, Message, Port, as_actor};
use crate::delivery;
use crate::fsm::{self, Subscribe, Transitions, Unhandled};
use crate::journal::CommandId;
use crate::observe;
use crate::panics::{Panicked, contain};
use std::any::type_name;
use std::convert::Infallible;
use std::fmt;
use std::future::{Future as _, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

/// What the persist handler of the command `C` came to.
pub struct Step<A: Recover, C: Message>(Came<A, C>);

enum Came<A: Recover, C: Message> {
    Decided(Decided<A, A::Event, C::Reply, C::Error>),
    Unhandled(&'static str, Unhandled),
    Finished(&'static str),
    Discarded(&'static str),
    Postponed,
}

impl<A: Recover, C: Message> Step<A, C> {
    /// The handler decided, or refused.
    pub fn decided<O: Into<A::Event>>(decision: Decide<A, C, O>) -> Self {
        Self(Came::Decided(C::decided(decision).map(Persist::into_any)))
    }

    /// The `#[command]` method of an actor returned `decision`, which may store `O`.
    pub fn returned<O: AppliedBy<A>>(decision: impl Answers<A, C, Event = O>) -> Self {
        Self(Came::Decided(decision.decided().map(Persist::into_any)))
    }

    /// The state, here by its name, has no row for the command. As [`unhandled_as`](Self::unhandled_as) with [`Unhandled::Warn`].
    pub fn unhandled(state: &'static str) -> Self {
        Self::unhandled_as(state, Unhandled::Warn)
    }

    /// The state, here by its name, has no row for the command; its caller is told, and those who watch are told so much.
    pub fn unhandled_as(state: &'static str, policy: Unhandled) -> Self {
        Self(Came::Unhandled(state, policy))
    }

    /// The machine has ended in the state of this name, and has no row for the command.
    pub fn finished(state: &'static str) -> Self {
        Self(Came::Finished(state))
    }

    /// The state, here by its name, takes the command and drops it.
    pub fn discarded(state: &'static str) -> Self {
        Self(Came::Discarded(state))
    }

    /// The state keeps the command for another one.
    pub fn postponed() -> Self {
        Self(Came::Postponed)
    }

    /// What it came to; an error is what its caller gets, and stores nothing.
    #[cfg(feature = "testing")]
    #[allow(clippy::type_complexity, reason = "a name for it would say less")]
    pub(super) fn outcome(self) -> Result<Persist<A, A::Event, C::Reply, C::Error>, CallError<C::Error>> {
        match self.0 {
            Came::Decided(decided) => decided.map_err(CallError::Refused),
            Came::Unhandled(state, _) => Err(CallError::Unhandled { state }),
            Came::Finished(state) => Err(CallError::Finished { state }),
            Came::Discarded(state) => Err(CallError::Discarded { state }),
            // Nobody answers before there is another state.
            Came::Postponed => Ok(Persist::postponed()),
        }
    }
}

/// What becomes of a message: decided, or for an async handler to decide.
pub enum Work<A: PersistDispatch> {
    /// Decided.
    Done(Verdict<A>),
    /// Its handler is async.
    Later(A::Later),
}

impl<A: PersistDispatch> Work<A> {
    /// Lets the persist handler of `command` decide.
    pub fn persist<C: Command>(
        state: &After<A>,
        command: C,
        port: Port<C::Reply, C::Error>,
        cx: &mut Context<A>,
    ) -> Self
    where
        A: PersistHandler<C> + Accepts<C>,
    {
        let kept = match Kept::new(command, port, cx) {
            Ok(kept) => kept,
            Err(answered) => return Self::Done(answered),
        };
        let step = contain(|| A::persist(state, kept.command.clone(), cx));
        Self::Done(kept.verdict(step))
    }

    /// Answers the question `query` about the state once what was read of it is durable.
    pub fn query<C: Message + Clone>(
        query: C,
        port: Port<C::Reply, C::Error>,
        answer: impl FnOnce(C) -> fsm::Answer<C>,
    ) -> Self
    where
        A: Accepts<C>,
    {
        let kept = Kept { command: query, port };
        Self::Done(match contain(|| C::decided(answer(kept.command.clone()))) {
            Ok(Ok(reply)) => kept.conclude(Events::None, Answer::Reply(reply), Vec::new(), Vec::new(), None),
            Ok(Err(refusal)) => kept.settle(CallError::Refused(refusal), None),
            Err(panicked) => kept.panicked(panicked),
        })
    }
}

impl<A: PersistDispatch + Accepts<Subscribe>> Work<A> {
    /// Subscribes to the machine's transitions: those after all that are in flight. `state` is the name of the one that it is in.
    pub fn subscribe(port: Port<Transitions, Infallible>, state: &'static str, cx: &mut Context<A>) -> Self {
        let (subscriber, transitions) = cx.subscription(state);
        // As soon as everything before it has left, and nothing after it.
        let begins: Effect<A> = Box::new(move |cx| cx.subscribe(subscriber));
        let kept = Kept { command: Subscribe, port };
        Self::Done(kept.conclude(Events::None, Answer::Reply(transitions), vec![begins], Vec::new(), None))
    }
}

/// A decision, without the types of its command.
#[must_use = "a caller waits for what the verdict says"]
pub struct Verdict<A: Recover>(pub(super) Outcome<A>);

pub(super) enum Outcome<A: Recover> {
    Decided {
        events: Events<A::Event>,
        beside: Vec<Beside>,
        conclusion: Box<dyn Conclude<A>>,
    },
    /// What it holds is the command, and nothing else.
    Postponed {
        conclusion: Box<dyn Conclude<A>>,
    },
    Panicked {
        message: A::Message,
        words: Arc<str>,
    },
}

impl<A: PersistDispatch> Verdict<A> {
    /// Lets the async persist handler of `command` decide.
    pub async fn persist<C: Command>(
        state: &After<A>,
        command: C,
        port: Port<C::Reply, C::Error>,
        cx: &mut Context<A>,
    ) -> Self
    where
        A: PersistHandlerAsync<C> + Accepts<C>,
    {
        let kept = match Kept::new(command, port, cx) {
            Ok(kept) => kept,
            Err(answered) => return answered,
        };
        let node = cx.node();
        let step = match contain(|| kept.command.clone()) {
            Ok(command) => {
                let mut handler = pin!(Some(A::persist(state, command, cx)));
                let step = poll_fn(|task| {
                    let Some(running) = handler.as_mut().as_pin_mut() else { return Poll::Pending };
                    match contain(|| as_actor(&node, || running.poll(task))) {
                        Ok(poll) => poll.map(Ok),
                        Err(panicked) => Poll::Ready(Err(panicked)),
                    }
                })
                .await;
                // What it holds is the user's, and may panic when it is dropped.
                contain(|| handler.set(None)).and(step)
            }
            Err(panicked) => Err(panicked),
        };
        kept.verdict(step)
    }
}

/// A command, and the way back to its caller: out of reach for the user's code.
struct Kept<C: Message> {
    command: C,
    port: Port<C::Reply, C::Error>,
}

impl<C: Message> Kept<C> {
    /// Keeps the command, unless it was answered before and its caller gave the same id: then that is its answer.
    fn new<A>(command: C, port: Port<C::Reply, C::Error>, cx: &mut Context<A>) -> Result<Self, Verdict<A>>
    where
        C: Command,
        A: Recover + Accepts<C>,
    {
        let kept = Self { command, port };
        let Some(answered) = cx.hand().answered.take() else { return Ok(kept) };
        Err(match contain(|| C::decode(&answered)) {
            Ok(Ok(Ok(reply))) => kept.conclude(Events::None, Answer::Reply(reply), Vec::new(), Vec::new(), None),
            Ok(Ok(Err(refusal))) => kept.settle(CallError::Refused(refusal), None),
            Ok(Err(cause)) => kept.settle(CallError::Unreadable { cause: cause.into() }, None),
            Err(panicked) => kept.panicked(panicked),
        })
    }

    fn verdict<A>(self, step: Result<Step<A, C>, Panicked>) -> Verdict<A>
    where
        C: Command,
        A: Recover + Accepts<C>,
    {
        match step.map(|step| step.0) {
            Ok(Came::Decided(Ok(Persist { events, answer, effects, beside, raises }))) => {
                let conclusion = self.conclusion(answer, effects, Some(C::encode), true);
                let conclusion = Box::new(Conclusion { raises, ..conclusion });
                Verdict(Outcome::Decided { events, beside, conclusion })
            }
            Ok(Came::Decided(Err(refusal))) => self.settle(CallError::Refused(refusal), Some(C::encode)),
            Ok(Came::Unhandled(state, policy)) => {
                let command = type_name::<C>();
                let told: Effect<A> = Box::new(move |_| observe::unhandled(type_name::<A>(), command, state, policy));
                let answer = Answer::Settle(CallError::Unhandled { state });
                let conclusion = Box::new(self.conclusion(answer, vec![told], Some(C::encode), false));
                Verdict(Outcome::Decided { events: Events::None, beside: Vec::new(), conclusion })
            }
            Ok(Came::Finished(state)) => self.settle(CallError::Finished { state }, Some(C::encode)),
            Ok(Came::Discarded(state)) => self.settle(CallError::Discarded { state }, Some(C::encode)),
            Ok(Came::Postponed) => {
                let conclusion = Box::new(self.conclusion(Answer::None, Vec::new(), None, false));
                Verdict(Outcome::Postponed { conclusion })
            }
            Err(panicked) => self.panicked(panicked),
        }
    }

    /// Decides nothing but the answer.
    fn settle<A: Recover + Accepts<C>>(self, answer: CallError<C::Error>, encode: Option<Encode<C>>) -> Verdict<A> {
        let conclusion = Box::new(self.conclusion(Answer::Settle(answer), Vec::new(), encode, false));
        Verdict(Outcome::Decided { events: Events::None, beside: Vec::new(), conclusion })
    }

    fn conclude<A: Recover + Accepts<C>>(
        self,
        events: Events<A::Event>,
        answer: Answer<A, C::Reply, C::Error>,
        effects: Vec<Effect<A>>,
        beside: Vec<Beside>,
        encode: Option<Encode<C>>,
    ) -> Verdict<A> {
        let conclusion = Box::new(self.conclusion(answer, effects, encode, true));
        Verdict(Outcome::Decided { events, beside, conclusion })
    }

    fn conclusion<A: Recover + Accepts<C>>(
        self,
        answer: Answer<A, C::Reply, C::Error>,
        effects: Vec<Effect<A>>,
        encode: Option<Encode<C>>,
        is_repeated: bool,
    ) -> Conclusion<A, C> {
        Conclusion { answer, effects, encode, is_repeated, raises: false, kept: self }
    }

    fn panicked<A: Recover + Accepts<C>>(self, Panicked(words): Panicked) -> Verdict<A> {
        Verdict(Outcome::Panicked { message: A::accept(self.command, self.port), words })
    }
}

/// What happens after a decision: the first two as soon as the events are applied, one of the others when they are durable or cannot be.
pub(super) trait Conclude<A: Recover>: Send {
    /// Makes the answer from the state after the events, before any later event is applied. Takes what the states that were left and entered
    /// ask for: what comes before the decision's own effects, and what comes after them.
    fn applied(&mut self, after: &After<A>, hooks: Hooks<A>);

    /// The answer, to be stored with the caller's id. `None` where the command stores nothing: it is decided again.
    fn encode(&self) -> Option<Result<Vec<u8>, UnitError>>;

    /// The decision is with the store, under the name of its command.
    fn undecided(&self, command: CommandId);

    /// Whether a command was taken and decided on: no query, no refusal, nothing without a row.
    fn is_decision(&self) -> bool;

    /// Whether the state had no row for it.
    fn is_unhandled(&self) -> bool;

    /// Whether messages are raised when it is durable: nothing else is handled before them.
    fn raises(&self) -> bool;

    /// What the answer means for the delivery that has brought the message; `None` where it says nothing.
    fn outcome(&self) -> Option<Result<delivery::Outcome, UnitError>>;

    /// Lets the answer and the effects leave.
    fn release(self: Box<Self>, cx: &mut Context<A>);

    /// The message as it was, to be run again or rejected.
    fn take_back(self: Box<Self>) -> A::Message;
}

/// What the hooks of states ask for.
pub(super) struct Hooks<A: Recover> {
    pub(super) before: Vec<Effect<A>>,
    pub(super) behind: Vec<Effect<A>>,
    /// Whether any of them raises a message.
    pub(super) raises: bool,
}

type Encode<C> = fn(Result<&<C as Message>::Reply, &<C as Message>::Error>) -> Result<Vec<u8>, UnitError>;

struct Conclusion<A: Recover, C: Message> {
    answer: Answer<A, C::Reply, C::Error>,
    effects: Vec<Effect<A>>,
    /// Of commands. Nothing is stored for a query, nor for an answer that is being repeated.
    encode: Option<Encode<C>>,
    /// Whether the answer is stored for a caller that gives the same id: that of a plain refusal is not.
    is_repeated: bool,
    raises: bool,
    kept: Kept<C>,
}

impl<A: Recover + Accepts<C>, C: Message> Conclude<A> for Conclusion<A, C> {
    fn applied(&mut self, after: &After<A>, hooks: Hooks<A>) {
        self.effects.splice(..0, hooks.before);
        self.effects.extend(hooks.behind);
        self.raises |= hooks.raises;
        self.answer = match std::mem::replace(&mut self.answer, Answer::None) {
            Answer::ReplyWith(value) => Answer::Reply(value(after)),
            given => given,
        };
    }

    fn encode(&self) -> Option<Result<Vec<u8>, UnitError>> {
        let encode = self.encode.filter(|_| self.is_repeated)?;
        match &self.answer {
            Answer::Reply(value) => Some(encode(Ok(value))),
            Answer::Settle(CallError::Refused(refusal)) => Some(encode(Err(refusal))),
            Answer::Settle(_) | Answer::ReplyWith(_) | Answer::None => None,
        }
    }

    fn undecided(&self, command: CommandId) {
        self.kept.port.undecided(command);
    }

    fn is_decision(&self) -> bool {
        self.encode.is_some() && self.is_repeated
    }

    fn is_unhandled(&self) -> bool {
        matches!(self.answer, Answer::Settle(CallError::Unhandled { .. } | CallError::Finished { .. }))
    }

    fn raises(&self) -> bool {
        self.raises
    }

    fn outcome(&self) -> Option<Result<delivery::Outcome, UnitError>> {
        let encode = self.encode?;
        match &self.answer {
            Answer::Settle(answer) => delivery::Outcome::of(answer, |why| encode(Err(why))),
            Answer::Reply(_) | Answer::ReplyWith(_) | Answer::None => Some(Ok(delivery::Outcome::Confirmed)),
        }
    }

    fn release(self: Box<Self>, cx: &mut Context<A>) {
        // The command's `Drop` is the user's: it comes last.
        let Self { answer, effects, kept: Kept { command: _command, port }, .. } = *self;
        let to = port.open();
        match answer {
            Answer::Reply(value) => to.settle(Ok(value)),
            Answer::Settle(answer) => to.settle(Err(answer)),
            // Dropping the way back says that there is no reply.
            Answer::ReplyWith(_) | Answer::None => drop(to),
        }
        for effect in effects {
            effect(cx);
        }
    }

    fn take_back(self: Box<Self>) -> A::Message {
        let Self { answer, effects, kept: Kept { command, port }, .. } = *self;
        // They are the user's, and may panic when they are dropped: that says nothing of the command.
        let _ = contain(|| drop((answer, effects)));
        A::accept(command, port)
    }
}

impl<A: Recover, C: Message> fmt::Debug for Step<A, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Came::Decided(Ok(_)) => "Step::Decided",
            Came::Decided(Err(_)) => "Step::Refused",
            Came::Unhandled(..) => "Step::Unhandled",
            Came::Finished(_) => "Step::Finished",
            Came::Discarded(_) => "Step::Discarded",
            Came::Postponed => "Step::Postponed",
        })
    }
}

impl<A: PersistDispatch> fmt::Debug for Work<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Work::Done(verdict) => f.debug_tuple("Work::Done").field(verdict).finish(),
            Work::Later(_) => f.debug_tuple("Work::Later").finish_non_exhaustive(),
        }
    }
}

impl<A: Recover> fmt::Debug for Verdict<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Outcome::Decided { events, .. } => write!(f, "Verdict::Decided({} events)", events.as_slice().len()),
            Outcome::Postponed { .. } => f.write_str("Verdict::Postponed"),
            Outcome::Panicked { words, .. } => f.debug_tuple("Verdict::Panicked").field(words).finish(),
        }
    }
}
