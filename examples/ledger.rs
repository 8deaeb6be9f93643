//! An event-sourced actor. A command may only read (`&self`) and decide; `#[apply]` is the one place where state changes, live and in
//! recovery alike. A reply leaves only after the events behind it are durable.
#![allow(
    missing_docs,
    missing_debug_implementations,
    clippy::missing_errors_doc,
    reason = "the program is its own documentation"
)]

use mainstay::prelude::*;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU64;

#[actor(persistent = "ledger", snapshot_every = 1_000)]
#[derive(Default)]
pub struct Ledger {
    balance: u64,
    closed: bool,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.deposited")]
pub struct Deposited {
    pub amount: NonZeroU64,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.withdrawn", version = 2, from(1 = WithdrawnV1))]
pub struct Withdrawn {
    pub amount: NonZeroU64,
    pub memo: String,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.closed")]
pub struct Closed;

/// What `ledger.withdrawn` looked like before memos.
#[derive(Deserialize)]
pub struct WithdrawnV1 {
    amount: NonZeroU64,
}

impl From<WithdrawnV1> for Withdrawn {
    fn from(old: WithdrawnV1) -> Self {
        Withdrawn { amount: old.amount, memo: String::new() }
    }
}

#[derive(Debug, thiserror::Error, Serialize, Deserialize)]
pub enum Refusal {
    #[error("the account is closed")]
    Closed,
    #[error("only {0} left")]
    Insufficient(u64),
    #[error("the balance would overflow")]
    TooMuch,
}

#[handlers]
impl Ledger {
    /// Takes `amount` in; returns the new balance.
    #[command]
    pub fn deposit(&self, amount: NonZeroU64) -> Decided<Self, Deposited, u64, Refusal> {
        self.may_receive(amount)?;
        Ok(persist(Deposited { amount }).reply_with(|after: &Self| after.balance))
    }

    #[command]
    pub fn withdraw(&self, amount: NonZeroU64, memo: String) -> Decided<Self, Withdrawn, u64, Refusal> {
        let Some(rest) = self.balance.checked_sub(amount.get()) else {
            return Err(Refusal::Insufficient(self.balance));
        };
        Ok(persist(Withdrawn { amount, memo }).reply(rest))
    }

    /// Pays out what is there and closes the account: both or neither is stored.
    #[command]
    pub fn close(&self) -> Persist<Self, LedgerEvent, u64> {
        match NonZeroU64::new(self.balance) {
            Some(amount) => persist(Withdrawn { amount, memo: "the rest".into() }).and(Closed).reply(amount.get()),
            None => persist(Closed).reply(0),
        }
    }

    #[query]
    pub fn balance(&self) -> u64 {
        self.balance
    }

    #[apply]
    fn deposited(&mut self, event: &Deposited) {
        self.balance += event.amount.get();
    }

    #[apply]
    fn withdrawn(&mut self, event: &Withdrawn) {
        self.balance -= event.amount.get();
    }

    #[apply]
    fn closed(&mut self, _: &Closed) {
        self.closed = true;
    }

    fn may_receive(&self, amount: NonZeroU64) -> Result<(), Refusal> {
        if self.closed {
            return Err(Refusal::Closed);
        }
        self.balance.checked_add(amount.get()).map(drop).ok_or(Refusal::TooMuch)
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dir = tempfile::tempdir()?;
    let system = System::open(dir.path()).host::<Ledger>().start().await?; // the embedded store; nothing to install
    let alice = system.entity::<Ledger>("alice")?;

    let ten = NonZeroU64::new(10).ok_or("ten is not zero")?;
    println!("alice has {}", alice.deposit(ten).await?); // durable when this line prints
    match alice.withdraw(ten.saturating_add(1), "rent".into()).await {
        Err(CallError::Refused(why)) => println!("no rent: {why}"),
        other => println!("rent: {other:?}"),
    }
    system.shutdown().await?;

    // Another day: every stored event is applied again.
    let system = System::open(dir.path()).host::<Ledger>().start().await?;
    let alice = system.entity::<Ledger>("alice")?;
    println!("alice still has {}", alice.balance().await?);
    println!("she closes the account and takes {}", alice.close().await?);
    match alice.deposit(ten).await {
        Err(CallError::Refused(why)) => println!("no deposit: {why}"),
        other => println!("deposit: {other:?}"),
    }
    system.shutdown().await?;
    Ok(())
}
