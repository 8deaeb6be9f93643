//! Traces that go on after their process: what of a span is stored with what it causes.

use crate::panics::{Panicked, contain};
use std::fmt::Debug;
use std::sync::{Arc, OnceLock};
use tracing::{Span, warn};

/// The longest name of a span that is stored; longer ones are left out.
const LONGEST: usize = 255;

/// How a span is named beyond its process, so that what it causes later, by a delivery that is sent again, or by a timer that fires days after, goes on
/// with its trace.
///
/// The crate `tracing` has no such names; the tracing system does that the subscriber writes to. With OpenTelemetry it is a `traceparent`:
/// `examples/telemetry` has these two methods. One that panics is told of, and has named nothing.
pub trait Propagator: Debug + Send + Sync + 'static {
    /// What names `span`, to be stored: 1 to 255 bytes. `None` where the span is not part of a trace.
    fn inject(&self, span: &Span) -> Option<String>;

    /// Makes `span`, which is new and was not entered yet, a child of the span that `stored` names. The name may be anything: what another program
    /// has stored, with another propagator or with none.
    fn extract(&self, span: &Span, stored: &str);
}

/// There is a propagator already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the program has set a propagator already")]
pub struct PropagatorSet;

static PROPAGATOR: OnceLock<Box<dyn Propagator>> = OnceLock::new();

/// Sets how traces are stored, for the whole process: before the first system is started. Without one, what is stored is the id that the subscriber
/// has given the span, which means something to that subscriber alone: it is shown in the field `cause` of what it has caused, and no parent is
/// made of it.
///
/// # Errors
///
/// There is one already.
pub fn set_propagator(propagator: impl Propagator) -> Result<(), PropagatorSet> {
    PROPAGATOR.set(Box::new(propagator)).map_err(|_| PropagatorSet)
}

/// What names the span, to be stored with what it causes.
pub(super) fn inject(span: &Span) -> Option<Arc<str>> {
    // What nobody watches has no name.
    let id = span.id()?;
    let named = match PROPAGATOR.get() {
        Some(propagator) => contain(|| propagator.inject(span)).unwrap_or_else(|why| told(&why))?.into(),
        None => format!("{:016x}", id.into_u64()).into(),
    };
    Some(named).filter(|named: &Arc<str>| (1..=LONGEST).contains(&named.len()))
}

/// Makes the span the child of one that is known by its stored name alone.
pub(super) fn extract(span: &Span, stored: &str) {
    if let Some(propagator) = PROPAGATOR.get()
        && !span.is_disabled()
    {
        contain(|| propagator.extract(span, stored)).unwrap_or_else(|why| told(&why));
    }
}

/// A propagator that has panicked costs the trace its thread, and nobody a message.
fn told<T: Default>(Panicked(words): &Panicked) -> T {
    warn!(target: "mainstay", parent: None, error = &**words, "the propagator has panicked");
    T::default()
}
