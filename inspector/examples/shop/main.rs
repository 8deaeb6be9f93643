//! A shop to be looked at: some carts are open, some wait for their payment and send a bill to a clerk who is never there.
//!
//! ```text
//! cargo run -p mainstay-inspector --example shop -- 7070
//! ```
//!
//! With a token behind the port, whoever has it may also do something.
#![allow(missing_docs, missing_debug_implementations, reason = "the program is its own documentation")]
#![allow(unreachable_pub, reason = "what a module of a program shows is for the program")]
#![allow(clippy::unused_self, reason = "not every command looks at the state")]

mod cart;

use cart::{Add, Cart, Order, Pay};
use mainstay::prelude::*;
use mainstay_inspector::Inspector;
use std::error::Error;

#[actor]
struct Counter;

#[handlers]
impl Counter {
    #[handle]
    fn ring(&self, text: String) {
        drop(text);
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let port = arguments.next().map_or(Ok(7070), |port| port.parse())?;

    let system = System::volatile().host::<Cart>().start().await?;
    let _counter = system.spawn_named("front desk", Counter)?;
    for number in 1..=40 {
        let cart = system.entity::<Cart>(format!("2026-{number:03}"))?;
        for item in ["book", "lamp", "pen"].iter().take(1 + number % 3) {
            cart.ask(Add { item: (*item).into(), price: 1_200 }).await?;
        }
        if number % 2 == 0 {
            cart.ask(Order).await?;
        }
        if number % 4 == 0 {
            cart.ask(Pay).await?;
        }
    }
    let bell = system.spawn(Counter);
    bell.ring("nobody hears it".into()).tell()?;
    bell.kill();

    let mut inspector = Inspector::new(&system);
    if let Some(token) = arguments.next() {
        inspector = inspector.token(token);
    }
    let page = inspector.serve(([127, 0, 0, 1], port)).await?;
    println!("look at http://{}", page.address());
    tokio::signal::ctrl_c().await?;
    drop(page);
    system.shutdown().await?;
    Ok(())
}
