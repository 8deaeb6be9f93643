use mainstay::prelude::*;

#[derive(Message)]
#[mesage(reply = u64)]
struct Pay;

fn main() {}
