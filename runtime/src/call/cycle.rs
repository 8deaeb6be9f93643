//! Cycles of asks and of sends: found before they hang.
//!
//! While an async handler waits for an answer, or for room in a mailbox, its actor waits for another one. If following those waits from the
//! actor that is waited for leads back to the one that is about to wait, no one in the circle can ever answer, or make room.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// An actor, as one that waits for others.
pub(crate) struct Node {
    name: &'static str,
    waits_for: Mutex<Vec<Edge>>,
    /// How often its mailbox has had room again after somebody was refused.
    rooms: AtomicU64,
}

/// A question that has no answer yet, or has one.
pub(super) trait Open: Send + Sync {
    fn is_open(&self) -> bool;
}

/// What an actor waits for.
#[derive(Clone)]
struct Edge {
    to: Arc<Node>,
    /// Of a wait for room: the rooms of `to` when it had none. With the next one the wait is over, also before it has been polled again.
    rooms: Option<u64>,
    /// Of a wait for an answer. With the answer the wait is over, also before it has been polled again.
    open: Option<Arc<dyn Open>>,
}

impl Edge {
    fn holds(&self) -> bool {
        self.rooms.is_none_or(|rooms| rooms == self.to.rooms.load(Ordering::Acquire))
            && self.open.as_ref().is_none_or(|open| open.is_open())
    }

    fn is(&self, other: &Self) -> bool {
        let address = |edge: &Self| edge.open.as_ref().map(|open| Arc::as_ptr(open).addr());
        Arc::ptr_eq(&self.to, &other.to) && self.rooms == other.rooms && address(self) == address(other)
    }
}

/// The actors of a circle, the asker first and last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path(Arc<[&'static str]>);

thread_local! {
    /// The actor whose async handler is being polled on this thread. Sync handlers cannot wait, so they need not be known.
    static CURRENT: RefCell<Option<Arc<Node>>> = const { RefCell::new(None) };
}

/// Says for as long as it lives that one actor waits for another.
pub(crate) struct Wait {
    from: Arc<Node>,
    edge: Edge,
}

/// A mailbox about to be found full by a handler that would wait for room.
pub(super) struct Full {
    from: Arc<Node>,
    edge: Edge,
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Node").field(&self.name).finish()
    }
}

impl Node {
    pub(crate) fn new(name: &'static str) -> Arc<Self> {
        Arc::new(Self { name, waits_for: Mutex::new(Vec::new()), rooms: AtomicU64::new(0) })
    }

    /// Notes that the mailbox has room for those who wait, before they are told.
    pub(crate) fn count_room(&self) {
        self.rooms.fetch_add(1, Ordering::Release);
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Edge>> {
        self.waits_for.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The shortest way from here to `end` along the waits, both included. It is a loop, since actors may wait for each other in long chains.
    fn way_to(self: &Arc<Self>, end: &Arc<Self>) -> Option<Vec<Arc<Self>>> {
        // Each with the place of the one that waits for it.
        let mut reached = vec![(self.clone(), None)];
        let mut known = HashSet::from([Arc::as_ptr(self)]);
        let mut at = 0;
        while let Some((node, _)) = reached.get(at) {
            if Arc::ptr_eq(node, end) {
                let back = std::iter::successors(reached.get(at), |(_, from)| from.and_then(|from| reached.get(from)));
                let mut way: Vec<_> = back.map(|(node, _)| node.clone()).collect();
                way.reverse();
                return Some(way);
            }
            // A copy, so that no two locks are held at a time.
            let next: Vec<_> = node.lock().clone();
            let next = next.into_iter().filter(Edge::holds).map(|edge| edge.to);
            let new = next.filter(|node| known.insert(Arc::as_ptr(node)));
            reached.extend(new.map(|node| (node, Some(at))));
            at += 1;
        }
        None
    }
}

impl Wait {
    /// Notes that the current actor, if there is one, waits for `to`, as long as the question is `open`.
    ///
    /// # Errors
    ///
    /// The wait would never end.
    pub(super) fn start(
        to: impl FnOnce() -> Arc<Node>,
        open: impl FnOnce() -> Option<Arc<dyn Open>>,
    ) -> Result<Option<Self>, Path> {
        let Some(from) = CURRENT.with_borrow(Clone::clone) else { return Ok(None) };
        Self::begin(from, Edge { to: to(), rooms: None, open: open() }).map(Some)
    }

    /// Notes that `from` waits for `to`.
    ///
    /// # Errors
    ///
    /// The wait would never end.
    pub(crate) fn between(from: Arc<Node>, to: Arc<Node>) -> Result<Self, Path> {
        Self::begin(from, Edge { to, rooms: None, open: None })
    }

    fn begin(from: Arc<Node>, edge: Edge) -> Result<Self, Path> {
        // Noted before the search: of two actors that wait for each other at the same time, at least one sees the other's wait.
        from.lock().push(edge.clone());
        let wait = Self { from, edge };
        match wait.edge.to.way_to(&wait.from) {
            Some(way) => Err(Path(std::iter::once(&wait.from).chain(&way).map(|node| node.name).collect())),
            None => Ok(wait),
        }
    }
}

impl Full {
    /// Looks at the mailbox of `to` for the current actor, if there is one. If the mailbox is found full after this, the sender may [`wait`](Full::wait).
    pub(super) fn look(to: impl FnOnce() -> Arc<Node>) -> Option<Self> {
        let from = CURRENT.with_borrow(Clone::clone)?;
        let to = to();
        let rooms = Some(to.rooms.load(Ordering::Acquire));
        Some(Self { from, edge: Edge { to, rooms, open: None } })
    }

    /// Whether there has been room since.
    pub(super) fn is_over(&self) -> bool {
        !self.edge.holds()
    }

    /// Notes that the current actor waits for room.
    ///
    /// # Errors
    ///
    /// The wait would never end.
    pub(super) fn wait(self) -> Result<Wait, Path> {
        let Self { from, edge } = self;
        Wait::begin(from, edge)
    }
}

impl Drop for Wait {
    fn drop(&mut self) {
        let mut waits = self.from.lock();
        if let Some(at) = waits.iter().position(|edge| edge.is(&self.edge)) {
            waits.swap_remove(at);
        }
    }
}

/// Polls an async handler as the actor `node`.
pub(crate) fn as_actor<T>(node: &Arc<Node>, poll: impl FnOnce() -> T) -> T {
    let _outer = Current::set(node.clone());
    poll()
}

/// Sets the current actor, and puts back the one before when it is dropped, also by a panic.
struct Current(Option<Arc<Node>>);

impl Current {
    fn set(node: Arc<Node>) -> Self {
        Self(CURRENT.replace(Some(node)))
    }
}

impl Drop for Current {
    fn drop(&mut self) {
        CURRENT.set(self.0.take());
    }
}

impl Path {
    /// The names of the types, the asker's first and last.
    pub fn names(&self) -> &[&'static str] {
        &self.0
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(" -> "))
    }
}
