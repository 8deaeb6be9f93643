//! What becomes of a request.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Taken, and its sender is told.
    Answered,
    /// Not taken.
    Refused,
    /// Taken, and its sender is told of a failure.
    Lost,
    /// Taken, and its sender is told when it waits no more.
    Late,
}

/// Says what becomes of each request: with the same seed the same, in the order in which they come.
#[derive(Debug)]
pub struct Dice {
    state: u64,
    fail: u8,
}

impl Dice {
    /// Of a hundred requests, `fail` fail.
    pub fn new(seed: u64, fail: u8) -> Self {
        Self { state: seed, fail }
    }

    pub fn throw(&mut self) -> Fate {
        if self.next() % 100 >= u64::from(self.fail) {
            return Fate::Answered;
        }
        match self.next() % 3 {
            0 => Fate::Refused,
            1 => Fate::Lost,
            _ => Fate::Late,
        }
    }

    /// `SplitMix64`: few lines, and the same everywhere.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fates(seed: u64, fail: u8) -> Vec<Fate> {
        let mut dice = Dice::new(seed, fail);
        (0..1_000).map(|_| dice.throw()).collect()
    }

    #[test]
    fn a_seed_says_what_fails() {
        assert_eq!(fates(7, 50), fates(7, 50));
        assert_ne!(fates(7, 50), fates(8, 50));
        for fate in [Fate::Answered, Fate::Refused, Fate::Lost, Fate::Late] {
            assert!(fates(7, 50).contains(&fate), "{fate:?}");
        }
    }

    #[test]
    fn none_and_all_may_fail() {
        assert!(fates(7, 0).iter().all(|fate| *fate == Fate::Answered));
        assert!(fates(7, 100).iter().all(|fate| *fate != Fate::Answered));
    }
}
