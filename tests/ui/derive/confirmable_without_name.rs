use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
struct Mail;

#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
#[confirmable(name = "")]
struct Parcel;

#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
#[confirmable(name = "letter", version = 0)]
struct Letter;

#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
#[confirmable(name = "card", versoin = 2)]
struct Card;

fn main() {}
