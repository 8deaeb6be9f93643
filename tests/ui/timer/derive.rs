use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Timer, Clone, Serialize, Deserialize)]
struct Nameless;

#[derive(Timer, Clone, Serialize, Deserialize)]
#[timer(name = "")]
struct Empty;

#[derive(Timer, Clone, Serialize, Deserialize)]
#[timer(name = "nag", alias = "nag", version = 0)]
struct Twice;

#[derive(Timer, Clone, Serialize, Deserialize)]
#[timer(name = "keyed", key = whom)]
struct Keyed {
    who: String,
}

#[derive(Timer, Clone, Serialize, Deserialize)]
#[timer(name = "any")]
struct Any<T>(T);

#[timer]
fn remind() {}

fn main() {}
