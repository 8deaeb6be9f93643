//! An actor's children, as far as they concern each other.
//!
//! A child that fails asks its family what to do, and does it: the parent's handlers are not needed, so a parent that is busy holds up
//! nobody's restart.

use super::exit::Exit;
use super::policy::{Intensity, OnFailure, Strategy};
use crate::call::{Node, Wait};
use crate::mailbox::{Sender, Signal, WeakSender};
use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A way to direct an actor whatever its type.
pub(crate) trait Control: Send + Sync {
    fn signal(&self, signal: Signal);
    fn close(&self);
    fn depth(&self) -> usize;
    fn key(&self) -> usize;
    fn ended(&self) -> Ended;
}

impl<T: Send + 'static> Control for WeakSender<T> {
    fn signal(&self, signal: Signal) {
        WeakSender::signal(self, signal);
    }

    fn close(&self) {
        WeakSender::close(self);
    }

    fn depth(&self) -> usize {
        WeakSender::depth(self)
    }

    fn key(&self) -> usize {
        WeakSender::key(self)
    }

    fn ended(&self) -> Ended {
        Box::pin(self.clone().ended())
    }
}

/// Ends when an actor has.
pub(crate) type Ended = Pin<Box<dyn Future<Output = Exit> + Send>>;

pub(crate) struct Family {
    strategy: Strategy,
    intensity: Intensity,
    /// The parent, to hand failures up to.
    parent: Box<dyn Control>,
    members: Mutex<Members>,
}

struct Members {
    children: Vec<Child>,
    next: u64,
    /// When restarts happened, by the parent's clock.
    restarts: VecDeque<Duration>,
    /// Of the failure that was handed up.
    words: Option<Arc<str>>,
}

struct Child {
    number: u64,
    control: Arc<dyn Control>,
    node: Arc<Node>,
    ended: Box<dyn Fn() -> Ended + Send>,
}

/// A child's place in its family. It leaves the family when this is dropped.
pub(crate) struct Place {
    family: Arc<Family>,
    number: u64,
}

impl Family {
    pub(crate) fn new(strategy: Strategy, intensity: Intensity, parent: impl Control + 'static) -> Arc<Self> {
        let members = Members { children: Vec::new(), next: 0, restarts: VecDeque::new(), words: None };
        Arc::new(Self { strategy, intensity, parent: Box::new(parent), members: Mutex::new(members) })
    }

    /// The key of the parent's mailbox.
    pub(crate) fn parent(&self) -> usize {
        self.parent.key()
    }

    /// Takes an actor in as the youngest child. `name` is that of its type.
    pub(crate) fn join<T: Send + 'static>(self: &Arc<Self>, child: &Sender<T>, name: &'static str) -> Place {
        let mut members = self.lock();
        let number = members.next;
        members.next += 1;
        let weak = child.downgrade();
        let (control, node) = (Arc::new(weak.clone()), child.node(name));
        members.children.push(Child { number, control, node, ended: Box::new(move || Box::pin(weak.clone().ended())) });
        Place { family: self.clone(), number }
    }

    /// Lets all children of `parent` end, the youngest first, and waits for each.
    pub(crate) async fn stop(&self, parent: &Arc<Node>) {
        loop {
            let youngest = self.lock().children.last().map(|child| {
                let Child { control, node, ended, .. } = child;
                (control.clone(), node.clone(), ended())
            });
            let Some((control, node, ended)) = youngest else { return };
            control.close();
            // A child whose handler waits for an answer of this parent would wait for ever, and the parent for it. One that asks from now
            // on is told of the circle.
            let waits = Wait::between(parent.clone(), node);
            if waits.is_err() {
                control.signal(Signal::Kill);
            }
            // A child leaves the family as it ends, before it says so.
            ended.await;
        }
    }

    /// Ends all children at once.
    pub(crate) fn kill(&self) {
        self.lock().children.iter().for_each(|child| child.control.signal(Signal::Kill));
    }

    /// Leaves word of a failure that is about to be handed up.
    pub(crate) fn leave_words(&self, words: Arc<str>) {
        self.lock().words = Some(words);
    }

    /// What the failure that was handed up said.
    pub(crate) fn take_words(&self) -> Option<Arc<str>> {
        self.lock().words.take()
    }

    fn lock(&self) -> MutexGuard<'_, Members> {
        self.members.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place {
    /// A child has failed at `now`. Says whether it starts over; its siblings are told what the strategy says.
    pub(crate) fn failed(&self, wish: OnFailure, words: &Arc<str>, now: Duration) -> bool {
        let Family { strategy, intensity, parent, .. } = &*self.family;
        let mut members = self.family.lock();
        if wish == OnFailure::Stop {
            return false;
        }
        if wish == OnFailure::Escalate || !intensity.bears(&mut members.restarts, now) {
            members.words = Some(words.clone());
            drop(members);
            parent.signal(Signal::Fail);
            return false;
        }
        let concerned = |child: &&Child| match strategy {
            Strategy::OneForOne => false,
            Strategy::OneForAll => child.number != self.number,
            Strategy::RestForOne => child.number > self.number,
        };
        members.children.iter().filter(concerned).for_each(|child| child.control.signal(Signal::Restart));
        true
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.family.lock().children.retain(|child| child.number != self.number);
    }
}

impl Intensity {
    /// Notes a restart at `now`, and says whether it is one that is borne.
    pub(crate) fn bears(&self, restarts: &mut VecDeque<Duration>, now: Duration) -> bool {
        while restarts.front().is_some_and(|&at| now.saturating_sub(at) > self.within) {
            restarts.pop_front();
        }
        restarts.push_back(now);
        restarts.len() <= usize::try_from(self.restarts).unwrap_or(usize::MAX)
    }
}
