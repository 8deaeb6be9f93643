//! One message that is sent until it is acknowledged: to a printer that acknowledges it in the end, and to one that never does.
//!
//! The printers are found by name at each attempt. The first one is out of order and gives up after two pages, and another one is put in its place.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the program is its own documentation")]

use clap::Parser;
use mainstay::delivery::{Ack, Delivered, DeliveryFailed, GuaranteedDelivery};
use mainstay::prelude::*;

#[derive(Parser)]
#[command(about = "Sends a message until it is acknowledged, or has been sent often enough")]
struct Args {
    /// How often it is sent again.
    #[arg(long, default_value_t = 5)]
    retries: u32,
    /// Milliseconds until it is sent again.
    #[arg(long, default_value_t = 100)]
    timeout: u64,
}

#[derive(Message, Clone)]
#[message(reply = Ack)]
struct Print(&'static str);

/// It acknowledges a page when it is printed.
#[actor]
struct Printer {
    in_order: bool,
    gives_up_after: usize,
    /// Whoever waits for a page that will never be printed.
    waiting: Vec<ReplyTo<Ack>>,
}

impl Printer {
    fn in_order() -> Self {
        Self { in_order: true, gives_up_after: usize::MAX, waiting: Vec::new() }
    }

    fn out_of_order(gives_up_after: usize) -> Self {
        Self { in_order: false, gives_up_after, waiting: Vec::new() }
    }
}

#[handlers]
impl Printer {
    #[handle(message)]
    fn print(&mut self, Print(text): Print, reply: ReplyTo<Ack>, cx: &mut Context<Self>) {
        if self.in_order {
            println!("printed: {text}");
            reply.reply(Ack);
            return;
        }
        self.waiting.push(reply);
        if self.waiting.len() == self.gives_up_after {
            cx.kill();
        }
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Args { retries, timeout } = Args::parse();
    let timeout = Duration::from_millis(timeout);
    let system = System::volatile().start().await?;

    let broken = system.spawn_named("printer", Printer::out_of_order(2))?;
    let printer = system.recipient::<Printer, Print>("printer");
    let delivery = GuaranteedDelivery::new(printer, Print("a letter"), retries, timeout);
    let (outcome, repaired) = tokio::join!(delivery.outcome(&system), async {
        broken.stopped().await;
        system.spawn_named("printer", Printer::in_order())
    });
    repaired?;
    tell(&outcome);

    let broken = system.spawn(Printer::out_of_order(usize::MAX));
    tell(&GuaranteedDelivery::new(broken.recipient(), Print("a poster"), retries, timeout).outcome(&system).await);
    system.shutdown().await?;
    Ok(())
}

fn tell(outcome: &Result<Delivered, DeliveryFailed>) {
    match outcome {
        Ok(Delivered { attempts }) => println!("delivered after {attempts} sends"),
        Err(DeliveryFailed { attempts, .. }) => println!("failed after {attempts} sends"),
    }
}
