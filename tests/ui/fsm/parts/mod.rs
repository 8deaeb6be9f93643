//! The commands, events and states that the cases of this folder share.
#![allow(dead_code, reason = "no case uses all of them")]

use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Message, Clone)]
pub struct Add(pub u64);

#[derive(Message, Clone)]
#[message(reply = u64, error = PayError)]
pub struct Pay(pub u64);

#[derive(Message, Clone)]
pub struct Ship;

#[derive(Message, Clone)]
pub struct Note(pub String);

#[derive(Message, Clone)]
#[message(reply = u64)]
pub struct Total;

#[derive(Serialize, Deserialize)]
pub struct PayError;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "order.item_added")]
pub struct ItemAdded(pub u64);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "order.paid")]
pub struct PaymentTaken(pub u64);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "order.payment_refused")]
pub struct PaymentRefused;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "order.shipped")]
pub struct Shipped;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "order.noted")]
pub struct Noted(pub String);

pub struct Open {
    pub total: u64,
}

pub struct Paid {
    pub receipt: u64,
}
