//! Runs a projection: reads, hands on, and tries again.

use super::progress::{Orders, Phase, Progress, Status, Stopped};
use super::projection::{Failure, Projection};
use super::stream::{Feed, FeedError};
use crate::actor::{Backoff, random};
use crate::clock;
use crate::executor::{self, Task};
use crate::journal::{AppendError, ReadError, ReopenError, Store, Stretch};
use crate::observe;
use crate::panics::{Panicked, contain};
use std::convert::Infallible;
use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;
use tokio::sync::watch;

/// So many places without an event for it a projection gets further before it has to remember that.
const FAR: u64 = 8_192;

/// A projection of a system. It ends when this is dropped.
pub(crate) struct Running {
    progress: Progress,
    task: Task,
}

impl Running {
    /// Starts it.
    pub(crate) fn start<P: Projection>(
        projection: P,
        store: Arc<dyn Store>,
        backoff: Backoff,
        deadline: Duration,
    ) -> Self {
        let (status, seen) = watch::channel(Status { phase: Phase::Running, place: 0, rebuilt: 0 });
        let (orders, told) = watch::channel(Orders::default());
        let (asked, orders) = (Arc::downgrade(&store), Arc::new(orders));
        let progress = Progress { name: P::NAME, store: asked, deadline, status: seen, orders };
        let course = Course { projection, store, deadline, status, told, is_rebuilding: false, begun: 0, failures: 0 };
        Self { progress, task: executor::spawn(course.run(backoff)) }
    }

    pub(crate) fn progress(&self) -> &Progress {
        &self.progress
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl fmt::Debug for Running {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.progress.fmt(f)
    }
}

struct Course<P> {
    projection: P,
    store: Arc<dyn Store>,
    deadline: Duration,
    status: watch::Sender<Status>,
    told: watch::Receiver<Orders>,
    /// It has begun anew, and has not taken again all that there was.
    is_rebuilding: bool,
    /// How many of the rebuilds that were ordered it has begun.
    begun: u64,
    /// How often it has failed in a row.
    failures: u32,
}

/// Why a run has ended.
enum End {
    Stop,
    /// Something was ordered: what, is looked up.
    Ordered,
    /// The store is out, which is no fault of the projection's.
    Outage(Failure),
    Failed(Failure),
    /// Trying again would not help.
    Lost(Failure),
}

impl End {
    /// What a projection has said. One that keeps its place in the store is not to blame for an outage of that.
    fn of(cause: Failure) -> Self {
        match (cause.downcast_ref(), cause.downcast_ref(), cause.downcast_ref()) {
            (Some(AppendError::Closed), ..) | (_, Some(ReadError::Closed), _) => Self::Stop,
            (Some(AppendError::Unknown { .. } | AppendError::Poisoned { .. } | AppendError::Fenced { .. }), ..)
            | (_, Some(ReadError::Engine { .. }), _)
            | (.., Some(ReopenError::Failed { .. })) => Self::Outage(cause),
            _ => Self::Failed(cause),
        }
    }
}

impl From<FeedError> for End {
    fn from(why: FeedError) -> Self {
        match why {
            FeedError::Read(ReadError::Closed) => Self::Stop,
            FeedError::Read(ReadError::Engine { .. }) => Self::Outage(why.into()),
            FeedError::Read(_) => Self::Failed(why.into()),
            FeedError::Ahead { .. } => Self::Lost(why.into()),
        }
    }
}

impl<P: Projection> Course<P> {
    async fn run(mut self, backoff: Backoff) {
        let mut outages = 0;
        let stopped = loop {
            let Err(end) = self.go(&mut outages).await;
            let (cause, waits, is_last) = match end {
                End::Stop => break Stopped::Asked { name: P::NAME },
                End::Ordered => continue,
                End::Outage(cause) => {
                    outages += 1;
                    (cause, outages, false)
                }
                End::Failed(cause) => {
                    self.failures += 1;
                    (cause, self.failures, self.failures >= P::ATTEMPTS)
                }
                End::Lost(cause) => {
                    self.failures += 1;
                    (cause, self.failures, true)
                }
            };
            let (failures, cause) = (self.failures, Arc::<str>::from(cause.to_string()));
            observe::projection_failed(P::NAME, failures, &cause);
            if is_last {
                break Stopped::Failed { name: P::NAME, failures, cause };
            }
            self.tell(|status| status.phase = Phase::Failing { failures, cause });
            self.pause(backoff.delay(waits - 1, random())).await;
        };
        observe::projection_stopped(&stopped);
        self.tell(|status| status.phase = Phase::Stopped(stopped));
    }

