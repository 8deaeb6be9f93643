//! Many actors and many messages leave nothing behind. Long, so only with `MAINSTAY_LONG=1`.
//!
//! Here and not among the other tests, since an allocator that counts is unsafe to write, which only this crate allows.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(unsafe_code, reason = "an allocator is an unsafe trait; this one hands everything on to the system's")]

use mainstay::prelude::*;
use std::alloc::{GlobalAlloc, Layout, System as Memory};
use std::sync::atomic::{AtomicUsize, Ordering};

/// So many actors live at a time.
const ACTORS: usize = 100_000;
/// So many messages they are sent, all together.
const MESSAGES: usize = 10_000_000;
/// So many bytes may be left: what the runtime and its threads keep for the next time.
const SLACK: usize = 64 * 1024;

static ALLOCATED: AtomicUsize = AtomicUsize::new(0);

/// Counts the bytes that are allocated and not freed: the resident size says more about the allocator than about us.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: every call goes to the system's allocator as it came, so what that one promises holds here too.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps to the contract of `alloc`, which is the same one.
        unsafe { Memory.alloc(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATED.fetch_add(size, Ordering::Relaxed);
        ALLOCATED.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as above; `memory` came from this allocator, and so from the system's.
        unsafe { Memory.realloc(memory, layout, size) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        ALLOCATED.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { Memory.dealloc(memory, layout) }
    }
}

#[actor]
#[derive(Default)]
struct Counter {
    count: usize,
}

#[handlers]
impl Counter {
    #[handle]
    fn add(&mut self) {
        self.count += 1;
    }

    #[handle]
    fn count(&self) -> usize {
        self.count
    }
}

/// One life of all actors: spawned in the system, sent their messages, asked, stopped, waited for. Gives how many messages were handled.
async fn life(system: &System, messages: usize) -> usize {
    let actors: Vec<_> = (0..ACTORS).map(|_| system.spawn(Counter::default())).collect();
    for _ in 0..messages / ACTORS {
        for actor in &actors {
            actor.add().send().await.expect("it lives");
        }
    }
    let mut handled = 0;
    for actor in &actors {
        handled += actor.count().await.expect("it lives");
    }
    for actor in &actors {
        actor.stop();
    }
    for actor in &actors {
        assert_eq!(actor.stopped().await, Exit::Stopped);
    }
    handled
}

#[test]
fn soak_100_000_actors_and_10_million_messages_leave_no_memory_and_no_actor() {
    if std::env::var_os("MAINSTAY_LONG").is_none() {
        eprintln!("skipped: it takes a while; set MAINSTAY_LONG=1");
        return;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.expect("a runtime");
    let system = runtime.block_on(System::volatile().start()).expect("nothing is opened");
    // A first life, so that what is kept for the next time is there.
    runtime.block_on(life(&system, ACTORS));
    let before = ALLOCATED.load(Ordering::Relaxed);
    assert_eq!(runtime.block_on(life(&system, MESSAGES)), MESSAGES);
    assert_eq!(system.tree().to_string(), "", "no actor is left");
    // The tasks of the actors that ended last may be about to be freed by their workers: the runtime's end waits for them.
    drop(runtime);
    let left = ALLOCATED.load(Ordering::Relaxed).saturating_sub(before);
    assert!(left <= SLACK, "{left} bytes are left");
}
