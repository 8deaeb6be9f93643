//! Shows two actors that send each other a message, again and again, and a reply that comes when they are done.
//!
//! ```text
//! cargo run --release --example ping_pong -- 1000000
//! ```
//!
//! What to look at: each round is two tells, and a tell allocates nothing. `Ping::play` takes a `ReplyTo` and returns at once; `main` waits for the
//! answer, which comes with the last ball. Neither actor keeps its own handle: an actor that did would keep itself alive.
#![allow(
    missing_docs,
    missing_debug_implementations,
    clippy::missing_errors_doc,
    reason = "the program is its own documentation"
)]

use clap::Parser;
use mainstay::prelude::*;
use std::time::Instant;

/// Lets two actors play, and prints how often each has hit the ball.
#[derive(Parser)]
#[command(name = "ping_pong")]
struct Args {
    /// How many rounds they play: each is a ball to pong and a ball back.
    #[arg(default_value_t = 100_000)]
    rounds: u64,
}

/// Begins, and counts the rounds.
#[actor]
pub struct Ping {
    pong: PongRef,
    game: Option<Game>,
}

struct Game {
    rounds: u64,
    played: u64,
    over: ReplyTo<u64, TellError>,
}

#[handlers]
impl Ping {
    /// Plays `rounds`, and answers how many were played. A game that is not over is given up: its caller gets `NoReply`.
    #[handle]
    pub fn play(&mut self, rounds: u64, over: ReplyTo<u64, TellError>, cx: &mut Context<Self>) {
        self.game = Some(Game { rounds, played: 0, over });
        self.next(cx);
    }

    /// The ball is back.
    #[handle]
    pub fn back(&mut self, cx: &mut Context<Self>) {
        if let Some(game) = &mut self.game {
            game.played += 1;
            self.next(cx);
        }
    }

    /// Hits the ball, if there are rounds left. Not a handler: nobody can send it.
    fn next(&mut self, cx: &mut Context<Self>) {
        let Some(game) = self.game.take() else { return };
        // Without a handle nobody is left who could wait for the end of the game.
        let Some(own) = cx.handle() else { return };
        if game.played == game.rounds {
            game.over.reply(game.played);
            return;
        }
        match self.pong.hit(own).tell() {
            Ok(()) => self.game = Some(game),
            Err(lost) => game.over.refuse(lost),
        }
    }
}

/// Sends back what comes.
#[actor]
#[derive(Default)]
pub struct Pong {
    hits: u64,
}

#[handlers]
impl Pong {
    #[handle]
    #[allow(clippy::needless_pass_by_value, reason = "what a handler takes has come by message")]
    pub fn hit(&mut self, by: PingRef) {
        self.hits += 1;
        // Fails only when ping has ended, and then nobody waits for this ball.
        let _ = by.back().tell();
    }

    #[handle]
    pub fn hits(&self) -> u64 {
        self.hits
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Args { rounds } = Args::parse();
    let partner = Pong::default().spawn();
    let player = Ping { pong: partner.clone(), game: None }.spawn();

    let begun = Instant::now();
    let rounds = player.play(rounds).await?;
    let seconds = begun.elapsed().as_secs_f64();

    eprintln!("{seconds:.3} s");
    println!("{rounds} rounds");
    println!("{} hits by pong", partner.hits().await?);
    Ok(())
}
