//! A durable state machine with deadlines, timers and mail, in a world with a clock of its own: three organizations are new for twenty
//! days each. Nobody is invited in the first; in the second all who are invited answer; in the third the process is restarted on every day.
//!
//! ```text
//! cargo run --example onboarding
//! ```
//!
//! Prints `day N organization event`, a line for each event that is stored. `machine.rs` is the machine and knows nothing of all that:
//! in earnest it is hosted with `System::open("./onboarding").host::<Onboarding>()`, and its days are days.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the program is its own documentation")]

mod machine;
mod mailer;
mod play;

use mainstay::journal::{MemoryStore, Store};
use mainstay::testing::simulate;
use std::error::Error;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn Error>> {
    for organization in [play::ACME, play::BEACON, play::CORONA] {
        let office = mailer::PostOffice::default();
        let lines =
            simulate(0, |sim| async move { play::play(organization, &mut InMemory::default(), &office, &sim).await })?;
        for line in lines {
            println!("{line}");
        }
    }
    Ok(())
}

/// The memory of the next process has what the last one had.
#[derive(Default)]
struct InMemory(Arc<MemoryStore>);

impl play::Disk for InMemory {
    fn open(&mut self) -> Result<Arc<dyn Store>, Box<dyn Error>> {
        self.0 = Arc::new(self.0.restart());
        Ok(self.0.clone())
    }
}
