use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Event, Serialize, Deserialize)]
#[event(name = "a.rigid")]
#[serde(deny_unknown_fields)]
pub struct Rigid {
    amount: u64,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "a.flat")]
pub struct Flat {
    #[serde(flatten)]
    rest: Rest,
}

#[derive(Serialize, Deserialize)]
pub struct Rest {
    amount: u64,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "a.untagged")]
#[serde(untagged)]
pub enum Untagged {
    Number(u64),
    Text(String),
}

fn main() {}
