use mainstay::prelude::*;

#[actor]
struct Account;

#[handlers]
impl Account {
    #[handle]
    fn balance(&self, reply: ReplyTo<u64>) -> u64 {
        drop(reply);
        3
    }

    #[handle]
    fn both(&self, first: ReplyTo<u64>, second: ReplyTo<u64>) {
        drop((first, second));
    }

    #[handle]
    fn of_what(&self, reply: ReplyTo) {
        drop(reply);
    }
}

fn main() {
    let account = Account.spawn();
    let _ = (account.balance(), account.both(), account.of_what());
}
