use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Timer, Clone, Serialize, Deserialize)]
#[timer(name = "order.remind")]
pub struct Remind<T>(T);

fn main() {}
