//! What is written with another name of the crate does the same.
#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

use keel::prelude::*;
use mainstay_rename_tests::{Add, Counter, Step, Sum};

#[tokio::test]
async fn actors_and_machines_run_under_another_name() {
    let counter = Counter::default().spawn();
    assert_eq!(counter.count().await, Ok(1));
    assert_eq!(counter.ask(Add(2)).await, Ok(3));

    let system = System::volatile().host::<Sum>().host::<Step>().start().await.expect("it is in memory");
    let sum = system.entity::<Sum>("1").expect("it is hosted");
    assert_eq!(sum.ask(Add(2)).await, Ok(2));
    assert_eq!(sum.ask(Add(3)).await, Ok(5));
    let step = system.entity::<Step>("1").expect("it is hosted");
    assert_eq!(step.ask(Add(7)).await, Ok(7));
    assert_eq!(step.state().await, Ok("Done"));
    system.shutdown().await.expect("in order");
}
