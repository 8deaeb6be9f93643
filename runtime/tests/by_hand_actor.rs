//! An actor without macros: what `#[actor]` and `#[handlers]` write, written by hand against the public traits.
#![allow(missing_docs, missing_debug_implementations, reason = "the test is about what the types do")]
#![allow(clippy::missing_errors_doc, clippy::missing_panics_doc, clippy::panic, reason = "the user's part is short")]
#![allow(clippy::unit_arg, reason = "it is written as a macro would write it")]

use mainstay::actor::{Actor, ActorRef, Declared, Dispatch, Exit, Handle as _};
use mainstay::call::{Accepts, Call, Port, ReplyTo, Request, Typed};
use mainstay::prelude::*;
use std::convert::Infallible;
use std::future::IntoFuture as _;

// What the user writes.

#[derive(Default)]
pub struct Account {
    balance: u64,
}

#[derive(Debug, PartialEq, thiserror::Error)]
#[error("{short} short")]
pub struct Overdrawn {
    pub short: u64,
}

pub struct Close;

impl Account {
    /// Adds `amount`; returns the new balance.
    pub fn deposit(&mut self, amount: u64) -> u64 {
        self.balance += amount;
        self.balance
    }

    pub fn withdraw(&mut self, amount: u64) -> Result<u64, Overdrawn> {
        let Some(rest) = self.balance.checked_sub(amount) else {
            return Err(Overdrawn { short: amount - self.balance });
        };
        self.balance = rest;
        Ok(rest)
    }

    pub async fn interest(&mut self, percent: u64) -> u64 {
        tokio::task::yield_now().await;
        self.balance += self.balance * percent / 100;
        self.balance
    }

    pub fn fail(&mut self) {
        panic!("on purpose");
    }

    pub fn close(&mut self, _: Close, cx: &mut Context<Self>) {
        cx.stop();
    }
}

// What `#[actor]` writes.

impl Declared for Account {}

// What `#[derive(Message)]` writes.

impl Message for Close {
    type Reply = ();
    type Error = Infallible;
    type Decision<P> = P;

    fn decided<P>(decision: P) -> Result<P, Infallible> {
        Ok(decision)
    }
}

// What `#[handlers]` writes.

/// Handle to a running [`Account`].
#[derive(Clone, Debug)]
pub struct AccountRef(ActorRef<Account>);

impl AccountRef {
    /// Adds `amount`; returns the new balance.
    pub fn deposit(&self, amount: u64) -> Call<'_, Account, impl Request<Account, Reply = u64, Error = Infallible>> {
        self.0.call(expansion::Deposit { amount })
    }

    pub fn withdraw(&self, amount: u64) -> Call<'_, Account, impl Request<Account, Reply = u64, Error = Overdrawn>> {
        self.0.call(expansion::Withdraw { amount })
    }

    pub fn interest(&self, percent: u64) -> Call<'_, Account, impl Request<Account, Reply = u64, Error = Infallible>> {
        self.0.call(expansion::Interest { percent })
    }

    pub fn fail(&self) -> Call<'_, Account, impl Request<Account, Reply = (), Error = Infallible>> {
        self.0.call(expansion::Fail {})
    }

    pub fn close(&self, message: Close) -> Call<'_, Account, Typed<Close>> {
        self.0.call(Typed(message))
    }
}

impl mainstay::actor::Handle<Account> for AccountRef {
    fn from_ref(actor: ActorRef<Account>) -> Self {
        Self(actor)
    }

    fn actor_ref(&self) -> &ActorRef<Account> {
        &self.0
    }
}

// The macro puts these into `const _: () = { .. }`, where nobody can name them.
mod expansion {
    use super::*;

    pub struct Deposit {
        pub amount: u64,
    }

    impl Request<Account> for Deposit {
        type Reply = u64;
        type Error = Infallible;

        fn into_message(self, port: Port<u64, Infallible>) -> Inbox {
            Inbox::Deposit(self, port)
        }
    }

    pub struct Withdraw {
        pub amount: u64,
    }

    impl Request<Account> for Withdraw {
        type Reply = u64;
        type Error = Overdrawn;

        fn into_message(self, port: Port<u64, Overdrawn>) -> Inbox {
            Inbox::Withdraw(self, port)
        }
    }

    pub struct Interest {
        pub percent: u64,
    }

