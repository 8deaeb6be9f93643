//! The mailbox under every order of events; see `sync.rs`.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use super::{Capacity, Next, Receiver, Refusal, Sender, Signal, mailbox};
use crate::actor::Exit;
use crate::sync::model::{block_on, every_order, spawn};
use std::future::poll_fn;
use std::task::Poll;

/// The next message, or how it ended.
async fn next(inbox: &mut Receiver<u8>) -> Result<u8, Option<Signal>> {
    loop {
        if let Some(message) = inbox.taken() {
            return Ok(message.value);
        }
        match poll_fn(|cx| inbox.poll_ready(cx)).await {
            Next::Message(()) => {}
            Next::Signal(signal) => return Err(Some(signal)),
            Next::End => return Err(None),
        }
    }
}

/// All messages up to the end.
fn all(inbox: &mut Receiver<u8>) -> Vec<u8> {
    block_on(async {
        let mut got = Vec::new();
        loop {
            match next(inbox).await {
                Ok(message) => got.push(message),
                Err(None) => return got,
                Err(Some(signal)) => panic!("nobody has sent {signal:?}"),
            }
        }
    })
}

/// A tell that waits for room.
async fn send(sender: &Sender<u8>, message: u8) -> Result<(), Refusal> {
    let (mut unsent, mut ticket) = (Some(message), None);
    let sent = poll_fn(|cx| match unsent.take().map(|message| sender.poll_send(message, &mut ticket, cx)) {
        Some(Ok(Some(message))) => {
            unsent = Some(message);
            Poll::Pending
        }
        Some(Err(refusal)) => Poll::Ready(Err(refusal)),
        Some(Ok(None)) | None => Poll::Ready(Ok(())),
    })
    .await;
    if let Some(ticket) = ticket {
        sender.give_up(ticket);
    }
    sent
}

#[test]
fn loom_what_is_accepted_before_a_close_is_taken_and_nothing_else_is() {
    every_order(|| {
        let (sender, mut inbox) = mailbox(Capacity::Unbounded);
        let other = sender.clone();
        let pusher = spawn(move || other.send(1));
        sender.close();
        let got = all(&mut inbox);
        let sent = pusher.join().expect("it does not panic");
        assert_eq!(got, if sent.is_ok() { vec![1] } else { vec![] });
        assert!(matches!(sent, Ok(()) | Err(Refusal::Closed)));
    });
}

#[test]
fn loom_two_senders_lose_nothing_and_the_last_one_to_go_ends_it() {
    every_order(|| {
        let (sender, mut inbox) = mailbox(Capacity::Unbounded);
        let other = sender.clone();
        let pusher = spawn(move || other.send(1).expect("it is open"));
        sender.send(2).expect("it is open");
        drop(sender);
        let mut got = all(&mut inbox);
        got.sort_unstable();
        assert_eq!(got, [1, 2]);
        pusher.join().expect("it does not panic");
    });
}

#[test]
fn loom_a_weak_sender_upgrades_to_one_that_keeps_it_open_or_not_at_all() {
    every_order(|| {
        let (sender, mut inbox) = mailbox(Capacity::Unbounded);
        let weak = sender.downgrade();
        let other = spawn(move || weak.upgrade().map(|sender| sender.send(1)));
        drop(sender);
        let got = all(&mut inbox);
        let upgraded = other.join().expect("it does not panic");
        assert_eq!(got, if upgraded.is_some() { vec![1] } else { vec![] });
        assert!(upgraded.is_none_or(|sent| sent.is_ok()));
    });
}

#[test]
fn loom_one_who_waits_for_room_gets_it() {
    every_order(|| {
        let (sender, mut inbox) = mailbox(Capacity::bounded(1));
        sender.send(1).expect("there is room");
        let waiter = spawn(move || block_on(send(&sender, 2)));
        assert_eq!(all(&mut inbox), [1, 2]);
        waiter.join().expect("it does not panic").expect("it is open");
    });
}

#[test]
fn loom_one_who_waits_for_room_is_told_of_the_end() {
    every_order(|| {
        let (sender, mut inbox) = mailbox(Capacity::bounded(1));
        sender.send(1).expect("there is room");
        let waiter = spawn(move || block_on(send(&sender, 2)));
        inbox.end(&Exit::Killed);
        assert_eq!(waiter.join().expect("it does not panic"), Err(Refusal::Closed));
    });
}

#[test]
fn loom_one_who_waits_for_the_end_is_told_of_it() {
    every_order(|| {
        let (sender, inbox) = mailbox::<u8>(Capacity::Unbounded);
        let waiter = spawn(move || block_on(sender.ended()));
        // Dropped without an end, as a task is whose runtime ends.
        drop(inbox);
        assert_eq!(waiter.join().expect("it does not panic"), Exit::Killed);
    });
}

#[test]
fn loom_a_signal_reaches_a_consumer_that_is_about_to_wait() {
    every_order(|| {
        let (sender, mut inbox) = mailbox::<u8>(Capacity::Unbounded);
        let killer = {
            let sender = sender.clone();
            spawn(move || sender.signal(Signal::Kill))
        };
        assert_eq!(block_on(next(&mut inbox)), Err(Some(Signal::Kill)));
        killer.join().expect("it does not panic");
        drop(sender);
    });
}

#[test]
fn loom_a_signal_reaches_a_consumer_whose_handler_waits() {
    every_order(|| {
        let (sender, mut inbox) = mailbox::<u8>(Capacity::Unbounded);
        let other = sender.clone();
        // A message must not take the waker that the signal needs.
        let killer = spawn(move || {
            other.send(1).expect("it is open");
            other.signal(Signal::Kill);
        });
        assert_eq!(block_on(poll_fn(|cx| inbox.poll_signal(cx))), Signal::Kill);
        killer.join().expect("it does not panic");
        drop(sender);
    });
}
