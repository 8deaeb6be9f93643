//! A room.

use crate::member::MemberRef;
use mainstay::actor::Watch;
use mainstay::prelude::*;
use std::sync::Arc;

/// The room waits so long for a member that takes no lines. Everybody in it waits too, so a member that is slower is taken out.
pub const PATIENCE: Duration = Duration::from_secs(2);

/// Told to the lobby when somebody is not in `room` any more.
#[derive(Message)]
pub struct Left {
    pub room: Arc<str>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("somebody is called {0} already")]
pub struct NameTaken(pub Arc<str>);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("you are not in the room")]
pub struct NotHere;

/// What somebody holds who is in a room.
#[derive(Clone)]
pub struct Place {
    pub room: RoomRef,
    /// Tells it from all others, also from one of the same name who came before or after.
    pub seat: Watch,
}

impl Place {
    /// Returns when the mailboxes of all members have taken it.
    pub async fn say(&self, text: impl Into<String>) -> Result<(), CallError<NotHere>> {
        self.room.say(self.seat, text.into()).await
    }

    pub async fn leave(&self) -> Result<(), CallError<NotHere>> {
        self.room.leave(self.seat).await
    }
}

/// Tells all members what is said, in the order in which it was said.
#[actor(mailbox = 16)]
pub struct Room {
    name: Arc<str>,
    seats: Vec<Seat>,
    /// Any actor that wants to know. The room needs not know that it is the lobby.
    lobby: Recipient<Left>,
}

struct Seat {
    name: Arc<str>,
    member: MemberRef,
    watch: Watch,
}

impl Room {
    pub fn new(name: Arc<str>, lobby: Recipient<Left>) -> Self {
        Self { name, seats: Vec::new(), lobby }
    }

    async fn tell_all(&self, line: &str) {
        let line: Arc<str> = line.into();
        for seat in &self.seats {
            // Waits for room in the member's mailbox. A member that has ended needs no line: its `Terminated` is on the way.
            if seat.member.hear(line.clone()).timeout(PATIENCE).send().await == Err(TellError::Full) {
                seat.member.kill();
            }
        }
    }

    fn find(&self, seat: Watch) -> Result<usize, NotHere> {
        self.seats.iter().position(|other| other.watch == seat).ok_or(NotHere)
    }

    /// Takes somebody out, and says so to those who are here and to the lobby.
    async fn take_out(&mut self, at: usize, how: &str) {
        let name = self.seats.remove(at).name;
        self.tell_all(&format!("* {name} {how}")).await;
        // Fails when the lobby has ended, which ends the rooms.
        let _ = self.lobby.send(Left { room: self.name.clone() }).await;
    }
}

#[handlers]
impl Room {
    #[handle]
    pub async fn join(
        &mut self,
        name: Arc<str>,
        member: MemberRef,
        cx: &mut Context<Self>,
    ) -> Result<Watch, NameTaken> {
        if self.seats.iter().any(|seat| seat.name == name) {
            return Err(NameTaken(name));
        }
        let watch = cx.watch(&member);
        self.seats.push(Seat { name: name.clone(), member, watch });
        self.tell_all(&format!("* {name} joins {}", self.name)).await;
        Ok(watch)
    }

    #[handle]
    pub async fn say(&mut self, seat: Watch, text: String) -> Result<(), NotHere> {
        let at = self.find(seat)?;
        self.tell_all(&format!("{}: {text}", self.seats[at].name)).await;
        Ok(())
    }

    #[handle]
    pub async fn leave(&mut self, seat: Watch, cx: &mut Context<Self>) -> Result<(), NotHere> {
        let at = self.find(seat)?;
        cx.unwatch(seat);
        self.take_out(at, "leaves").await;
        Ok(())
    }

    /// A member has ended without leaving.
    #[handle(message)]
    pub async fn gone(&mut self, Terminated { watch, .. }: Terminated) {
        if let Ok(at) = self.find(watch) {
            self.take_out(at, "is gone").await;
        }
    }

    #[handle]
    pub fn members(&self) -> Vec<Arc<str>> {
        self.seats.iter().map(|seat| seat.name.clone()).collect()
    }
}
