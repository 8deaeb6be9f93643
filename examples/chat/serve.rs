//! The chat over TCP: a connection is a member.

use crate::lobby::{Lobby, LobbyRef};
use crate::member::{Member, MemberRef};
use crate::room::Place;
use mainstay::prelude::*;
use std::error::Error;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader};
use tokio::net::tcp::OwnedReadHalf;
use tokio::net::{TcpListener, TcpStream};

/// The longest line that is taken, in bytes. Whoever sends a longer one is disconnected.
const LONGEST_LINE: u64 = 4096;

/// Serves `address` until Ctrl-C. With port 0 the system chooses one: it is printed.
pub async fn run(address: SocketAddr) -> Result<(), Box<dyn Error>> {
    let system = System::volatile().start().await?;
    let lobby = system.spawn(Lobby::default());
    let listener = TcpListener::bind(address).await?;
    println!("listening on {}", listener.local_addr()?);
    loop {
        tokio::select! {
            connection = listener.accept() => {
                let (stream, peer) = connection?;
                let (system, lobby) = (system.clone(), lobby.clone());
                tokio::spawn(async move {
                    if let Err(failure) = Visit::run(stream, &system, lobby).await {
                        eprintln!("{peer}: {failure}");
                    }
                });
            }
            interrupted = tokio::signal::ctrl_c() => {
                interrupted?;
                break;
            }
        }
    }
    system.shutdown().await?;
    Ok(())
}

/// A connection.
struct Visit {
    name: Arc<str>,
    member: MemberRef,
    lobby: LobbyRef,
    place: Option<Place>,
}

type Outcome = Result<(), Box<dyn Error + Send + Sync>>;

impl Visit {
    async fn run(stream: TcpStream, system: &System, lobby: LobbyRef) -> Outcome {
        let (read, write) = stream.into_split();
        let mut lines = BufReader::new(read);
        let Some(name) = line(&mut lines).await? else { return Ok(()) };
        let member = system.spawn(Member::new(Box::new(write)));
        let mut visit = Self { name: name.into(), member: member.clone(), lobby, place: None };
        let outcome = tokio::select! {
            outcome = visit.read(&mut lines) => outcome,
            // The socket takes no more, or the room has lost its patience.
            end = member.stopped() => Err(format!("the member has ended: {end}").into()),
        };
        visit.leave().await;
        // What it has heard so far is still written.
        member.stop();
        outcome
    }

    async fn read(&mut self, lines: &mut BufReader<OwnedReadHalf>) -> Outcome {
        while let Some(line) = line(lines).await? {
            match line.split_once(' ').unwrap_or((&line, "")) {
                ("/quit", _) => break,
                ("/leave", _) => self.leave().await,
                ("/join", room) if !room.is_empty() => self.join(room).await?,
                _ => self.say(&line).await?,
            }
        }
        Ok(())
    }

    async fn join(&mut self, room: &str) -> Outcome {
        self.leave().await;
        match self.lobby.enter(room.into(), self.name.clone(), self.member.clone()).await {
            Ok(place) => self.place = Some(place),
            Err(CallError::Refused(taken)) => self.member.hear(format!("* {taken}").into()).await?,
            Err(lost) => return Err(lost.into()),
        }
        Ok(())
    }

    async fn say(&self, text: &str) -> Outcome {
        match &self.place {
            Some(place) => place.say(text).await?,
            None => self.member.hear("* /join a room first".into()).await?,
        }
        Ok(())
    }

    async fn leave(&mut self) {
        if let Some(place) = self.place.take() {
            // Fails when it is not in the room any more, and then there is nothing to leave.
            let _ = place.leave().await;
        }
    }
}

/// The next line, without its end; `None` when there are no more.
async fn line(lines: &mut BufReader<OwnedReadHalf>) -> Result<Option<String>, Box<dyn Error + Send + Sync>> {
    let mut line = String::new();
    let read = lines.take(LONGEST_LINE).read_line(&mut line).await?;
    if read == 0 {
        return Ok(None);
    }
    if !line.ends_with('\n') {
        return Err("the line is too long, or cut short".into());
    }
    Ok(Some(line.trim_end().to_owned()))
}
