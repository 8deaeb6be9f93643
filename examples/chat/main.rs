//! Shows a chat: rooms and members are actors, and each does one thing.
//!
//! - The [`Lobby`](lobby::Lobby) has the rooms as its children. It counts who is in, so that nobody enters a room that is about to end.
//! - A [`Room`](room::Room) tells its members what is said. It waits for one that is slow, up to a limit; it watches them, and takes out who has died.
//! - A [`Member`](member::Member) writes what it hears to a screen: a part of memory, or a socket.
//!
//! ```text
//! cargo run --example chat
//! cargo run --example chat -- --serve 127.0.0.1:4000
//! ```
//!
//! The first plays a fixed scene and prints what everybody saw. The second serves TCP: connect with `nc 127.0.0.1 4000`, send a line with your name,
//! then `/join ROOM`, lines to be said, `/leave` and `/quit`.
//!
//! What to look at: the back-pressure. A member whose screen takes no more fills its own small mailbox; the room then waits in its handler, so the
//! mailbox of the room fills; whoever says something waits for that; and a TCP connection that waits is not read. No queue grows.
#![allow(unreachable_pub, reason = "what a module of a program shows is for the program")]
#![allow(clippy::missing_errors_doc, reason = "the program is its own documentation")]

mod lobby;
mod member;
mod room;
mod scene;
mod serve;

use clap::Parser;
use std::net::SocketAddr;
use std::process::ExitCode;

/// A chat with rooms and members as actors.
#[derive(Parser)]
#[command(name = "chat")]
struct Args {
    /// Serve TCP on this address until Ctrl-C. Without it, play a fixed scene.
    #[arg(long, value_name = "ADDR")]
    serve: Option<SocketAddr>,
}

// One thread is enough to write lines to sockets.
#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let outcome = match Args::parse().serve {
        Some(address) => serve::run(address).await,
        None => scene::play().await,
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}
