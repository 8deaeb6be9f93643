use mainstay::prelude::*;

#[derive(Message)]
struct Greet<'a>(&'a str);

fn main() {}
