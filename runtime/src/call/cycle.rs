//! Cycles of asks: found before they hang.
//!
//! While an async handler waits for an answer, its actor waits for another one. If following those waits from the actor that is asked leads
//! back to the asker, no one in the circle can ever answer.

use std::cell::RefCell;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// An actor, as one that waits for others.
pub(crate) struct Node {
    name: &'static str,
    waits_for: Mutex<Vec<Arc<Node>>>,
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
    asker: Arc<Node>,
    asked: Arc<Node>,
}

impl Node {
    pub(crate) fn new(name: &'static str) -> Arc<Self> {
        Arc::new(Self { name, waits_for: Mutex::new(Vec::new()) })
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Node>>> {
        self.waits_for.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The names from here to `end`, if the waits lead there. `path` has those before; it keeps the search from going in circles.
    fn leads_to(self: &Arc<Self>, end: &Arc<Self>, path: &mut Vec<Arc<Self>>) -> bool {
        if path.iter().any(|seen| Arc::ptr_eq(seen, self)) {
            return false;
        }
        path.push(self.clone());
        if Arc::ptr_eq(self, end) {
            return true;
        }
        // A copy, so that no two locks are held at a time.
        let next: Vec<_> = self.lock().clone();
        if next.iter().any(|node| node.leads_to(end, path)) {
            return true;
        }
        path.pop();
        false
    }
}

impl Wait {
    /// Notes that the current actor, if there is one, waits for `asked`.
    ///
    /// # Errors
    ///
    /// The wait would never end.
    pub(super) fn start(asked: impl FnOnce() -> Arc<Node>) -> Result<Option<Self>, Path> {
        let Some(asker) = CURRENT.with_borrow(Clone::clone) else { return Ok(None) };
        Self::between(asker, asked()).map(Some)
    }

    /// Notes that `asker` waits for `asked`.
    ///
    /// # Errors
    ///
    /// The wait would never end.
    pub(crate) fn between(asker: Arc<Node>, asked: Arc<Node>) -> Result<Self, Path> {
        // Noted before the search: of two actors that ask each other at the same time, at least one sees the other's wait.
        let wait = Self { asker, asked };
        wait.asker.lock().push(wait.asked.clone());
        let mut path = Vec::new();
        if wait.asked.leads_to(&wait.asker, &mut path) {
            let names = std::iter::once(&wait.asker).chain(&path).map(|node| node.name);
            return Err(Path(names.collect()));
        }
        Ok(wait)
    }
}

impl Drop for Wait {
    fn drop(&mut self) {
        let mut waits = self.asker.lock();
        if let Some(at) = waits.iter().position(|asked| Arc::ptr_eq(asked, &self.asked)) {
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
