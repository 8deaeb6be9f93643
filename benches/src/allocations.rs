//! An allocator that counts.
#![allow(unsafe_code, reason = "an allocator is an unsafe trait; this one hands everything on to the system's")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicIsize, AtomicU64, Ordering};

/// Only then: threads that count all share two numbers, and would wait for each other where time is measured.
static COUNTS: AtomicBool = AtomicBool::new(false);
static COUNT: AtomicU64 = AtomicU64::new(0);
static BYTES: AtomicIsize = AtomicIsize::new(0);

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Counts from here on.
pub(crate) fn start() {
    COUNTS.store(true, Ordering::Relaxed);
}

/// How often memory was asked for since the start.
pub(crate) fn count() -> u64 {
    COUNT.load(Ordering::Relaxed)
}

/// How many bytes more are allocated than at the start.
#[allow(dead_code, reason = "the peers, and a build without storage, have no use for it")]
pub(crate) fn bytes() -> isize {
    BYTES.load(Ordering::Relaxed)
}

/// No layout has more than `isize::MAX` bytes.
fn note(allocations: u64, bytes: isize) {
    if COUNTS.load(Ordering::Relaxed) {
        COUNT.fetch_add(allocations, Ordering::Relaxed);
        BYTES.fetch_add(bytes, Ordering::Relaxed);
    }
}

// SAFETY: every call goes to the system's allocator as it came, so what that one promises holds here too.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(1, layout.size().cast_signed());
        // SAFETY: the caller keeps to the contract of `alloc`, which is the same one.
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note(1, size.cast_signed() - layout.size().cast_signed());
        // SAFETY: as above; `memory` came from this allocator, and so from the system's.
        unsafe { System.realloc(memory, layout, size) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        note(0, -layout.size().cast_signed());
        // SAFETY: as above.
        unsafe { System.dealloc(memory, layout) }
    }
}
