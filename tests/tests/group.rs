//! Groups: a message for many, and whoever misses it is counted.
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small and in modules")]
#![allow(clippy::expect_used, clippy::panic, clippy::unused_self, reason = "the actors are there to be watched")]

use mainstay::call::{Broadcast, Group};
use mainstay::prelude::*;

#[derive(Message, Clone)]
struct News(u32);

/// A member with room for 16.
#[actor(mailbox = 16)]
#[derive(Default)]
struct Reader {
    seen: Vec<u32>,
}

#[handlers]
impl Reader {
    #[handle(message)]
    fn news(&mut self, News(number): News) {
        self.seen.push(number);
    }

    #[handle]
    fn seen(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.seen)
    }
}

/// A member of another type.
#[actor(mailbox = unbounded)]
#[derive(Default)]
struct Archive {
    count: u32,
}

#[handlers]
impl Archive {
    #[handle(message)]
    async fn news(&mut self, _: News) {
        tokio::task::yield_now().await;
        self.count += 1;
    }

    #[handle]
    fn count(&self) -> u32 {
        self.count
    }
}

#[tokio::test]
async fn case_actor_a10_what_a_slow_member_misses_is_counted_and_it_stays_a_member() {
    let group = Group::new();
    let (slow, archive) = (Reader::default().spawn(), Archive::default().spawn());
    let member = group.join(slow.recipient());
    group.join(archive.recipient());
    let mut reached = 0;
    for number in 0..10_000 {
        let told = group.broadcast(News(number));
        assert!(told.full.is_empty() || told.full == [member]);
        reached += told.reached;
    }
    assert_eq!(
        (reached, group.missed(member)),
        (10_016, Some(9_984)),
        "nothing is handled while the test does not wait"
    );
    assert_eq!(slow.seen().await, Ok((0..16).collect()));
    assert_eq!(group.broadcast(News(7)).reached, 2);
    assert_eq!(slow.seen().await, Ok(vec![7]));
    assert_eq!(archive.count().await, Ok(10_001));
}

#[tokio::test]
async fn case_actor_a10_a_broadcast_that_waits_reaches_everyone_in_order() {
    let group = Group::new();
    let reader = Reader::default().spawn();
    let member = group.join(reader.recipient());
    for number in 0..10_000 {
        assert_eq!(group.send(News(number)).await.reached, 1);
    }
    assert_eq!(reader.seen().await, Ok((0..10_000).collect()));
    assert_eq!(group.missed(member), Some(0));
}

#[tokio::test]
async fn who_has_ended_drops_out_and_is_counted_once() {
    let group = Group::new();
    let (lives, ends) = (Archive::default().spawn(), Archive::default().spawn());
    group.join(lives.recipient());
    let ended = group.join(ends.recipient());
    ends.stop();
    ends.stopped().await;
    assert_eq!(group.len(), 1, "it does not count even before the next broadcast");
    let Broadcast { reached, ended: gone, .. } = group.broadcast(News(1));
    assert_eq!((reached, gone), (1, 1));
    assert_eq!(group.broadcast(News(2)).ended, 0);
    assert_eq!((group.missed(ended), group.leave(ended)), (None, false));
}

#[tokio::test]
async fn who_has_left_is_told_nothing_and_who_joins_twice_is_told_twice() {
    let group = Group::new();
    let archive = Archive::default().spawn();
    let (one, other) = (group.join(archive.recipient()), group.clone().join(archive.recipient()));
    assert_eq!(group.broadcast(News(1)).reached, 2);
    assert!(group.leave(one) && !group.leave(one));
    assert_eq!(group.broadcast(News(2)).reached, 1);
    assert!(group.leave(other) && group.is_empty());
    assert_eq!(group.broadcast(News(3)), Broadcast::default());
    assert_eq!(archive.count().await, Ok(3));
}
