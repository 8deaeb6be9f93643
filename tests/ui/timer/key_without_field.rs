//! The key is a field.
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Timer, Clone, Serialize, Deserialize)]
#[timer(name = "remind", key = whom)]
pub struct Remind {
    who: String,
}

fn main() {}
