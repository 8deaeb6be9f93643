use mainstay::prelude::*;

#[derive(Message)]
#[message(replay = u64)]
struct Pay;

#[derive(Message)]
#[message(reply)]
struct Ship;

#[derive(Message)]
#[message(reply = u64, reply = u32)]
struct Close;

fn main() {}
