use mainstay::prelude::*;

#[actor(stash = 0, on_failure = die, strategy = one_for_al, backoff(min = "5", max = 2), intensity(restarts = -1))]
struct Account;

#[handlers]
impl Account {}

#[actor(on_failure = 3, backoff(min = "1s", max = "100ms", jitter = 1.5, factor = 2), intensity(within = "1 m"))]
struct Other;

#[handlers]
impl Other {}

#[actor(backoff = "1s", intensity, strategy, stash)]
struct Third;

#[handlers]
impl Third {}

fn main() {}
