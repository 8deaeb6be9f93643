//! Events in the order of the store, one after the other.

use crate::clock::{self, Sleep};
use crate::journal::{Commits, Found, Pending, ReadError, Select, Store, Stretch, silence};
use futures_core::Stream;
use std::collections::VecDeque;
use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

/// So many events are read at a time, and kept in memory at most, unless [`Feed::page`] says otherwise.
const PAGE: usize = 256;

/// So long a store may take for a part, unless [`Feed::deadline`] says otherwise.
const DEADLINE: Duration = Duration::from_secs(10);

/// Why a feed does not go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FeedError {
    /// The store could not be read. Asked again, the feed tries again.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The store has lost events since the place was read: it is another store, or was restored from an older copy.
    #[error(
        "it goes on after place {place}, and the store ends at {end}: it was not this store that was read; begin anew at 0"
    )]
    Ahead {
        /// The place after which it should go on.
        place: u64,
        /// The place of the newest event.
        end: u64,
    },
}

/// Stored events of all entities, in the order in which they became durable.
///
/// It is made by [`System::feed`](crate::system::System::feed), or of a store. It is a [`Stream`], and has a `next` of its own. By default it ends with the events that
/// there were when it was first asked; [`live`](Feed::live) goes on and waits for more, woken by commits.
///
/// It reads a page when it is asked for the first event of it, and nothing ahead: whoever asks slowly makes it read slowly.
///
/// ```
/// use mainstay::feed::Feed;
/// use mainstay::journal::{Codec, CommandId, EntityKey, MemoryStore, NewEvent, Select, Store, Unit};
/// use std::sync::Arc;
///
/// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
/// let store = Arc::new(MemoryStore::new());
/// for (number, id) in ["alice", "bob"].into_iter().enumerate() {
///     let opened = NewEvent { name: "opened".into(), version: 1, codec: Codec::MessagePack, payload: vec![0xc0], tags: vec![] };
///     let command = CommandId { epoch: store.epoch(), number: number as u64 };
///     store.append(Unit::new(EntityKey::new("ledger", id)?, 0, store.epoch(), 0, command, vec![opened])).await?;
/// }
/// let mut feed = Feed::new(store.clone(), Select::All);
/// let first = feed.next().await.unwrap()?;
/// assert_eq!((&**first.key.id(), first.place), ("alice", 1));
///
/// // Later, with the place that was remembered.
/// let mut feed = Feed::new(store, Select::All).after(first.place);
/// assert_eq!(&**feed.next().await.unwrap()?.key.id(), "bob");
/// assert!(feed.next().await.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// An error is an item. Asked again, the feed tries again where it was, so that nothing is passed over; after [`ReadError::Closed`] and [`FeedError::Ahead`] it is over.
///
/// # Cancel safety
///
/// A `next` that is dropped has taken nothing.
pub struct Feed {
    store: Arc<dyn Store>,
    select: Select,
    /// Events up to here were read.
    place: u64,
    /// The place of the newest event when it was read last.
    end: u64,
    /// Where it ends. Not known before the first part was read, and never of one that is live.
    until: Option<u64>,
    is_live: bool,
    page: usize,
    deadline: Duration,
    found: VecDeque<Found>,
    commits: Option<Commits>,
    step: Step,
}

/// What it is about.
enum Step {
    Idle,
    Reading(Pending<Stretch, ReadError>, Sleep),
    /// Gives the commits back, and whether there can be more of them.
    Waiting(Pin<Box<dyn Future<Output = (Commits, bool)> + Send>>),
    Over,
}

impl Feed {
    /// Events of `store`, from the first one on.
    pub fn new(store: Arc<dyn Store>, select: Select) -> Self {
        Self {
            store,
            select,
            place: 0,
            end: 0,
            until: None,
            is_live: false,
            page: PAGE,
            deadline: DEADLINE,
            found: VecDeque::new(),
            commits: None,
            step: Step::Idle,
        }
    }

    /// Begins after `place`: the event there is not among them.
    #[must_use]
    pub fn after(mut self, place: u64) -> Self {
        self.place = place;
        self
    }

    /// Goes on with what is stored from now on, until the store is closed.
    #[must_use]
    pub fn live(mut self) -> Self {
        self.is_live = true;
        self
    }

    /// Reads `events` at a time, and keeps no more of them in memory. The default is 256; 0 is taken for 1.
    #[must_use]
    pub fn page(mut self, events: usize) -> Self {
        self.page = events.max(1);
        self
    }

