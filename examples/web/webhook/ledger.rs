//! What was taken.

use serde::Serialize;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// What became of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    First,
    Again,
    /// Its key is known, and its body is another one: the sender has mixed up its keys.
    Differs,
}

/// Every delivery once, by its key.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Ledger {
    bodies: BTreeMap<String, String>,
    /// How many came that were there already.
    repeated: u64,
}

impl Ledger {
    pub fn take(&mut self, key: &str, body: &str) -> Taken {
        match self.bodies.entry(key.to_owned()) {
            Entry::Vacant(place) => {
                place.insert(body.to_owned());
                Taken::First
            }
            Entry::Occupied(known) if known.get() == body => {
                self.repeated += 1;
                Taken::Again
            }
            Entry::Occupied(_) => Taken::Differs,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_taken_once_and_never_with_another_body() {
        let mut ledger = Ledger::default();
        assert_eq!(ledger.take("a", "1"), Taken::First);
        assert_eq!(ledger.take("a", "1"), Taken::Again);
        assert_eq!(ledger.take("a", "2"), Taken::Differs);
        assert_eq!(ledger.take("b", "2"), Taken::First);
        assert_eq!(ledger.bodies, [("a", "1"), ("b", "2")].map(|(key, body)| (key.to_owned(), body.to_owned())).into());
        assert_eq!(ledger.repeated, 1);
    }
}
