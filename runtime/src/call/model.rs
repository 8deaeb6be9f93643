//! The slot for an answer under every order of events; see `sync.rs`.
#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

use super::slot::slot;
use crate::sync::model::{block_on, every_order, spawn};
use std::future::{Future as _, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Waker};

/// Counts how often it is dropped.
struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn loom_an_answer_arrives_once() {
    every_order(|| {
        let got = block_on(async {
            let (giver, answer) = poll_fn(|cx| Poll::Ready(slot(cx))).await;
            let giving = spawn(move || giver.give(7));
            let got = answer.await;
            giving.join().expect("it does not panic");
            got
        });
        assert_eq!(got, Some(7));
    });
}

#[test]
fn loom_a_giver_that_is_dropped_says_that_there_is_no_answer() {
    every_order(|| {
        let got = block_on(async {
            let (giver, answer) = poll_fn(|cx| Poll::Ready(slot::<u8>(cx))).await;
            let dropping = spawn(move || drop(giver));
            let got = answer.await;
            dropping.join().expect("it does not panic");
            got
        });
        assert_eq!(got, None);
    });
}

#[test]
fn loom_an_answer_that_nobody_fetches_is_dropped_once() {
    every_order(|| {
        let drops = Arc::new(AtomicUsize::new(0));
        let (giver, answer) = slot(&Context::from_waker(Waker::noop()));
        let counted = Counted(drops.clone());
        let giving = spawn(move || giver.give(counted));
        drop(answer);
        giving.join().expect("it does not panic");
        assert_eq!(drops.load(Ordering::Relaxed), 1);
    });
}

#[test]
fn loom_an_answer_finds_its_asker_in_another_task() {
    every_order(|| {
        // Made under a waker that wakes nobody, and then awaited by somebody else.
        let (giver, answer) = slot(&Context::from_waker(Waker::noop()));
        let giving = spawn(move || giver.give(7));
        let got = block_on(async {
            let mut answer = pin!(answer);
            poll_fn(|cx| answer.as_mut().poll(cx)).await
        });
        giving.join().expect("it does not panic");
        assert_eq!(got, Some(7));
    });
}