    /// A store that does not answer within `deadline` is taken for one that failed. The default is 10 s. Waiting for commits has no end.
    #[must_use]
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = deadline;
        self
    }

    /// The next event. `None` at the end, which a live one does not have.
    ///
    /// # Errors
    ///
    /// The store cannot be read, or is another one.
    ///
    /// # Cancel safety
    ///
    /// Dropped, it has taken nothing.
    pub async fn next(&mut self) -> Option<Result<Found, FeedError>> {
        poll_fn(|cx| self.poll_found(cx)).await
    }

    /// The events that come next, as many as were read at once, and up to which place that is. It may have no events and get further all the same, where there
    /// are only others.
    ///
    /// # Errors
    ///
    /// As [`next`](Feed::next).
    ///
    /// # Cancel safety
    ///
    /// Dropped, it has taken nothing.
    pub async fn stretch(&mut self) -> Option<Result<Stretch, FeedError>> {
        poll_fn(|cx| self.poll_stretch(cx)).await
    }

    pub(super) fn poll_stretch(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Stretch, FeedError>>> {
        if !self.found.is_empty() {
            let events = std::mem::take(&mut self.found).into();
            return Poll::Ready(Some(Ok(Stretch { events, upto: self.place, end: self.end })));
        }
        loop {
            match &mut self.step {
                Step::Over => return Poll::Ready(None),
                Step::Idle if self.until.is_some_and(|until| self.place >= until) => self.step = Step::Over,
                Step::Idle => {
                    // Before it reads, so that no commit falls between the two.
                    if self.is_live && self.commits.is_none() {
                        self.commits = Some(self.store.commits());
                    }
                    let answer = self.store.feed(self.select.clone(), self.place, self.page);
                    self.step = Step::Reading(answer, clock::sleep(self.deadline));
                }
                Step::Reading(answer, late) => {
                    let answer = match Pin::new(answer).poll(cx) {
                        Poll::Ready(answer) => answer,
                        Poll::Pending => {
                            ready!(late.as_mut().poll(cx));
                            Err(ReadError::Engine { cause: silence(self.deadline) })
                        }
                    };
                    self.step = Step::Idle;
                    match self.read(answer) {
                        Ok(None) => {}
                        Ok(Some(stretch)) => return Poll::Ready(Some(Ok(stretch))),
                        Err(why) => return Poll::Ready(Some(Err(why))),
                    }
                }
                Step::Waiting(commit) => {
                    let (commits, more) = ready!(commit.as_mut().poll(cx));
                    self.step = Step::Idle;
                    if !more {
                        self.step = Step::Over;
                        return Poll::Ready(Some(Err(ReadError::Closed.into())));
                    }
                    self.commits = Some(commits);
                }
            }
        }
    }

    /// Takes what was read. Nothing of it may be news; then it waits, or is over.
    fn read(&mut self, answer: Result<Stretch, ReadError>) -> Result<Option<Stretch>, FeedError> {
        let mut stretch = match answer {
            Ok(stretch) => stretch,
            Err(why) => {
                if why == ReadError::Closed {
                    self.step = Step::Over;
                }
                return Err(why.into());
            }
        };
        let end = stretch.end;
        if end < self.place {
            self.step = Step::Over;
            return Err(FeedError::Ahead { place: self.place, end });
        }
        if !self.is_live {
            let until = *self.until.get_or_insert(end);
            stretch.events.retain(|found| found.place <= until);
            stretch.upto = stretch.upto.min(until);
        } else if stretch.upto == end
            && let Some(mut commits) = self.commits.take()
        {
            self.step = Step::Waiting(Box::pin(async move {
                let more = commits.next().await;
                (commits, more)
            }));
        }
        let is_news = stretch.upto > self.place;
        (self.place, self.end) = (stretch.upto, end);
        Ok(is_news.then_some(stretch))
    }

    fn poll_found(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Found, FeedError>>> {
        loop {
            if let Some(found) = self.found.pop_front() {
                return Poll::Ready(Some(Ok(found)));
            }
            match ready!(self.poll_stretch(cx)) {
                Some(Ok(stretch)) => self.found = stretch.events.into(),
                Some(Err(why)) => return Poll::Ready(Some(Err(why))),
                None => return Poll::Ready(None),
            }
        }
    }
}

impl Stream for Feed {
    type Item = Result<Found, FeedError>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.get_mut().poll_found(cx)
    }
}

impl fmt::Debug for Feed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Feed")
            .field("select", &self.select)
            .field("place", &self.place)
            .field("is_live", &self.is_live)
            .finish_non_exhaustive()
    }
}