    impl Request<Account> for Interest {
        type Reply = u64;
        type Error = Infallible;

        fn into_message(self, port: Port<u64, Infallible>) -> Inbox {
            Inbox::Interest(self, port)
        }
    }

    pub struct Fail {}

    impl Request<Account> for Fail {
        type Reply = ();
        type Error = Infallible;

        fn into_message(self, port: Port<(), Infallible>) -> Inbox {
            Inbox::Fail(self, port)
        }
    }

    impl Accepts<Close> for Account {
        fn accept(message: Close, port: Port<(), Infallible>) -> Inbox {
            Inbox::Close(message, port)
        }
    }

    pub enum Inbox {
        Deposit(Deposit, Port<u64, Infallible>),
        Withdraw(Withdraw, Port<u64, Overdrawn>),
        Interest(Interest, Port<u64, Infallible>),
        Fail(Fail, Port<(), Infallible>),
        Close(Close, Port<(), Infallible>),
    }

    pub enum Later {
        Interest(Interest, ReplyTo<u64, Infallible>),
    }

    impl Actor for Account {
        type Handle = AccountRef;
        type Message = Inbox;
        type Id = ();

        fn name(message: &Inbox) -> &'static str {
            match message {
                Inbox::Deposit(..) => "deposit",
                Inbox::Withdraw(..) => "withdraw",
                Inbox::Interest(..) => "interest",
                Inbox::Fail(..) => "fail",
                Inbox::Close(..) => "close",
            }
        }
    }

    impl Dispatch for Account {
        type Later = Later;
        type State = ();

        fn initial(&mut self, _: &mut Context<Self>) {}

        fn dispatch(&mut self, (): &mut (), message: Inbox, cx: &mut Context<Self>) -> Option<Later> {
            match message {
                Inbox::Deposit(Deposit { amount }, port) => port.answer(|| Ok(self.deposit(amount))),
                Inbox::Withdraw(Withdraw { amount }, port) => port.answer(|| self.withdraw(amount)),
                Inbox::Interest(request, port) => return Some(Later::Interest(request, port.open())),
                Inbox::Fail(Fail {}, port) => port.answer(|| Ok(self.fail())),
                Inbox::Close(message, port) => port.answer(|| Ok(self.close(message, cx))),
            }
            None
        }

        async fn dispatch_later(&mut self, (): &mut (), message: Later, _cx: &mut Context<Self>) {
            match message {
                Later::Interest(Interest { percent }, reply) => reply.send(Ok(self.interest(percent).await)),
            }
        }
    }
}

// What the actor does.

#[tokio::test]
async fn calls_are_answered_in_order_and_a_refusal_is_typed() {
    let account = Account::default().spawn();
    account.deposit(10).tell().expect("there is room");
    assert_eq!(account.withdraw(3).await, Ok(7));
    assert_eq!(account.withdraw(100).await, Err(CallError::Refused(Overdrawn { short: 93 })));
    assert_eq!(account.interest(100).await, Ok(14));
}

#[tokio::test]
async fn stop_handles_what_was_accepted_and_nothing_more() {
    let account = Account::default().spawn();
    let anyone: Recipient<Close> = account.recipient();
    anyone.tell(Close).expect("there is room");
    let accepted = account.deposit(1).into_future();
    let (accepted, exit) = tokio::join!(accepted, account.stopped());
    assert_eq!((accepted, exit), (Ok(1), Exit::Stopped));
    assert_eq!(anyone.tell(Close), Err(TellError::Stopped));
    assert_eq!(account.deposit(1).await, Err(CallError::Stopped));
}

#[tokio::test]
async fn a_panic_answers_its_caller_with_failed_and_those_behind_with_stopped() {
    let account = Account::default().spawn();
    let (failed, behind) = tokio::join!(account.fail().into_future(), account.deposit(1).into_future());
    assert_eq!(failed, Err(CallError::Failed));
    assert_eq!(behind, Err(CallError::Stopped));
    assert_eq!(account.stopped().await, Exit::Panicked("on purpose".into()));
}

#[tokio::test(start_paused = true)]
async fn a_timeout_says_whether_the_message_was_enqueued() {
    let account = Account::default().spawn();
    let late = account.interest(1).timeout(Duration::ZERO).await;
    assert_eq!(late, Err(CallError::Timeout { enqueued: true }));
}
