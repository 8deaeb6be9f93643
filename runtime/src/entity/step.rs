//! From a handler's decision to what the cell does with it.
//!
//! A [`Step`] still has the types of its command; a [`Verdict`] has only those of its actor, so that one cell serves all commands.

use super::codec::UnitError;
use super::decision::{AppliedBy, Decision};
use super::persist::{Answer, Decide, Decided, Effect, Persist};
use super::persistent::{After, PersistDispatch, PersistHandler, PersistHandlerAsync, Recover};
use super::recovery::RecoveryError;
use crate::actor::Context;
use crate::call::{CallError, Message, Port, ReplyTo};
use crate::fsm;
use crate::journal::{AppendError, CommandId};
use crate::panics::Panicked;
use std::fmt;

/// What the persist handler of the command `C` came to.
pub struct Step<A: Recover, C: Message>(Came<A, C>);

enum Came<A: Recover, C: Message> {
    Decided(Decided<A, A::Event, C::Reply, C::Error>),
    Unhandled(&'static str),
    Discarded(&'static str),
}

impl<A: Recover, C: Message> Step<A, C> {
    /// The handler decided, or refused.
    pub fn decided<O: Into<A::Event>>(decision: Decide<A, C, O>) -> Self {
        let decided = C::decided(decision).map(|Persist { event, answer, effects }| Persist {
            event: event.map(Into::into),
            answer,
            effects,
        });
        Self(Came::Decided(decided))
    }

    /// The `#[command]` method of an actor returned `decision`, which may store `O`.
    pub fn returned<O: AppliedBy<A>>(
        decision: impl Decision<Actor = A, Event = O, Reply = C::Reply, Refusal = C::Error>,
    ) -> Self {
        let decided = decision.decided().map(|Persist { event, answer, effects }| Persist {
            event: event.map(Into::into),
            answer,
            effects,
        });
        Self(Came::Decided(decided))
    }

    /// The state, here by its name, has no row for the command.
    pub fn unhandled(state: &'static str) -> Self {
        Self(Came::Unhandled(state))
    }

    /// The state, here by its name, takes the command and drops it.
    pub fn discarded(state: &'static str) -> Self {
        Self(Came::Discarded(state))
    }

    fn verdict(self, to: ReplyTo<C::Reply, C::Error>) -> Verdict<A> {
        match self.0 {
            Came::Decided(Ok(Persist { event, answer, effects })) => Verdict::of(event, effects, answer, to),
            Came::Decided(Err(refusal)) => Verdict::answer(to, Answer::Settle(CallError::Refused(refusal))),
            Came::Unhandled(state) => Verdict::answer(to, Answer::Settle(CallError::Unhandled { state })),
            Came::Discarded(state) => Verdict::answer(to, Answer::Settle(CallError::Discarded { state })),
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
    pub fn persist<C: Message>(
        state: &After<A>,
        command: C,
        port: Port<C::Reply, C::Error>,
        cx: &mut Context<A>,
    ) -> Self
    where
        A: PersistHandler<C>,
    {
        // Opened first: if the handler panics, the caller is told that it failed.
        let to = port.open();
        Self::Done(A::persist(state, command, cx).verdict(to))
    }

    /// Answers the question `query` about the state once what was read of it is durable.
    pub fn query<C: Message>(
        query: C,
        port: Port<C::Reply, C::Error>,
        answer: impl FnOnce(C) -> fsm::Answer<C>,
    ) -> Self {
        let to = port.open();
        let answer = match C::decided(answer(query)) {
            Ok(reply) => Answer::Reply(reply),
            Err(refusal) => Answer::Settle(CallError::Refused(refusal)),
        };
        Self::Done(Verdict::answer(to, answer))
    }
}

/// A decision, without the types of its command.
#[must_use = "a caller waits for what the verdict says"]
pub struct Verdict<A: Recover> {
    pub(super) event: Option<A::Event>,
    pub(super) conclusion: Box<dyn Conclude<A>>,
}

/// What happens after a decision, in two steps: the first as soon as the event is applied, the second when it is durable.
pub(super) trait Conclude<A: Recover>: Send {
    /// Makes the answer from the state after the event, before any later event is applied.
    fn applied(&mut self, after: &After<A>);

    /// Lets the answer and the effects leave, or says why there are none.
    fn release(self: Box<Self>, durable: Result<(), Rejection>, cx: &mut Context<A>);
}

struct Conclusion<A: Recover, R, X> {
    answer: Answer<A, R, X>,
    effects: Vec<Effect<A>>,
    to: ReplyTo<R, X>,
}

impl<A: Recover, R: Send + 'static, X: Send + 'static> Conclude<A> for Conclusion<A, R, X> {
    fn applied(&mut self, after: &After<A>) {
        self.answer = match std::mem::replace(&mut self.answer, Answer::None) {
            Answer::ReplyWith(value) => Answer::Reply(value(after)),
            given => given,
        };
    }

    fn release(self: Box<Self>, durable: Result<(), Rejection>, cx: &mut Context<A>) {
        let Self { answer, effects, to } = *self;
        match (durable, answer) {
            (Err(why), _) => return to.settle(Err(why.into())),
            (Ok(()), Answer::Reply(value)) => to.settle(Ok(value)),
            (Ok(()), Answer::Settle(answer)) => to.settle(Err(answer)),
            // Dropping the way back says that there is no reply.
            (Ok(()), Answer::ReplyWith(_) | Answer::None) => drop(to),
        }
        for effect in effects {
            effect(cx);
        }
    }
}

impl<A: Recover> Verdict<A> {
    /// Lets the async persist handler of `command` decide.
    pub async fn persist<C: Message>(
        state: &After<A>,
        command: C,
        to: ReplyTo<C::Reply, C::Error>,
        cx: &mut Context<A>,
    ) -> Self
    where
        A: PersistHandlerAsync<C>,
    {
        A::persist(state, command, cx).await.verdict(to)
    }

    fn of<R, X>(event: Option<A::Event>, effects: Vec<Effect<A>>, answer: Answer<A, R, X>, to: ReplyTo<R, X>) -> Self
    where
        R: Send + 'static,
        X: Send + 'static,
    {
        Self { event, conclusion: Box::new(Conclusion { answer, effects, to }) }
    }

    fn answer<R, X>(to: ReplyTo<R, X>, answer: Answer<A, R, X>) -> Self
    where
        R: Send + 'static,
        X: Send + 'static,
    {
        Self::of(None, Vec::new(), answer, to)
    }
}

/// Why a command was not carried out, whatever its types.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rejection {
    /// The code that was to change the state panicked. Nothing was stored.
    Failed,
    /// The state could not be read.
    Recovery(RecoveryError),
    /// The event cannot be stored.
    Unit(UnitError),
    /// The store did not take the unit, or did not say.
    Append {
        /// The command.
        command: CommandId,
        /// Why.
        cause: AppendError,
    },
}

impl From<Panicked> for Rejection {
    fn from(_: Panicked) -> Self {
        Self::Failed
    }
}

impl From<UnitError> for Rejection {
    fn from(cause: UnitError) -> Self {
        Self::Unit(cause)
    }
}

impl<E> From<Rejection> for CallError<E> {
    fn from(why: Rejection) -> Self {
        match why {
            Rejection::Failed => CallError::Failed,
            Rejection::Recovery(cause) => CallError::Recovery(cause),
            Rejection::Unit(cause) => CallError::Unit(cause),
            Rejection::Append { command, cause: AppendError::Unknown { cause } } => {
                CallError::Unknown { command, cause }
            }
            Rejection::Append { cause, .. } => CallError::Store(cause),
        }
    }
}

impl<R, E> Port<R, E> {
    /// Answers a message that is not going to be handled.
    pub fn reject(self, why: &Rejection) {
        self.open().settle(Err(why.clone().into()));
    }
}

impl<A: Recover, C: Message> fmt::Debug for Step<A, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Came::Decided(Ok(_)) => "Step::Decided",
            Came::Decided(Err(_)) => "Step::Refused",
            Came::Unhandled(_) => "Step::Unhandled",
            Came::Discarded(_) => "Step::Discarded",
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
        f.debug_struct("Verdict").field("stores", &self.event.is_some()).finish_non_exhaustive()
    }
}
