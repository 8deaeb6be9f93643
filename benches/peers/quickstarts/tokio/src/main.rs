//! A counter that is told and asked, in a task with tokio's own channels.

use tokio::sync::{mpsc, oneshot};

enum Add {
    Tell(u64),
    Ask(u64, oneshot::Sender<u64>),
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let (counter, mut inbox) = mpsc::channel(1024);
    tokio::spawn(async move {
        let mut count = 0;
        while let Some(message) = inbox.recv().await {
            match message {
                Add::Tell(by) => count += by,
                Add::Ask(by, reply) => {
                    count += by;
                    let _ = reply.send(count);
                }
            }
        }
    });
    if counter.send(Add::Tell(1)).await.is_err() {
        println!("the counter is gone");
    }
    let (reply, answer) = oneshot::channel();
    let _ = counter.send(Add::Ask(2, reply)).await;
    match answer.await {
        Ok(count) => println!("{count}"),
        Err(error) => println!("{error}"),
    }
}
