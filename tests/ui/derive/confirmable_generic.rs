use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, Confirmable)]
#[confirmable(name = "mail")]
struct Mail<T>(T);

fn main() {}
