use mainstay::prelude::*;

#[derive(Message, Confirmable, Clone)]
#[confirmable(name = "mail")]
struct Mail;

fn main() {}
