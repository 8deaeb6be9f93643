//! Many actors that are told the same.

use super::error::TellError;
use super::recipient::Recipient;
use super::request::Message;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Actors that take the message `M`, whatever else they are, to be told all at once. Clones are the same group.
///
/// A member that has ended drops out by itself. A group keeps its members alive, as every recipient does: whoever is to end when nobody but
/// the group knows it has to leave.
///
/// ```
/// use mainstay::call::Group;
/// use mainstay::prelude::*;
///
/// #[derive(Message, Clone)]
/// struct Tick;
///
/// #[actor]
/// #[derive(Default)]
/// struct Ear {
///     ticks: u64,
/// }
///
/// #[handlers]
/// impl Ear {
///     #[handle(message)]
///     fn tick(&mut self, _: Tick) {
///         self.ticks += 1;
///     }
///
///     #[handle]
///     fn ticks(&self) -> u64 {
///         self.ticks
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let (left, right) = (Ear::default().spawn(), Ear::default().spawn());
/// let group = Group::new();
/// group.join(left.recipient());
/// let membership = group.join(right.recipient());
/// assert_eq!(group.broadcast(Tick).reached, 2);
/// group.leave(membership);
/// assert_eq!(group.broadcast(Tick).reached, 1);
/// assert_eq!((left.ticks().await?, right.ticks().await?), (2, 1));
/// # Ok(())
/// # }
/// ```
pub struct Group<M: Message>(Arc<Mutex<Members<M>>>);

struct Members<M: Message> {
    /// In the order in which they joined.
    members: BTreeMap<Membership, Member<M>>,
    next: u64,
}

struct Member<M: Message> {
    recipient: Recipient<M>,
    missed: u64,
}

/// Names a member of one group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Membership(u64);

/// Whom a broadcast has reached, and whom not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use = "members whose mailbox is full have missed the message"]
#[non_exhaustive]
pub struct Broadcast {
    /// So many members have accepted the message.
    pub reached: usize,
    /// The mailboxes of these were full; of a [`send`](Group::send), they wait for the sender in a circle. They are still members, and [`Group::missed`] counts what each has missed.
    pub full: Vec<Membership>,
    /// So many had ended, and are members no more.
    pub ended: usize,
}

impl<M: Message> Group<M> {
    /// A group without members.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes a member in: `group.join(handle.recipient())`. Who joins twice is told twice.
    pub fn join(&self, recipient: Recipient<M>) -> Membership {
        let mut group = self.lock();
        let membership = Membership(group.next);
        group.next += 1;
        group.members.insert(membership, Member { recipient, missed: 0 });
        membership
    }

    /// Lets a member go. Says whether it still was one.
    pub fn leave(&self, membership: Membership) -> bool {
        let member = self.lock().members.remove(&membership);
        // Dropped outside the lock: it may be the last handle of its actor.
        member.is_some()
    }

    /// How many messages this member has missed because its mailbox was full; `None` if it is no member.
    pub fn missed(&self, membership: Membership) -> Option<u64> {
        self.lock().members.get(&membership).map(|member| member.missed)
    }

    /// How many members have not ended.
    pub fn len(&self) -> usize {
        self.lock().members.values().filter(|member| !member.recipient.is_closed()).count()
    }

    /// Whether all members have ended.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The members of this moment, to be told without the lock: a message may run the user's code when it is copied or dropped.
    fn members(&self) -> Vec<(Membership, Recipient<M>)> {
        self.lock().members.iter().map(|(&membership, member)| (membership, member.recipient.clone())).collect()
    }

    /// Notes what became of a message to one member.
    fn note(&self, broadcast: &mut Broadcast, membership: Membership, told: &Result<(), TellError>) {
        match told {
            Ok(()) => broadcast.reached += 1,
            // A member that waits for the sender never has room for it.
            Err(TellError::Full | TellError::Busy | TellError::Cycle { .. }) => {
                broadcast.full.push(membership);
                if let Some(member) = self.lock().members.get_mut(&membership) {
                    member.missed += 1;
                }
            }
            Err(TellError::Stopped) => {
                broadcast.ended += 1;
                self.leave(membership);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Members<M>> {
        // Nothing of the user's runs under the lock, so the map is whole even after a panic elsewhere.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<M: Message + Clone> Group<M> {
    /// Tells all members, and waits for nothing. A member whose mailbox is full misses the message, and the answer says so.
    pub fn broadcast(&self, message: M) -> Broadcast {
        let mut broadcast = Broadcast::default();
        let mut members = self.members();
        let last = members.pop();
        for (membership, recipient) in members {
            self.note(&mut broadcast, membership, &recipient.tell(message.clone()));
        }
        if let Some((membership, recipient)) = last {
            self.note(&mut broadcast, membership, &recipient.tell(message));
        }
        broadcast
    }

    /// Tells all members, one after the other in the order in which they joined, and waits for room where there is none: the slowest sets the pace,
    /// and nobody misses anything. Only a member that waits for the sender, so that the two would wait for ever, is left out.
    ///
    /// # Cancel safety
    ///
    /// Dropped half-way, the first members have been told and the others have not.
    pub async fn send(&self, message: M) -> Broadcast {
        let mut broadcast = Broadcast::default();
        let mut members = self.members();
        let last = members.pop();
        for (membership, recipient) in members {
            let told = recipient.send(message.clone()).await;
            self.note(&mut broadcast, membership, &told);
        }
        if let Some((membership, recipient)) = last {
            let told = recipient.send(message).await;
            self.note(&mut broadcast, membership, &told);
        }
        broadcast
    }
}

impl<M: Message> Default for Group<M> {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(Members { members: BTreeMap::new(), next: 0 })))
    }
}

impl<M: Message> Clone for Group<M> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<M: Message> fmt::Debug for Group<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Group").field("members", &self.lock().members.len()).finish_non_exhaustive()
    }
}
