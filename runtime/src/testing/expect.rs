//! Waiting for something, but not for ever.

use crate::clock;
use std::future::{Future, poll_fn};
use std::panic::Location;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

/// How long tests wait unless they say otherwise: 3 s, of the world's time in a simulation.
pub const DEADLINE: Duration = Duration::from_secs(3);

/// Waits for `what` until `deadline` has passed, by the world's clock in a simulation.
///
/// ```
/// use mainstay::prelude::*;
/// use mainstay::testing::{DEADLINE, Probe, expect, simulate};
///
/// #[derive(Message)]
/// struct Ready;
///
/// simulate(1, |_| async {
///     let mut probe = Probe::<Ready>::new();
///     probe.recipient().tell(Ready).unwrap();
///     expect(DEADLINE, probe.next()).await;
/// });
/// ```
///
/// # Panics
///
/// When the deadline passes: it names the place of the call.
#[track_caller]
#[allow(clippy::panic, reason = "this is how a test fails")]
pub fn expect<F: Future>(deadline: Duration, what: F) -> impl Future<Output = F::Output> {
    let place = Location::caller();
    async move {
        match within(deadline, what).await {
            Some(value) => value,
            None => panic!("nothing came in {deadline:?}, awaited at {place}"),
        }
    }
}

/// `None` when the deadline passes first.
pub(super) async fn within<F: Future>(deadline: Duration, what: F) -> Option<F::Output> {
    let (mut what, mut sleep) = (pin!(what), clock::sleep(deadline));
    poll_fn(|cx| match what.as_mut().poll(cx) {
        Poll::Ready(value) => Poll::Ready(Some(value)),
        Poll::Pending => sleep.as_mut().poll(cx).map(|()| None),
    })
    .await
}
