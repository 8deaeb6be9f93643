//! Who sends, and who takes.

use mainstay::delivery::DeliverTo;
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

/// A small event: some 45 bytes, as in the benchmarks of appends.
#[derive(Debug, Event, Serialize, Deserialize)]
#[event(name = "shop.counted")]
pub(super) struct Counted {
    amount: u64,
    customer: u64,
    invoice: u64,
}

/// What is sent.
#[derive(Debug, Message, Confirmable, Clone, Serialize, Deserialize)]
#[confirmable(name = "shop.parcel")]
pub(super) struct Parcel(pub(super) String);

/// The text of a parcel, and how many bytes it has when it is stored: two are the length.
pub(super) const TEXT: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
pub(super) const STORED_TEXT: usize = TEXT.len() + 2;

/// Whoever takes a parcel has room for all that are on their way: what finds no room is sent again only after seconds.
#[actor(persistent = "shop", mailbox = unbounded)]
#[derive(Default)]
pub(super) struct Shop {
    count: u64,
}

fn counted(customer: u64, invoice: u64) -> Counted {
    Counted { amount: 1, customer, invoice }
}

fn sent(to: impl DeliverTo<Parcel>, customer: u64, invoice: u64) -> Persist<Shop, Counted> {
    persist(counted(customer, invoice)).deliver(to, Parcel(TEXT.into()))
}

#[handlers]
#[allow(clippy::unused_self, reason = "everything is taken")]
impl Shop {
    /// A plain append.
    #[command]
    pub(super) fn count(&self, customer: u64, invoice: u64) -> Persist<Self, Counted> {
        persist(counted(customer, invoice))
    }

    #[command]
    pub(super) fn send(&self, to: EntityId<Shop>, customer: u64, invoice: u64) -> Persist<Self, Counted> {
        sent(to, customer, invoice)
    }

    #[command]
    pub(super) fn send_in_order(&self, to: EntityId<Shop>, customer: u64, invoice: u64) -> Persist<Self, Counted> {
        sent(ordered(to), customer, invoice)
    }

    /// To nobody: what is sent stays.
    #[command]
    pub(super) fn send_away(&self, parcels: u32) -> Persist<Self, Counted> {
        (0..parcels).fold(nothing(), |decision, _| decision.deliver(named("nobody"), Parcel(TEXT.into())))
    }

    #[command(message)]
    fn take(&self, Parcel(text): Parcel) -> Persist<Self, Counted> {
        persist(counted(text.len() as u64, self.count))
    }

    #[command]
    pub(super) fn unconfirmed(&self, cx: &mut Context<Self>) -> Persist<Self, Counted, usize> {
        nothing().reply(cx.unconfirmed_count())
    }

    #[apply]
    fn on_counted(&mut self, event: &Counted) {
        self.count += event.amount;
    }
}
