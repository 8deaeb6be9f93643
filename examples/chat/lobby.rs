//! Where rooms are opened, and end.

use crate::member::MemberRef;
use crate::room::{Left, NameTaken, Place, Room, RoomRef};
use mainstay::actor::Watch;
use mainstay::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Knows the rooms that somebody is in or about to enter.
#[actor]
#[derive(Default)]
pub struct Lobby {
    rooms: BTreeMap<Arc<str>, Open>,
}

struct Open {
    room: RoomRef,
    /// How many are in, or about to enter.
    inside: usize,
    watch: Watch,
}

impl Lobby {
    fn open(&mut self, name: &Arc<str>, cx: &mut Context<Self>) -> Option<&mut Open> {
        if !self.rooms.contains_key(name) {
            let lobby = cx.handle()?.recipient();
            let room = cx.spawn(Room::new(name.clone(), lobby));
            let watch = cx.watch(&room);
            self.rooms.insert(name.clone(), Open { room, inside: 0, watch });
        }
        self.rooms.get_mut(name)
    }

    /// One less is in the room. When nobody is, the room ends, and the next one who enters opens a new one.
    fn close(&mut self, name: &Arc<str>) {
        let Some(open) = self.rooms.get_mut(name) else { return };
        open.inside -= 1;
        if open.inside == 0 {
            open.room.stop();
            self.rooms.remove(name);
        }
    }
}

#[handlers]
impl Lobby {
    /// Lets `member` into the room, which is opened for it if nobody is in. The room's answer is handed on, and the lobby does not wait for it.
    #[handle]
    pub fn enter(
        &mut self,
        room: Arc<str>,
        name: Arc<str>,
        member: MemberRef,
        reply: ReplyTo<Place, NameTaken>,
        cx: &mut Context<Self>,
    ) {
        // Without a handle to the lobby nobody waits for the answer, and the lobby is about to end.
        let Some(open) = self.open(&room, cx) else { return };
        open.inside += 1;
        let (joining, watch) = (open.room.clone(), open.watch);
        let join = async move {
            let seat = joining.join(name, member).await?;
            Ok(Place { room: joining, seat })
        };
        cx.run(join, move |lobby, joined, _| {
            let same = lobby.rooms.get(&room).is_some_and(|open| open.watch == watch);
            if joined.is_err() && same {
                lobby.close(&room);
            }
            reply.settle(joined);
        });
    }

    #[handle(message)]
    pub fn left(&mut self, Left { room }: Left) {
        self.close(&room);
    }

    /// A room has ended that was not told to: it has failed.
    #[handle(message)]
    pub fn ended(&mut self, Terminated { watch, .. }: Terminated) {
        self.rooms.retain(|_, open| open.watch != watch);
    }

    /// The names of the rooms.
    #[handle]
    pub fn rooms(&self) -> Vec<Arc<str>> {
        self.rooms.keys().cloned().collect()
    }
}
