//! What entities do without what keeps their promises: for the tests that show that the other tests would notice.

use std::cell::Cell;

thread_local! {
    static BLIND: Cell<bool> = const { Cell::new(false) };
    static FORGETFUL: Cell<bool> = const { Cell::new(false) };
}

/// While it lives, no entity that recovers on this thread finds the ids of its commands in doubt. Those are run again, stored or not.
#[derive(Debug)]
pub struct CommandIdsIgnored {
    before: bool,
}

impl CommandIdsIgnored {
    /// From now on.
    #[must_use = "it ends when this is dropped"]
    pub fn on_this_thread() -> Self {
        Self { before: BLIND.replace(true) }
    }
}

impl Drop for CommandIdsIgnored {
    fn drop(&mut self) {
        BLIND.set(self.before);
    }
}

pub(crate) fn are_command_ids_ignored() -> bool {
    BLIND.get()
}

/// While it lives, no entity on this thread knows which deliveries it has taken: every copy is run.
#[derive(Debug)]
pub struct DeliveriesNotDeduplicated {
    before: bool,
}

impl DeliveriesNotDeduplicated {
    /// From now on.
    #[must_use = "it ends when this is dropped"]
    pub fn on_this_thread() -> Self {
        Self { before: FORGETFUL.replace(true) }
    }
}

impl Drop for DeliveriesNotDeduplicated {
    fn drop(&mut self) {
        FORGETFUL.set(self.before);
    }
}

pub(crate) fn are_deliveries_not_deduplicated() -> bool {
    FORGETFUL.get()
}
