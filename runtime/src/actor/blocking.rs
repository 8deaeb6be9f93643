//! Handlers that block: they run elsewhere, and the actor goes along.

use super::cell::End;
use super::context::Context;
use super::dispatch::Dispatch;
use crate::call::as_actor;
use crate::executor;
use crate::observe::Cause;
use crate::panics::contain;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Poll, Wake, Waker};
use std::thread::{self, Thread};

/// Runs the handler of `message` on a thread that it may block. Nobody else needs the actor meanwhile, so value and context move there and
/// back. A kill waits until they have come back.
pub(super) async fn block<A: Dispatch>(
    actor: &mut Option<A>,
    state: &mut Option<A::State>,
    message: A::Later,
    cx: &mut Context<A>,
    cause: Cause,
) -> Result<(), End> {
    let (Some(mut value), Some(mut own)) = (actor.take(), state.take()) else { return Err(End::Killed) };
    let (node, mut lent) = (cx.node(), cx.lend());
    let work = move || {
        let handler = || wait(value.dispatch_later(&mut own, message, &mut lent));
        let outcome = contain(|| cause.run(|| as_actor(&node, handler)));
        (value, own, lent, outcome)
    };
    // The actor is lost only with the runtime, and then nothing is left to be told.
    let Some((value, own, lent, outcome)) = executor::blocking(work).await else { return Err(End::Killed) };
    (*actor, *state, *cx) = (Some(value), Some(own), lent);
    Ok(outcome?)
}

/// Runs a future on this thread. Not by the runtime's own means, with which the handler could not wait for a future of its own.
fn wait<F: Future>(future: F) -> F::Output {
    struct Unpark(Thread);

    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }

    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut std::task::Context::from_waker(&waker)) {
            return output;
        }
        thread::park();
    }
}
