//! The table of a machine, drawn at run time.

#![allow(missing_docs, missing_debug_implementations, reason = "the test is about what the types do")]

use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Message, Clone)]
pub struct Publish;
#[derive(Message, Clone)]
pub struct Edit;
#[derive(Message, Clone)]
pub struct Withdraw;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "post.published")]
pub struct Published;
#[derive(Event, Serialize, Deserialize)]
#[event(name = "post.edited")]
pub struct Edited;
#[derive(Event, Serialize, Deserialize)]
#[event(name = "post.withdrawn")]
pub struct Withdrawn;

#[fsm(states = PostState)]
#[derive(Default)]
pub struct Post {}

#[derive(States)]
#[states(Post, name = "post")]
pub enum PostState {
    /// Nobody reads it.
    #[initial]
    #[on(Publish => Published => Online)]
    #[on(Edit => Edited => reenter)]
    Draft,
    #[on(Edit => Edited => stay)]
    #[on(Withdraw => Withdrawn => Gone)]
    #[discard(Publish)]
    Online,
    #[terminal]
    Gone,
}

impl PostFlow for Post {
    fn draft_publish(&self, _: Publish, _: &mut Context<Self>) -> Decide<Self, Publish, Published> {
        persist(Published)
    }
    fn draft_edit(&self, _: Edit, _: &mut Context<Self>) -> Decide<Self, Edit, Edited> {
        persist(Edited)
    }
    fn online_edit(&self, _: Edit, _: &mut Context<Self>) -> Decide<Self, Edit, Edited> {
        persist(Edited)
    }
    fn online_withdraw(&self, _: Withdraw, _: &mut Context<Self>) -> Decide<Self, Withdraw, Withdrawn> {
        persist(Withdrawn)
    }

    fn draft_published(&mut self, _: &Published) {}
    fn draft_edited(&mut self, _: &Edited) {}
    fn online_edited(&mut self, _: &Edited) {}
    fn online_withdrawn(&mut self, _: &Withdrawn) {}
}

#[test]
fn a_table_is_written_in_mermaid() {
    let expected = "\
---
title: \"State machine post\"
---
stateDiagram-v2
    state \"Online\" as Online
    Online : discards Publish
    Online : Edit / post.edited
    [*] --> Draft
    Draft --> Online : Publish / post.published
    Online --> Gone : Withdraw / post.withdrawn
    Draft --> Draft : Edit / post.edited
    Gone --> [*]
";
    assert_eq!(PostState::TABLE.to_mermaid(), expected);
}

#[test]
fn a_table_is_written_in_markdown() {
    let expected = "\
| in | on | stores | and then |
|---|---|---|---|
| `Draft`, initial | `Publish` | `post.published` | goes to `Online` |
| `Draft`, initial | `Edit` | `post.edited` | enters it again |
| `Online` | `Edit` | `post.edited` | stays |
| `Online` | `Withdraw` | `post.withdrawn` | goes to `Gone` |
| `Online` | `Publish` | nothing | drops it |
| `Gone`, terminal | | | |
";
    assert_eq!(PostState::TABLE.to_markdown(), expected);
}

#[test]
fn a_table_is_written_in_dot() {
    let dot = PostState::TABLE.to_dot();
    assert!(dot.contains("n0 -> n1 [label=\"Publish / post.published\"];"), "{dot}");
    assert!(dot.contains("n2 [label=\"Gone\", peripheries=2];"), "{dot}");
}

#[tokio::test]
async fn the_state_of_a_machine_is_marked_in_its_picture() {
    let system = System::volatile().host::<Post>().start().await.unwrap();
    let post = system.entity::<Post>("hello").unwrap();
    post.ask(Publish).await.unwrap();
    let state = post.state().await.unwrap();
    let drawing = PostState::TABLE.drawing().title("Post <hello>").current(state).id("post-hello");
    let svg = drawing.to_svg();
    assert!(svg.contains("<title id=\"post_2d_hello-title\">Post &lt;hello&gt;</title>"), "{svg}");
    assert!(svg.contains("Is in Online."), "{svg}");
    assert!(svg.contains("<title>Draft: Nobody reads it.</title>"), "the documentation of a state is its tip: {svg}");
    assert!(drawing.to_mermaid().contains("class Online current"));
    assert!(PostState::TABLE.drawing().to_svg() == PostState::TABLE.to_svg());
}
