use mainstay::prelude::*;

#[actor(mailbox = 0)]
struct Zero;

#[handlers]
impl Zero {}

#[actor(mailbox = "64")]
struct Text;

#[handlers]
impl Text {}

#[actor(mailbox)]
struct Bare;

#[handlers]
impl Bare {}

#[actor(64)]
struct Keyless;

#[handlers]
impl Keyless {}

fn main() {}
