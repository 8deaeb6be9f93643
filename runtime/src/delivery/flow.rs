//! Deliveries that are taken in the order in which they were decided, a window of them at a time.
//!
//! Those behind the window are stored like the others, and leave when there is room. Each copy says which delivery has to be taken before it; a
//! receiver that has not taken that one drops the copy, which comes again. So the order holds whatever is lost, doubled or overtaken on the
//! way, and through crashes of either side.

use super::address::{DeliverTo, Destination};
use super::confirmable::Confirmable;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// A destination whose deliveries are taken in order. Made by [`ordered`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ordered<T>(T);

/// The same destination, with order: what one sender delivers to it in this way is taken in the order in which it was decided, without gaps,
/// also when copies are lost, overtake each other, or either side crashes.
///
/// At most [50](crate::settings::Settings::ordered_window) are under way to a destination at a time. The others wait in the store, and at most
/// [1000](crate::settings::Settings::ordered_backlog) may: a command that wants more is told that the entity is
/// [busy](crate::call::CallError::Busy), and nothing of it is stored. So a slow receiver slows down its senders.
///
/// A delivery that is refused, or given up, is over; those behind it go on. What is delivered to the same destination without `ordered` goes its
/// own way, and so does everything whose receiver confirms by hand: it is handed copies as they come, with their
/// [numbers](super::DeliveryHeader::key).
///
/// ```
/// use mainstay::prelude::*;
/// use serde::{Deserialize, Serialize};
///
/// #[actor(persistent = "journal")]
/// #[derive(Default)]
/// struct Journal {
///     lines: Vec<String>,
/// }
///
/// #[derive(Event, Serialize, Deserialize)]
/// #[event(name = "journal.written")]
/// struct Written(String);
///
/// #[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
/// #[confirmable(name = "journal.line")]
/// struct Line(String);
///
/// #[handlers]
/// impl Journal {
///     #[command]
///     fn dictate(&self, to: EntityId<Journal>, text: String) -> Persist<Self, Written> {
///         text.lines().fold(nothing(), |decision, line| decision.deliver(ordered(&to), Line(line.into())))
///     }
///
///     #[command(message)]
///     fn write(&self, Line(line): Line) -> Persist<Self, Written> {
///         persist(Written(line))
///     }
///
///     #[query]
///     fn lines(&self) -> Vec<String> {
///         self.lines.clone()
///     }
///
///     #[apply]
///     fn written(&mut self, event: &Written) {
///         self.lines.push(event.0.clone());
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let system = System::volatile().host::<Journal>().start().await?;
/// let (author, reader) = (system.entity::<Journal>("author")?, system.entity::<Journal>("reader")?);
/// author.dictate(reader.id().clone(), "one\ntwo\nthree".into()).await?;
/// while reader.lines().await?.len() < 3 {
///     tokio::task::yield_now().await;
/// }
/// assert_eq!(reader.lines().await?, ["one", "two", "three"]);
/// # Ok(())
/// # }
/// ```
pub fn ordered<T>(to: T) -> Ordered<T> {
    Ordered(to)
}

impl<M: Confirmable, T: DeliverTo<M>> DeliverTo<M> for Ordered<T> {
    fn destination(self) -> Destination {
        self.0.destination()
    }

    fn is_ordered(&self) -> bool {
        true
    }
}

/// When a receiver may take a parcel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// Whenever it comes.
    Any,
    /// Now: everything before it is over.
    First,
    /// When the delivery with this number was taken.
    After(u64),
}

impl Turn {
    /// Whether it has come, where `is_taken` knows the numbers that were taken.
    pub(crate) fn has_come(self, is_taken: impl FnOnce(u64) -> bool) -> bool {
        match self {
            Self::Any | Self::First => true,
            Self::After(number) => is_taken(number),
        }
    }
}

/// The ordered deliveries of one sender.
#[derive(Debug)]
pub(super) struct Flow {
    window: usize,
    lines: BTreeMap<Arc<Destination>, Line>,
}

/// The ordered deliveries to one destination: their ids by their numbers.
#[derive(Debug, Default)]
struct Line {
    window: BTreeMap<u64, u64>,
    /// In order, all after those in the window.
    behind: VecDeque<(u64, u64)>,
}

impl Flow {
    pub(super) fn new(window: usize) -> Self {
        // Without any window nothing would ever be sent.
        Self { window: window.max(1), lines: BTreeMap::new() }
    }

    /// One more, after all others to this destination. Whether it is behind the window.
    pub(super) fn add(&mut self, to: &Arc<Destination>, number: u64, id: u64) -> bool {
        let line = self.lines.entry(to.clone()).or_default();
        let is_behind = line.window.len() >= self.window;
        if is_behind {
            line.behind.push_back((number, id));
        } else {
            line.window.insert(number, id);
        }
        is_behind
    }

    /// One that is over. The id of the one that comes into the window for it, if there is one.
    pub(super) fn remove(&mut self, to: &Destination, number: u64) -> Option<u64> {
        let line = self.lines.get_mut(to)?;
        if line.window.remove(&number).is_none() {
            if let Ok(at) = line.behind.binary_search_by_key(&number, |(number, _)| *number) {
                line.behind.remove(at);
            }
            return None;
        }
        let next = line.behind.pop_front();
        line.window.extend(next);
        if line.window.is_empty() {
            self.lines.remove(to);
        }
        next.map(|(_, id)| id)
    }

    pub(super) fn is_behind(&self, to: &Destination, number: u64) -> bool {
        self.lines.get(to).is_some_and(|line| !line.window.contains_key(&number))
    }

    /// When the receiver may take this one.
    pub(super) fn turn(&self, to: &Destination, number: u64) -> Turn {
        let before = self.lines.get(to).and_then(|line| line.window.range(..number).next_back());
        before.map_or(Turn::First, |(before, _)| Turn::After(*before))
    }

    /// The ids of those in the window from this one on.
    pub(super) fn from(&self, to: &Destination, number: u64) -> impl Iterator<Item = u64> {
        self.lines.get(to).into_iter().flat_map(move |line| line.window.range(number..).map(|(_, id)| *id))
    }

    /// How many there are to this destination.
    pub(super) fn len(&self, to: &Destination) -> usize {
        self.lines.get(to).map_or(0, |line| line.window.len() + line.behind.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn d40_a_window_is_under_way_and_the_others_follow_in_order_as_it_empties() {
        let to = Arc::new(Destination::Named("printer".into()));
        let mut flow = Flow::new(2);
        let behind: Vec<_> = (1..=5).map(|number| flow.add(&to, number, 10 + number)).collect();
        assert_eq!(behind, [false, false, true, true, true]);
        assert_eq!(flow.turn(&to, 1), Turn::First);
        assert_eq!(flow.turn(&to, 2), Turn::After(1));
        assert_eq!(flow.remove(&to, 2), Some(13));
        assert_eq!(flow.turn(&to, 3), Turn::After(1));
        assert_eq!(flow.remove(&to, 4), None, "it was behind the window, and is given up");
        assert_eq!(flow.from(&to, 3).collect::<Vec<_>>(), [13]);
        assert_eq!(flow.remove(&to, 1), Some(15));
        assert_eq!(flow.turn(&to, 3), Turn::First);
        assert_eq!(flow.turn(&to, 5), Turn::After(3));
        assert_eq!((flow.remove(&to, 3), flow.remove(&to, 5)), (None, None));
        assert_eq!(flow.len(&to), 0);
        assert!(flow.lines.is_empty());
    }
}
