//! What may wait in front of an actor, in which order it is handled, and how the waiting ends.
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small")]
#![allow(
    clippy::expect_used,
    clippy::unused_self,
    clippy::unused_async,
    reason = "the actors are there for their mailboxes"
)]

use mainstay::actor::Exit;
use mainstay::prelude::*;
use std::future::IntoFuture as _;

/// Keeps what it was sent.
#[actor(mailbox = 4)]
#[derive(Default)]
struct Book {
    lines: Vec<(u32, u32)>,
}

#[handlers]
impl Book {
    #[handle]
    fn write(&mut self, producer: u32, line: u32) {
        self.lines.push((producer, line));
    }

    #[handle]
    fn read(&mut self) -> Vec<(u32, u32)> {
        std::mem::take(&mut self.lines)
    }

    #[handle]
    async fn wait(&self, time: Duration) {
        tokio::time::sleep(time).await;
    }

    #[handle]
    fn end(&self, cx: &mut Context<Self>) {
        cx.kill();
    }

    #[handle]
    fn tell_myself(&self, cx: &mut Context<Self>) -> usize {
        let own = cx.handle().expect("the test holds one");
        (0..10).flat_map(|line| own.write(0, line).tell()).count()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_one_producer_sends_stays_in_order_among_many() {
    const PRODUCERS: u32 = 8;
    const LINES: u32 = 500;
    let book = Book::default().spawn();
    let producers: Vec<_> = (0..PRODUCERS)
        .map(|producer| {
            let book = book.clone();
            tokio::spawn(async move {
                for line in 0..LINES {
                    // All three ways in, among them two that wait for room.
                    match line % 3 {
                        0 => book.write(producer, line).send().await.expect("it lives"),
                        1 => book.write(producer, line).await.expect("it lives"),
                        _ => {
                            while book.write(producer, line).tell() == Err(TellError::Full) {
                                tokio::task::yield_now().await;
                            }
                        }
                    }
                }
            })
        })
        .collect();
    for producer in producers {
        producer.await.expect("it does not panic");
    }
    let lines = book.read().await.expect("it lives");
    assert_eq!(lines.len(), usize::try_from(PRODUCERS * LINES).expect("small"), "everybody got in, and nothing twice");
    for producer in 0..PRODUCERS {
        let own: Vec<_> = lines.iter().filter(|(from, _)| *from == producer).map(|(_, line)| *line).collect();
        assert!(own.is_sorted(), "{own:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_full_mailbox_refuses_a_tell_and_makes_others_wait() {
    let book = Book::default().spawn();
    for line in 0..4 {
        book.write(0, line).tell().expect("there is room");
    }
    assert_eq!(book.write(0, 4).tell(), Err(TellError::Full));
    let waiting: Vec<_> = (4..20)
        .map(|line| {
            let book = book.clone();
            tokio::spawn(async move { book.write(1, line).send().await })
        })
        .collect();
    for waiting in waiting {
        assert_eq!(waiting.await.expect("it does not panic"), Ok(()));
    }
    assert_eq!(book.read().await.expect("it lives").len(), 20);
}

#[tokio::test(start_paused = true)]
async fn who_waits_for_room_gives_up_in_time_or_when_the_actor_ends() {
    let book = Book::default().spawn();
    book.wait(Duration::from_secs(10)).tell().expect("there is room");
    tokio::task::yield_now().await;
    for line in 0..4 {
        book.write(0, line).tell().expect("there is room");
    }
    let soon = Duration::from_secs(1);
    assert_eq!(book.write(0, 4).timeout(soon).send().await, Err(TellError::Full));
    assert_eq!(book.write(0, 4).timeout(soon).await, Err(CallError::Timeout { enqueued: false }));
    let (sent, asked, ()) = tokio::join!(book.write(0, 4).send(), book.write(0, 4).into_future(), async {
        tokio::task::yield_now().await;
        book.kill();
    });
    assert_eq!((sent, asked), (Err(TellError::Stopped), Err(CallError::Stopped)));
}

#[tokio::test(start_paused = true)]
async fn a_timeout_says_that_the_message_is_with_the_actor() {
    let book = Book::default().spawn();
    let answer = book.wait(Duration::from_secs(10)).timeout(Duration::from_secs(1)).await;
    assert_eq!(answer, Err(CallError::Timeout { enqueued: true }));
}

#[tokio::test(start_paused = true)]
async fn a_stop_handles_what_was_accepted_and_a_kill_does_not() {
    let book = Book::default().spawn();
    let (written, read, ()) = tokio::join!(book.write(0, 0).into_future(), book.read().into_future(), async {
        book.stop();
    });
    assert_eq!((written, read), (Ok(()), Ok(vec![(0, 0)])));
    assert_eq!(book.write(0, 1).tell(), Err(TellError::Stopped));
    assert_eq!(book.stopped().await, Exit::Stopped);

    let book = Book::default().spawn();
    let (ended, read) = tokio::join!(book.end().into_future(), book.read().into_future());
    assert_eq!((ended, read), (Ok(()), Err(CallError::Stopped)), "the handler that kills still answers");
    assert_eq!(book.stopped().await, Exit::Killed);
}

#[tokio::test(start_paused = true)]
async fn a_scheduled_message_comes_after_its_delay_and_a_full_mailbox_does_not_refuse_it() {
    let book = Book::default().spawn();
    book.write(7, 7).after(Duration::from_secs(1));
    book.wait(Duration::from_secs(10)).tell().expect("there is room");
    tokio::task::yield_now().await;
    for line in 0..4 {
        book.write(0, line).tell().expect("there is room");
    }
    assert_eq!(book.read().await.map(|lines| lines.last().copied()), Ok(Some((7, 7))));
}

#[tokio::test(start_paused = true)]
async fn a_scheduled_message_keeps_nobody_alive() {
    let book = Book::default().spawn();
    book.write(7, 7).after(Duration::from_secs(1_000));
    let begin = tokio::time::Instant::now();
    book.stop();
    assert_eq!(book.stopped().await, Exit::Stopped);
    assert!(begin.elapsed() < Duration::from_secs(1));
}

#[tokio::test]
async fn the_last_handle_ends_the_actor_after_what_it_has_sent() {
    #[actor]
    struct Last(Option<tokio::sync::oneshot::Sender<u32>>, u32);

    #[handlers]
    impl Last {
        #[handle]
        fn count(&mut self) {
            self.1 += 1;
        }
    }

    impl Drop for Last {
        fn drop(&mut self) {
            let _ = self.0.take().map(|ended| ended.send(self.1));
        }
    }

    let (sender, ended) = tokio::sync::oneshot::channel();
    let last = Last(Some(sender), 0).spawn();
    let other = last.clone();
    last.count().tell().expect("there is room");
    drop(last);
    other.count().tell().expect("it lives");
    drop(other);
    assert_eq!(ended.await, Ok(2));
}

#[tokio::test]
async fn telling_oneself_too_much_is_refused_and_never_hangs() {
    let book = Book::default().spawn();
    assert_eq!(book.tell_myself().await, Ok(4));
}
