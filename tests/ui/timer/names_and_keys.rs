//! A timer has a name of its own, and is told apart by a field that there is.
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Timer, Clone, Serialize, Deserialize)]
pub struct Nameless;

#[derive(Timer, Clone, Serialize, Deserialize)]
#[timer(name = "")]
pub struct Empty;

#[derive(Timer, Clone, Serialize, Deserialize)]
#[timer(name = "again", alias = "again")]
pub struct Again;

#[derive(Timer, Clone, Serialize, Deserialize)]
#[timer(name = "first", version = 0)]
pub struct Zeroth;

#[derive(Timer, Clone, Serialize, Deserialize)]
#[timer(name = "generic")]
pub struct Generic<T>(T);

#[derive(Timer, Clone, Serialize, Deserialize)]
#[timer(name = "misspelt", keys = who)]
pub struct Misspelt {
    who: String,
}

fn main() {}
