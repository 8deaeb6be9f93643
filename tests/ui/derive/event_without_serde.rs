use mainstay::prelude::*;

#[derive(Event)]
#[event(name = "paid")]
struct Paid;

fn main() {}
