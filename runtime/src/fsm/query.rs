//! What every machine can be asked.

use super::transitions::Subscribe;
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

    /// Asks for the transitions from now on: first the state, then each transition in its order. Of a machine that is stored, only those that are
    /// durable. A row that says `stay` is none, one that says `reenter` is one.
    ///
    /// ```
    /// use mainstay::prelude::*;
    ///
    /// #[derive(Message)]
    /// pub struct Push;
    ///
    /// #[fsm(states = DoorState)]
    /// #[derive(Default)]
    /// pub struct Door;
    ///
    /// #[derive(States)]
    /// #[states(Door)]
    /// pub enum DoorState {
    ///     #[initial]
    ///     #[on(Push => Open)]
    ///     Shut,
    ///     #[on(Push => Shut)]
    ///     Open,
    /// }
    ///
    /// impl DoorFlow for Door {
    ///     fn shut_push(&mut self, _: Push, _: &mut Context<Self>) {}
    ///     fn open_push(&mut self, _: Push, _: &mut Context<Self>) {}
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let door = Door.spawn();
    /// let mut transitions = door.transitions().await?;
    /// assert_eq!(transitions.state(), "Shut");
    /// door.tell(Push)?;
    /// let transition = transitions.next().await.ok_or("the door is gone")?;
    /// assert_eq!((transition.from, transition.to), ("Shut", "Open"));
    /// # Ok(())
    /// # }
    /// ```
    fn transitions(&self) -> Call<'_, A, Typed<Subscribe>>
    where
        A: Accepts<Subscribe>,
    {
        self.ask(Subscribe)
    }
}

impl<A: Actor, H: Handle<A>> MachineHandle<A> for H {}
