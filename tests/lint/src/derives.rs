//! Messages, events, timers, and what may be delivered.

use mainstay::entity::{DecodeError, Parts, Split};
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

/// A message without an answer.
#[derive(Debug, Message)]
pub struct Ping;

/// A message with an answer and a refusal.
#[derive(Debug, Message)]
#[message(reply = u64, error = DecodeError)]
pub struct Count {
    /// Where to begin.
    pub from: u64,
}

/// A message with a parameter.
#[derive(Debug, Message)]
#[message(reply = Option<P>)]
pub struct Find<P>(pub P);

/// A message that is an enum.
#[derive(Debug, Message)]
pub enum Switch {
    /// Light.
    On,
    /// Dark.
    Off {
        /// For so long.
        seconds: u64,
    },
}

/// An event in its first version.
#[derive(Debug, Event, Serialize, Deserialize)]
#[event(name = "lint.sent")]
pub struct SentV1;

/// An event in its second version.
#[derive(Debug, Event, Serialize, Deserialize)]
#[event(name = "lint.sent", version = 2)]
pub struct SentV2 {
    /// How many.
    pub count: u64,
}

/// An event that was two others before.
#[derive(Debug, Event, Serialize, Deserialize)]
#[event(name = "lint.sent", version = 3, alias = "lint.posted", tags("a", "b"), from(2 = SentV2), split(1 = SentV1))]
pub struct Sent(pub u64);

impl From<SentV2> for Sent {
    fn from(old: SentV2) -> Self {
        Self(old.count)
    }
}

impl Split for SentV1 {
    fn split(self, into: &mut Parts) {
        into.add(&Sent(1));
    }
}

/// A timer that there is one of.
#[derive(Debug, Clone, Timer, Serialize, Deserialize)]
#[timer(name = "lint.beat")]
pub struct Beat;

/// A timer that there is one of for each person.
#[derive(Debug, Clone, Timer, Serialize, Deserialize)]
#[timer(name = "lint.nag", version = 2, alias = "lint.remind", key = who)]
pub struct Nag {
    /// Whom.
    pub who: String,
}

/// A message that may be delivered.
#[derive(Debug, Clone, Message, Confirmable, Serialize, Deserialize)]
#[confirmable(name = "lint.mail", version = 2)]
pub struct Mail {
    /// To whom.
    pub to: String,
}
