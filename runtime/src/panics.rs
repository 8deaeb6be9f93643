//! Panics of the user's code end here.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// The user's code panicked, with these words. The panic hook has printed them.
#[derive(Debug)]
pub(crate) struct Panicked(pub(crate) Arc<str>);

/// Runs `code`. What it was changing must not be used again after a panic: that is why asserting unwind safety is right here.
pub(crate) fn contain<T>(code: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(code)).map_err(|payload| {
        let words = words(&*payload);
        // What was thrown is the user's too, and may panic when it is dropped: that says nothing new.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(payload)));
        Panicked(words)
    })
}

fn words(payload: &(dyn Any + Send)) -> Arc<str> {
    let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("something that is not text").into()
}
