//! A counter that is told and asked.

use ractor::{Actor, ActorProcessingErr, ActorRef, RpcReplyPort, call};

struct Counter;

enum Add {
    Tell(u64),
    Ask(u64, RpcReplyPort<u64>),
}

impl Actor for Counter {
    type Msg = Add;
    type State = u64;
    type Arguments = ();

    async fn pre_start(&self, _: ActorRef<Add>, (): ()) -> Result<u64, ActorProcessingErr> {
        Ok(0)
    }

    async fn handle(&self, _: ActorRef<Add>, message: Add, count: &mut u64) -> Result<(), ActorProcessingErr> {
        match message {
            Add::Tell(by) => *count += by,
            Add::Ask(by, reply) => {
                *count += by;
                reply.send(*count)?;
            }
        }
        Ok(())
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let Ok((counter, _)) = Actor::spawn(None, Counter, ()).await else { return println!("it does not start") };
    if counter.cast(Add::Tell(1)).is_err() {
        println!("the counter is gone");
    }
    match call!(counter, Add::Ask, 2) {
        Ok(count) => println!("{count}"),
        Err(error) => println!("{error}"),
    }
}
