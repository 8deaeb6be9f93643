//! A timer is stored.
use mainstay::prelude::*;

#[derive(Timer, Clone)]
#[timer(name = "remind")]
pub struct Remind(String);

fn main() {}
