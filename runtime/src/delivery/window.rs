//! Which deliveries a receiver has taken already.

use super::parcel::{Outcome, Parcel};
use crate::journal::{Row, Table};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// The version of what is stored.
const VERSION: u32 = 1;

/// So many senders a receiver has in memory; of the others it reads what is stored.
const WINDOWS: usize = 1024;

/// What was taken of one sender's stream: all numbers below the lowest that the sender may still send, and some above.
///
/// The numbers of one sender for one receiver follow each other, so those above are few runs: their gaps are what is still under way.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Window {
    version: u32,
    /// Nothing below it will come again.
    lowest: u64,
    /// Runs of numbers, first and last, in order.
    runs: Vec<(u64, u64)>,
    /// Those that were not simply taken.
    answers: BTreeMap<u64, Outcome>,
}

impl Window {
    /// What was answered to this number, if it was taken.
    pub(crate) fn answered(&self, number: u64) -> Option<Outcome> {
        if number < self.lowest {
            return Some(Outcome::Confirmed);
        }
        let at = self.runs.partition_point(|(_, last)| *last < number);
        let taken = self.runs.get(at).is_some_and(|(first, _)| *first <= number);
        taken.then(|| self.answers.get(&number).cloned().unwrap_or(Outcome::Confirmed))
    }

    /// Takes a number, and forgets what will not come again.
    pub(crate) fn take(&mut self, number: u64, lowest: u64, outcome: &Outcome) {
        self.version = VERSION;
        self.lowest = self.lowest.max(lowest);
        let at = self.runs.partition_point(|(_, last)| last.saturating_add(1) < number);
        match self.runs.get_mut(at) {
            Some((first, last)) if number.saturating_add(1) >= *first => {
                (*first, *last) = ((*first).min(number), (*last).max(number));
                let end = *last;
                if let Some((next, last_of_next)) = self.runs.get(at + 1).copied()
                    && end.saturating_add(1) >= next
                {
                    self.runs.remove(at + 1);
                    if let Some(run) = self.runs.get_mut(at) {
                        run.1 = last_of_next;
                    }
                }
            }
            _ => self.runs.insert(at, (number, number)),
        }
        if *outcome != Outcome::Confirmed {
            self.answers.insert(number, outcome.clone());
        }
        let lowest = self.lowest;
        self.runs.retain(|(_, last)| *last >= lowest);
        self.answers = self.answers.split_off(&lowest);
    }

    /// As it is stored.
    pub(crate) fn row(&self, id: [u8; 12]) -> Result<Row, Arc<str>> {
        let payload = rmp_serde::to_vec_named(self).map_err(|cause| Arc::from(cause.to_string()))?;
        Ok(Row { table: Table::Seen, id: id.into(), due: None, payload: Some(payload) })
    }

    /// What is stored of the sender of `parcel`, if `row` is about it.
    pub(crate) fn read(row: &Row, id: [u8; 12]) -> Result<Self, rmp_serde::decode::Error> {
        match &row.payload {
            Some(payload) if row.id == id => rmp_serde::from_slice(payload),
            _ => Ok(Self::default()),
        }
    }
}

impl Parcel {
    /// The delivery, by the sender's stream and its number.
    pub(super) fn key(&self) -> ([u8; 12], u64) {
        (self.window(), self.number)
    }

    /// Under which id the receiver stores what it has taken of the sender's stream.
    pub(crate) fn window(&self) -> [u8; 12] {
        let mut sender = crc32fast::Hasher::new();
        sender.update(self.sender.kind().as_bytes());
        sender.update(&[0]);
        sender.update(self.sender.id().as_bytes());
        let mut id = [0; 12];
        let (stream, rest) = id.split_at_mut(8);
        stream.copy_from_slice(&self.stream.to_be_bytes());
        rest.copy_from_slice(&sender.finalize().to_be_bytes());
        id
    }
}

/// The windows that are in memory.
#[derive(Debug, Default)]
pub(crate) struct Windows {
    known: BTreeMap<[u8; 12], Window>,
    /// In the order in which they were read.
    order: VecDeque<[u8; 12]>,
}

impl Windows {
    pub(crate) fn get(&self, id: &[u8; 12]) -> Option<&Window> {
        self.known.get(id)
    }

    pub(crate) fn get_mut(&mut self, id: &[u8; 12]) -> Option<&mut Window> {
        self.known.get_mut(id)
    }

    pub(crate) fn insert(&mut self, id: [u8; 12], window: Window) {
        if self.known.insert(id, window).is_none() {
            self.order.push_back(id);
        }
        if self.order.len() > WINDOWS
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
    }
}

/// The id just before `id`, so that a read of the rows after it begins with `id`.
pub(crate) fn before(mut id: [u8; 12]) -> Option<Vec<u8>> {
    for byte in id.iter_mut().rev() {
        match byte.checked_sub(1) {
            Some(less) => {
                *byte = less;
                return Some(id.into());
            }
            None => *byte = u8::MAX,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn p13_numbers_in_any_order_are_taken_once_and_forgotten_below_the_lowest() {
        // A small generator: every order of a hundred numbers will do.
        let mut seed = 7_u64;
        for _ in 0..50 {
            let mut numbers: Vec<u64> = (1..=100).collect();
            for at in (1..numbers.len()).rev() {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                numbers.swap(at, usize::try_from(seed >> 33).unwrap_or(0) % (at + 1));
            }
            let (mut window, mut model) = (Window::default(), BTreeSet::new());
            for number in numbers {
                assert_eq!(window.answered(number).is_some(), model.contains(&number));
                window.take(number, 0, &Outcome::Confirmed);
                model.insert(number);
                for asked in 1..=101 {
                    assert_eq!(window.answered(asked).is_some(), model.contains(&asked), "{asked} of {window:?}");
                }
            }
            assert_eq!(window.runs, [(1, 100)]);
            window.take(101, 101, &Outcome::Confirmed);
            assert_eq!(window.runs.len(), 1);
        }
    }

    #[test]
    fn a_refusal_is_remembered_until_it_will_not_come_again() {
        let refused = Outcome::Refused(Arc::from(*b"no"));
        let mut window = Window::default();
        window.take(3, 1, &refused);
        window.take(4, 1, &Outcome::Confirmed);
        assert_eq!(window.answered(3), Some(refused));
        window.take(5, 4, &Outcome::Confirmed);
        assert!(window.answers.is_empty());
    }
}
