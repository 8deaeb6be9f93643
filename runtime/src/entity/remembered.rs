//! The callers' ids that an entity remembers, with the answers that they got.

use crate::journal::Request;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

#[derive(Debug)]
pub(super) struct Remembered {
    answers: HashMap<Arc<str>, Arc<[u8]>>,
    /// Oldest first.
    order: VecDeque<Arc<str>>,
    limit: usize,
}

impl Remembered {
    /// Of what is stored, newest first.
    pub(super) fn new(stored: Vec<Request>, limit: usize) -> Self {
        let mut remembered = Self { answers: HashMap::new(), order: VecDeque::new(), limit };
        for request in stored.into_iter().rev() {
            remembered.insert(request.id, request.reply.into());
        }
        remembered
    }

    pub(super) fn answer(&self, id: &str) -> Option<Arc<[u8]>> {
        self.answers.get(id).cloned()
    }

    /// Remembers an answer, and forgets the oldest one if there are too many: as the store does in the unit that has this one.
    pub(super) fn insert(&mut self, id: Arc<str>, answer: Arc<[u8]>) {
        if self.answers.insert(id.clone(), answer).is_none() {
            self.order.push_back(id);
        }
        while self.order.len() > self.limit {
            if let Some(oldest) = self.order.pop_front() {
                self.answers.remove(&oldest);
            }
        }
    }
}
