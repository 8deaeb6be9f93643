//! What every machine can be asked.

use crate::actor::{Actor, Handle};
use crate::call::{Accepts, Call, Message, Typed};
use std::convert::Infallible;

/// What a query's method returns: the reply, in a `Result` where the message has an error.
pub type Answer<C> = <C as Message>::Decision<<C as Message>::Reply>;

/// Asks a machine for the name of its state.
#[derive(Clone, Copy, Debug)]
pub struct StateName;

impl Message for StateName {
    type Reply = &'static str;
    type Error = Infallible;
    type Decision<P> = P;

    fn decided<P>(decision: P) -> Result<P, Infallible> {
        Ok(decision)
    }
}

/// Asks a machine for the commands that its state has a row for.
#[derive(Clone, Copy, Debug)]
pub struct Permitted;

impl Message for Permitted {
    type Reply = Vec<&'static str>;
    type Error = Infallible;
    type Decision<P> = P;

    fn decided<P>(decision: P) -> Result<P, Infallible> {
        Ok(decision)
    }
}

/// What every machine's handle can do. In the prelude.
pub trait MachineHandle<A: Actor>: Handle<A> {
    /// Asks for the name of the state. The answer is durable: it never names a state that a crash could take back.
    fn state(&self) -> Call<'_, A, Typed<StateName>>
    where
        A: Accepts<StateName>,
    {
        self.ask(StateName)
    }

    /// Asks for the commands that the state has a row for.
    fn permitted(&self) -> Call<'_, A, Typed<Permitted>>
    where
        A: Accepts<Permitted>,
    {
        self.ask(Permitted)
    }
}

impl<A: Actor, H: Handle<A>> MachineHandle<A> for H {}
