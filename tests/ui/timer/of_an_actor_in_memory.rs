//! Stored timers are those of stored actors.
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Timer, Clone, Serialize, Deserialize)]
#[timer(name = "remind")]
pub struct Remind(String);

#[actor]
#[derive(Default)]
pub struct Diary {}

#[handlers]
impl Diary {
    #[timer]
    fn remind(&self, _: Remind) {}
}

fn main() {}
