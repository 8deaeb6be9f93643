//! What macros write with our macros runs. The names in here are those that generated code must not mean.
#![allow(
    clippy::expect_used,
    clippy::missing_errors_doc,
    clippy::unnecessary_wraps,
    missing_docs,
    unreachable_pub,
    reason = "a test that cannot go on fails, and macros write `pub`"
)]

use mainstay_wrapped_tests::__mainstay::prelude::*;
use mainstay_wrapped_tests::{actor_of, attributed, cell, event, message, one_way};
use serde::{Deserialize, Serialize};

mod strangers {
    use super::cell;

    /// Not the one of the prelude.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Option(pub u8);

    cell!(pub Drawer holds Option = Option(1), at most 8, look(&self) -> std::option::Option<u8> { Some(self.value.0) });
}

cell!(pub Shelf holds Vec<(u8, &'static str)> = Vec::new(), at most 16, r#type(&self) -> usize { self.value.len() });

actor_of! {
    Abacus { total: u64, last: Option<u64> }

    #[handle]
    pub fn add(&mut self, number: u64) -> u64 {
        self.last = Some(number);
        self.total += number;
        self.total
    }

    #[handle]
    pub async fn last(&self) -> Result<u64, &'static str> {
        std::future::ready(()).await;
        self.last.ok_or("nothing was added")
    }

    fn helper(&self) -> u64 { self.total }
}

attributed! {
    Bell;
    #[handle]
    #[must_use = "it may be broken"]
    pub fn ring(&mut self, times: u8) -> u8 { times }
    #[deprecated = "nobody calls it"]
    pub fn helper(&self) -> u8 { 0 }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TooFar;

message!(Go(u64) -> u64, TooFar);
event!(Gone(u64) = "wrapped.gone");
one_way!(Way, WayState, WayFlow, "wrapped.way", Go => Gone, Here to There);

impl WayFlow for Way {
    fn here_go(&self, Go(number): Go, _: &mut Context<Self>) -> Decide<Self, Go, Gone> {
        if number > 9 {
            return Err(TooFar);
        }
        Ok(persist(Gone(number)).reply_with(|after: &Machine<Self, WayState>| after.data.seen))
    }

    fn here_gone(&mut self, event: &Gone) {
        self.seen += event.0;
    }
}

#[tokio::test]
async fn types_names_and_bodies_may_come_from_a_macro() {
    let drawer = strangers::Drawer::default().spawn();
    assert_eq!(drawer.put(strangers::Option(3)).await, Ok(strangers::Option(1)));
    assert_eq!(drawer.look().await, Ok(Some(3)));

    let shelf = Shelf::default().spawn();
    assert_eq!(shelf.put(vec![(1, "one")]).await, Ok(Vec::new()));
    assert_eq!(shelf.r#type().await, Ok(1));
    assert_eq!(shelf.checked(vec![(1, "one")]).await, Ok(1));
}

#[tokio::test]
async fn whole_handlers_may_come_from_a_macro() {
    let abacus = Abacus::default().spawn();
    assert!(abacus.last().await.is_err());
    assert_eq!(abacus.add(3).await, Ok(3));
    assert_eq!(abacus.last().await, Ok(3));
    assert_eq!(Abacus::default().helper(), 0);
}

#[tokio::test]
async fn attributes_may_come_from_a_macro() {
    assert_eq!(Bell.spawn().ring(3).await, Ok(3));
}

#[tokio::test]
async fn a_machine_may_come_from_a_macro() {
    let system = System::volatile().host::<Way>().start().await.expect("it is in memory");
    let way = system.entity::<Way>("1").expect("it is hosted");
    assert_eq!(way.ask(Go(10)).await, Err(CallError::Refused(TooFar)));
    assert_eq!(way.ask(Go(3)).await, Ok(3));
    assert_eq!(way.state().await, Ok("There"));
    system.shutdown().await.expect("in order");
}
