//! The last dead letters.

use mainstay::system::DeadLetters;
use serde::Serialize;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;
use tokio::task::JoinHandle;

/// So many are kept.
const KEPT: usize = 200;

/// Listens to dead letters for as long as it lives, and keeps the last ones.
pub(crate) struct Letters {
    kept: Arc<Mutex<Kept>>,
    listener: JoinHandle<()>,
}

#[derive(Default)]
struct Kept {
    letters: VecDeque<Letter>,
    missed: u64,
}

/// A dead letter, as it is shown.
#[derive(Clone, Serialize)]
pub(crate) struct Letter {
    at: i64,
    actor: &'static str,
    id: Option<String>,
    message: &'static str,
    reason: String,
}

impl Letters {
    pub(crate) fn listen(mut letters: DeadLetters) -> Self {
        let kept = Arc::<Mutex<Kept>>::default();
        let to = kept.clone();
        let listener = tokio::spawn(async move {
            while let Some(next) = letters.next().await {
                let mut kept = lock(&to);
                match next {
                    Ok(letter) => {
                        let at = crate::api::millis(SystemTime::now());
                        let (id, reason) = (letter.id.map(|id| id.to_string()), letter.reason.to_string());
                        kept.letters.truncate(KEPT - 1);
                        kept.letters.push_front(Letter {
                            at,
                            actor: letter.actor,
                            id,
                            message: letter.message,
                            reason,
                        });
                    }
                    Err(lagged) => kept.missed += lagged.missed,
                }
            }
        });
        Self { kept, listener }
    }

    /// Those that are kept, the newest first, and how many were missed.
    pub(crate) fn kept(&self) -> (Vec<Letter>, u64) {
        let kept = lock(&self.kept);
        (kept.letters.iter().cloned().collect(), kept.missed)
    }
}

fn lock(kept: &Mutex<Kept>) -> MutexGuard<'_, Kept> {
    // What is kept is whole after each change.
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Letters {
    fn drop(&mut self) {
        self.listener.abort();
    }
}