    /// Takes events until something is in the way.
    async fn go(&mut self, outages: &mut u32) -> Result<Infallible, End> {
        let orders = *self.told.borrow_and_update();
        if orders.stop {
            return Err(End::Stop);
        }
        let is_ordered = orders.rebuilds > self.begun;
        let usable = if is_ordered { None } else { guard(self.projection.place()).await.map_err(End::of)? };
        if usable.is_none() {
            self.tell(|status| status.phase = Phase::Rebuilding);
            guard(self.projection.reset()).await.map_err(End::of)?;
            (self.begun, self.is_rebuilding) = (orders.rebuilds, true);
        }
        let place = usable.unwrap_or_default();
        let mut remembered = place;
        let is_rebuilding = self.is_rebuilding;
        self.tell(|status| {
            status.phase = if is_rebuilding { Phase::Rebuilding } else { Phase::Running };
            status.place = if is_rebuilding { status.place } else { place };
        });
        let mut feed = self.feed(place)?.live();
        if self.is_rebuilding && self.is_at_end(place).await? {
            self.settle(place).await?;
        }
        loop {
            let Stretch { events, upto, end } = self.next(&mut feed).await?;
            let count = events.len();
            let is_built = self.is_rebuilding && upto >= end;
            if count > 0 || is_built || upto - remembered >= FAR {
                guard(self.projection.take(events, upto)).await.map_err(End::of)?;
                remembered = upto;
                self.failures = 0;
            }
            *outages = 0;
            observe::projected(P::NAME, count, end - upto);
            if is_built {
                self.settle(upto).await?;
            } else if !self.is_rebuilding {
                self.tell(|status| status.place = upto);
            }
        }
    }

    /// What was built is seen from now on.
    async fn settle(&mut self, place: u64) -> Result<(), End> {
        guard(self.projection.settle()).await.map_err(End::of)?;
        self.is_rebuilding = false;
        let rebuilt = self.begun;
        self.tell(|status| *status = Status { phase: Phase::Running, place, rebuilt });
        Ok(())
    }

    async fn is_at_end(&mut self, place: u64) -> Result<bool, End> {
        Ok(self.feed(place)?.page(1).stretch().await.transpose()?.is_none())
    }

    /// What it takes after `place`.
    fn feed(&self, place: u64) -> Result<Feed, End> {
        let select = contain(|| self.projection.select()).map_err(|why| End::Failed(panicked(&why)))?;
        Ok(Feed::new(self.store.clone(), select).after(place).deadline(self.deadline))
    }

    /// The next events, unless something else is ordered meanwhile.
    async fn next(&mut self, feed: &mut Feed) -> Result<Stretch, End> {
        let mut ordered = pin!(self.told.changed());
        poll_fn(|cx| {
            // Its other end lives as long as there are handles; without them nothing is ordered any more.
            if let Poll::Ready(Ok(())) = ordered.as_mut().poll(cx) {
                return Poll::Ready(Err(End::Ordered));
            }
            feed.poll_stretch(cx).map(|stretch| match stretch {
                Some(Ok(stretch)) => Ok(stretch),
                Some(Err(why)) => Err(End::from(why)),
                None => Err(End::Stop),
            })
        })
        .await
    }

    /// Waits before the next attempt, unless something is ordered.
    async fn pause(&mut self, wait: Duration) {
        let mut ordered = pin!(self.told.changed());
        let mut over = clock::sleep(wait);
        poll_fn(|cx| match ordered.as_mut().poll(cx) {
            Poll::Ready(Ok(())) => Poll::Ready(()),
            _ => over.as_mut().poll(cx),
        })
        .await;
    }

    fn tell(&self, change: impl FnOnce(&mut Status)) {
        self.status.send_modify(change);
    }
}

/// What the user's code says, or how it has panicked.
async fn guard<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let mut work = pin!(work);
    poll_fn(|cx| match contain(|| work.as_mut().poll(cx)) {
        Ok(poll) => poll,
        Err(why) => Poll::Ready(Err(panicked(&why))),
    })
    .await
}

fn panicked(Panicked(words): &Panicked) -> Failure {
    format!("it panicked: {words}").into()
}
