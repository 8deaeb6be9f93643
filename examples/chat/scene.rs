//! A fixed scene: what everybody says, and what each has seen of it.

use crate::lobby::{Lobby, LobbyRef};
use crate::member::{Member, MemberRef};
use crate::room::{NameTaken, NotHere, Place};
use mainstay::prelude::*;
use std::error::Error;
use std::pin::pin;
use std::sync::Arc;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader, DuplexStream};

/// Room on a screen for all that is said in the scene.
const LARGE: usize = 64 * 1024;
/// Room on a screen for a few lines.
const SMALL: usize = 32;
/// So many lines are said to somebody who does not look.
const LINES: usize = 16;

/// Somebody at a screen.
struct Person {
    name: Arc<str>,
    member: MemberRef,
    screen: DuplexStream,
}

impl Person {
    fn new(system: &System, name: &str, room: usize) -> Self {
        let (screen, out) = tokio::io::duplex(room);
        Self { name: name.into(), member: system.spawn(Member::new(Box::new(out))), screen }
    }

    async fn enter(&self, lobby: &LobbyRef, room: &str) -> Result<Place, CallError<NameTaken>> {
        lobby.enter(room.into(), self.name.clone(), self.member.clone()).await
    }

    /// Ends the member, and prints all that it has seen.
    async fn print(mut self) -> Outcome {
        self.member.stop();
        let mut seen = String::new();
        self.screen.read_to_string(&mut seen).await?;
        for line in seen.lines() {
            println!("{} | {line}", self.name);
        }
        Ok(())
    }
}

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

pub async fn play() -> Outcome {
    let system = System::volatile().start().await?;
    let lobby = system.spawn(Lobby::default());
    let ann = Person::new(&system, "ann", LARGE);
    let bob = Person::new(&system, "bob", LARGE);

    let (ann_at_tea, bob_at_tea) = tea(&system, &lobby, &ann, &bob).await?;
    cake(&system, &lobby).await?;

    ann_at_tea.leave().await?;
    bob_at_tea.leave().await?;
    println!("the room without members has {}", bob_at_tea.room.stopped().await);
    println!("rooms: {}", lobby.rooms().await?.len());
    ann.print().await?;
    bob.print().await?;
    system.shutdown().await?;
    Ok(())
}

/// Somebody is lost and taken out.
async fn tea(system: &System, lobby: &LobbyRef, ann: &Person, bob: &Person) -> Outcome<(Place, Place)> {
    let ann_at_tea = ann.enter(lobby, "tea").await?;
    let bob_at_tea = bob.enter(lobby, "tea").await?;
    ann_at_tea.say("hello bob").await?;
    bob_at_tea.say("hello ann").await?;
    let second = Person::new(system, "ann", LARGE).enter(lobby, "tea").await;
    println!("a second ann: {}", second.err().ok_or("the first one was overlooked")?);

    // Cat closes her screen. Her member finds out with the next line and ends, and the room, which watches it, takes her out.
    let cat = Person::new(system, "cat", LARGE);
    cat.enter(lobby, "tea").await?;
    let member = cat.member.clone();
    drop(cat);
    bob_at_tea.say("cat?").await?;
    println!("cat's member: {}", member.stopped().await);
    Ok((ann_at_tea, bob_at_tea))
}

/// Somebody is slow and waited for, and then too slow.
async fn cake(system: &System, lobby: &LobbyRef) -> Outcome {
    let eve = Person::new(system, "eve", LARGE);
    let mut dan = Person::new(system, "dan", SMALL);
    dan.enter(lobby, "cake").await?;
    let place = eve.enter(lobby, "cake").await?;
    println!("rooms: {}", lobby.rooms().await?.join(" "));

    // Dan does not look at his screen for a while. He misses nothing: eve is held up instead.
    let mut talk = pin!(async {
        for line in 1..=LINES {
            place.say(format!("crumb {line}")).await?;
        }
        Ok::<_, CallError<NotHere>>(())
    });
    tokio::select! {
        said = &mut talk => return Err(format!("nobody was held up: {said:?}").into()),
        () = tokio::time::sleep(Duration::from_millis(100)) => println!("eve waits for dan"),
    }
    let (said, seen) = tokio::join!(talk, look(&mut dan.screen));
    said?;
    let seen = seen?;
    println!("dan has seen {} lines, from `{}` to `{}`", seen.len(), seen[0], seen[seen.len() - 1]);

    // Now he has fallen asleep. The room waits as long as it has patience.
    for line in 1..=LINES {
        place.say(format!("dan? {line}")).await?;
    }
    println!("dan's member: {}", dan.member.stopped().await);
    println!("at the cake: {}", place.room.members().await?.join(" "));
    place.leave().await?;
    println!("the room without members has {}", place.room.stopped().await);
    Ok(())
}

/// Reads what eve says, until all of it was there.
async fn look(screen: &mut DuplexStream) -> std::io::Result<Vec<String>> {
    let mut lines = BufReader::new(screen).lines();
    let mut seen = Vec::new();
    while seen.len() < LINES
        && let Some(line) = lines.next_line().await?
    {
        seen.extend(line.strip_prefix("eve: ").map(str::to_owned));
    }
    Ok(seen)
}
