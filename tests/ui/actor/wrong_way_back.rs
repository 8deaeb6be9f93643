use mainstay::prelude::*;

#[derive(Message)]
#[message(reply = u64)]
struct Balance;

#[actor]
struct Account;

#[handlers]
impl Account {
    #[handle(message)]
    fn balance(&self, _: Balance, reply: ReplyTo<u32>) {
        reply.reply(3);
    }
}

fn main() {}
