//! Entities as they are seen from outside: in the tree, and as dead letters.
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the machine is small")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use mainstay::actor::Exit;
use mainstay::mailbox::Phase;
use mainstay::prelude::*;
use mainstay::system::Tree;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, OnceLock};

#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Publish;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "post.published")]
pub struct Published;

#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Withdraw;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "post.withdrawn")]
pub struct Withdrawn;

#[fsm(states = PostState)]
#[derive(Default)]
pub struct Post {}

#[derive(States)]
#[states(Post, name = "post")]
pub enum PostState {
    #[initial]
    #[on(Publish => Published => Online)]
    Draft,
    #[on(Withdraw => Withdrawn => Draft)]
    Online,
}

impl PostFlow for Post {
    fn draft_publish(&self, _: Publish, _: &mut Context<Self>) -> Decide<Self, Publish, Published> {
        persist(Published)
    }

    fn draft_published(&mut self, _: &Published) {}

    fn online_withdraw(&self, _: Withdraw, _: &mut Context<Self>) -> Decide<Self, Withdraw, Withdrawn> {
        persist(Withdrawn)
    }

    fn online_withdrawn(&mut self, _: &Withdrawn) {}
}

fn seen(tree: &Tree) -> Vec<(&str, &str, usize, Phase)> {
    tree.entities.iter().map(|leaf| (leaf.kind, &*leaf.id, leaf.depth, leaf.phase)).collect()
}

#[tokio::test]
async fn the_tree_lists_entities_with_what_waits_and_what_they_have_in_memory() {
    let (own, in_recovery) = (Arc::new(OnceLock::<System>::new()), Arc::new(Mutex::new(None)));
    let (system, look) = (own.clone(), in_recovery.clone());
    let make = move |_: &EntityId<Post>| {
        let tree = system.get().map(System::tree);
        look.lock().expect("nobody panics").replace(tree);
        Ok(Post::default())
    };
    let system = System::volatile().host_with(make).start().await.expect("in memory");
    own.set(system.clone()).expect("it is set once");
    assert_eq!(seen(&system.tree()), []);

    let (_b, a) = (system.entity::<Post>("b").expect("hosted"), system.entity::<Post>("a").expect("hosted"));
    a.tell(Publish).expect("there is room");
    assert_eq!(seen(&system.tree()), [("post", "a", 1, Phase::Dormant), ("post", "b", 0, Phase::Dormant)]);
    assert_eq!(a.state().await, Ok("Online"));
    let tree = system.tree();
    assert_eq!(seen(&tree)[0].3, Phase::Live);
    assert!(tree.to_string().starts_with("post \"a\": "), "{tree}");
    assert!(tree.to_string().ends_with("waiting, live\npost \"b\": 0 waiting, dormant\n"), "{tree}");
    let during = in_recovery.lock().expect("nobody panics").take().flatten().expect("it was recovered");
    assert_eq!(seen(&during)[0].3, Phase::Recovering);
    system.shutdown().await.expect("it ends");
    assert_eq!(seen(&system.tree()), []);
}

#[tokio::test]
async fn a_command_to_an_entity_that_cannot_be_recovered_is_a_dead_letter_with_the_reason() {
    let make = |_: &EntityId<Post>| Err("the press is missing".into());
    let system = System::volatile().host_with::<Post>(make).start().await.expect("in memory");
    let mut letters = system.dead_letters();
    let post = system.entity::<Post>("a").expect("hosted");
    post.tell(Publish).expect("there is room");
    let letter = letters.next().await.expect("the system lives").expect("nothing is missed");
    let reason = Exit::StartFailed("post \"a\" cannot be made: the press is missing".into());
    assert_eq!((letter.actor, letter.message), ("entities_seen::Post", "Publish"));
    assert_eq!(letter.reason, reason);
    assert_eq!(seen(&system.tree())[0].3, Phase::Dormant, "it is tried again with the next one");
}
