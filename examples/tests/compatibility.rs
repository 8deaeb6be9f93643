//! What the examples have promised to their stores, and what they have stored: `BLESS=1` writes what is new.
#![allow(dead_code, reason = "the programs are not run here")]
#![allow(
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    reason = "the programs are their own documentation"
)]

#[path = "../ledger.rs"]
mod ledger;
#[path = "../onboarding/machine.rs"]
mod onboarding;
#[path = "../order.rs"]
mod order;

use mainstay::entity::ShapeKind;
use mainstay::testing::{contract, samples};
use serde::Serialize;
use std::num::NonZeroU64;

#[test]
fn the_ledger_promises_what_its_contract_says() {
    contract::<ledger::Ledger>("contracts/ledger").check();
}

#[test]
fn the_order_promises_what_its_contract_says() {
    contract::<order::Order>("contracts/order").check();
}

#[test]
fn the_onboarding_promises_what_its_contract_says() {
    contract::<onboarding::Onboarding>("contracts/onboarding").check();
}

/// What `ledger.withdrawn` was before memos.
#[derive(Serialize)]
struct WithdrawnV1 {
    amount: NonZeroU64,
}

#[test]
fn v9_the_ledger_reads_all_that_it_has_ever_stored() {
    use ledger::{Closed, Deposited, Ledger, Withdrawn};
    let amount = NonZeroU64::MIN.saturating_add(9);
    samples::<Ledger>("samples/ledger")
        .event(&Deposited { amount })
        .event(&Withdrawn { amount, memo: "rent".into() })
        .event(&Closed)
        .earlier(ShapeKind::Event, "ledger.withdrawn", 1, &WithdrawnV1 { amount })
        .snapshot(Ledger::default, &Ledger::default())
        .check();
}

#[test]
fn v9_the_order_reads_all_that_it_has_ever_stored() {
    use order::{Cancelled, Item, ItemAdded, Order, PaymentRefused, PaymentTaken, Receipt, Shipped};
    samples::<Order>("samples/order")
        .event(&ItemAdded(Item::new("book", 12)))
        .event(&PaymentTaken(Receipt("receipt 1.1 over 12".into())))
        .event(&PaymentRefused)
        .event(&Shipped)
        .event(&Cancelled { why: "too late".into() })
        .check();
}

#[test]
fn v9_the_onboarding_reads_all_that_it_has_ever_stored() {
    use onboarding::{
        Answered, Completed, GivenUp, Invited, Onboarding, OwnerReminded, PersonReminded, Remind, Welcomed,
    };
    let email = || "ann@example.org".to_owned();
    samples::<Onboarding>("samples/onboarding")
        .event(&Welcomed(email()))
        .event(&OwnerReminded)
        .event(&GivenUp)
        .event(&Invited(email()))
        .event(&PersonReminded(email()))
        .event(&Answered(email()))
        .event(&Completed)
        .timer(&Remind(email()))
        .check();
}
