use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Message, Confirmable, Serialize, Deserialize)]
#[confirmable(name = "mail")]
struct Mail;

fn main() {}
