//! The ledger: money leaves with the message that carries it, and comes back if it is refused.

use mainstay::delivery::Cause;
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[actor(persistent = "ledger", snapshot_every = 1_000)]
#[derive(Default)]
pub struct Ledger {
    balance: u64,
    closed: bool,
    /// The numbers of the transfers that have ended here: taken, or come back.
    ended: Vec<u64>,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.opened")]
pub struct Opened {
    balance: u64,
    closed: bool,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.withdrawn")]
pub struct Withdrawn {
    amount: u64,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.received")]
pub struct Received {
    transfer: u64,
    amount: u64,
}

/// Money on its way.
#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
#[message(error = Closed)]
#[confirmable(name = "ledger.credit")]
pub struct Credit {
    transfer: u64,
    amount: u64,
}

#[derive(Debug, thiserror::Error, Serialize, Deserialize)]
#[error("the account is closed")]
pub struct Closed;

#[derive(Debug, thiserror::Error, Serialize, Deserialize)]
#[error("only {0} left")]
pub struct Insufficient(u64);

#[handlers]
impl Ledger {
    #[command]
    pub fn open(&self, balance: u64, closed: bool) -> Persist<Self, Opened> {
        persist(Opened { balance, closed })
    }

    #[command]
    pub fn transfer(
        &self,
        to: EntityId<Self>,
        transfer: u64,
        amount: u64,
    ) -> Decided<Self, Withdrawn, (), Insufficient> {
        if amount > self.balance {
            return Err(Insufficient(self.balance));
        }
        Ok(persist(Withdrawn { amount }).deliver(to, Credit { transfer, amount }))
    }

    /// Confirmed once `Received` is durable. A second copy is confirmed, and not run.
    #[command(message)]
    fn credit(&self, Credit { transfer, amount }: Credit) -> Decided<Self, Received, (), Closed> {
        if self.closed { Err(Closed) } else { Ok(persist(Received { transfer, amount })) }
    }

    /// The receiver said no: the money comes back.
    #[command(message)]
    fn bounced(
        &self,
        Undelivered { message: Credit { transfer, amount }, why, .. }: Undelivered<Credit>,
    ) -> Persist<Self, Received> {
        debug_assert!(matches!(why, Cause::Refused(_)), "nothing else can go wrong here");
        persist(Received { transfer, amount })
    }

    #[command]
    pub fn on_their_way(&self, cx: &mut Context<Self>) -> Persist<Self, Opened, usize> {
        nothing().reply(cx.unconfirmed_count())
    }

    #[query]
    pub fn balance(&self) -> u64 {
        self.balance
    }

    #[query]
    pub fn ended(&self) -> Vec<u64> {
        self.ended.clone()
    }

    #[apply]
    fn opened(&mut self, event: &Opened) {
        self.balance += event.balance;
        self.closed = event.closed;
    }

    #[apply]
    fn withdrawn(&mut self, event: &Withdrawn) {
        self.balance -= event.amount;
    }

    #[apply]
    fn received(&mut self, event: &Received) {
        self.balance += event.amount;
        self.ended.push(event.transfer);
    }
}
