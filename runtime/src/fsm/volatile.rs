//! Machines that store nothing: where a handler sends the machine, and what is put aside until then.

use super::table::Unhandled;
use crate::actor::{Context, Dispatch, Exit};
use crate::call::{Accepts, CallError, Message, Port, ReplyTo};
use crate::observe;
use std::any::type_name;

/// Where a handler of a machine in memory sends it: `S` is the next state's value, or one of several of which the row speaks; `R` is the
/// reply to the command.
///
/// A handler that answers with a refusal instead leaves the machine where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "the machine goes nowhere unless the handler returns this"]
pub struct Goto<S, R = ()> {
    state: S,
    reply: R,
}

/// What a handler of a machine in memory returns for the command `C` when its row leads to `S`: a [`Goto`], in a `Result` where the message has
/// an error.
pub type Move<C, S> = <C as Message>::Decision<Goto<S, <C as Message>::Reply>>;

/// Sends the machine to `state`: the value of the row's target; of a row with several, one of the values or of the generated outcomes.
///
/// ```
/// use mainstay::fsm::{Goto, goto};
///
/// struct Open {
///     failures: u32,
/// }
///
/// let to: Goto<Open, &str> = goto(Open { failures: 3 }).reply("tripped");
/// assert_eq!(to.into_parts().0.failures, 3);
/// ```
pub fn goto<S>(state: impl Into<S>) -> Goto<S> {
    Goto { state: state.into(), reply: () }
}

impl<S> Goto<S> {
    /// Answers the command with `reply`. Without it the reply is `()`.
    pub fn reply<R>(self, reply: R) -> Goto<S, R> {
        Goto { state: self.state, reply }
    }
}

impl<S, R> Goto<S, R> {
    /// The state, and the reply.
    pub fn into_parts(self) -> (S, R) {
        (self.state, self.reply)
    }
}

impl<A: Dispatch> Context<A> {
    /// Puts a command aside until the machine's state changes: what a `#[postpone]` row does. Where as many are put aside as may be, which is
    /// what `#[fsm(stash = ..)]` or the [`Settings`](crate::settings::Settings) say, the command is answered with [`CallError::Full`] and is a
    /// dead letter, so that one that was told leaves a trace too.
    ///
    /// Whoever changes the state calls [`unstash_all`](Context::unstash_all): what was postponed then comes in the order of its arrival, after what
    /// was raised and before what is in the mailbox.
    pub fn postpone<M: Message>(&mut self, command: M, reply: ReplyTo<M::Reply, M::Error>)
    where
        A: Accepts<M>,
    {
        if let Err(full) = self.stash(command, reply) {
            let name = A::name(&A::accept(full.message, Port::none()));
            self.core.note_dead_letter(type_name::<A>(), None, name, &Exit::Full);
            full.reply.settle(Err(CallError::Full));
        }
    }

    /// Answers a command that the state, here by its name, has no row for, with [`CallError::Unhandled`]. It is counted, and those who watch are
    /// told so much as `policy` says.
    pub fn unhandled<M: Message>(
        &mut self,
        command: M,
        reply: ReplyTo<M::Reply, M::Error>,
        state: &'static str,
        policy: Unhandled,
    ) where
        A: Accepts<M>,
    {
        observe::unhandled(type_name::<A>(), type_name::<M>(), state, policy);
        reply.settle(Err(CallError::Unhandled { state }));
        // Its `Drop` is the user's, and comes after the answer.
        drop(command);
    }
}
