//! What keeps a projection of events.

use crate::journal::{Found, Select};
use std::error::Error;
use std::future::Future;

/// After so many failures in a row a projection stops, unless it says otherwise.
pub const ATTEMPTS: u32 = 16;

/// Why a projection could not take an event: any error of the user's.
pub type Failure = Box<dyn Error + Send + Sync>;

/// Keeps a projection of events in a storage of its own, together with the place up to which it has taken them.
///
/// This is what [`System::project`](crate::system::System::project) runs. Where the storage is SQLite, write a [`View`](super::View); where there is nothing to keep, as
/// with a service that is told of events, a [`Follower`](super::Follower). Both are made of this.
///
/// Calls come one at a time, in order. One that fails, or panics, is followed by [`place`](Projection::place) after a while, and events are given from there on.
pub trait Projection: Send + 'static {
    /// What it is called, in the store and in what is told of it. Unique in a system.
    const NAME: &'static str;

    /// After so many failures in a row it stops. An outage of the system's store is not one of them.
    const ATTEMPTS: u32 = ATTEMPTS;

    /// Which events it takes.
    fn select(&self) -> Select {
        Select::All
    }

    /// The place up to which it has taken events, 0 before the first one; `None` where what it has is of no use and it has to be rebuilt.
    fn place(&mut self) -> impl Future<Output = Result<Option<u64>, Failure>> + Send;

    /// Takes events, in order, and remembers that it has taken all up to `upto`. There may be none.
    ///
    /// Events are taken exactly once where both become durable together or not at all, and at least once where the place comes after.
    fn take(&mut self, events: Vec<Found>, upto: u64) -> impl Future<Output = Result<(), Failure>> + Send;

    /// Begins anew: after it [`place`](Projection::place) is 0. What was there may stay visible until [`settle`](Projection::settle).
    fn reset(&mut self) -> impl Future<Output = Result<(), Failure>> + Send;

    /// All that was stored was taken again after a [`reset`](Projection::reset): what was built is to be seen from now on.
    fn settle(&mut self) -> impl Future<Output = Result<(), Failure>> + Send {
        async { Ok(()) }
    }
}
