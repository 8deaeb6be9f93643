//! Numbers that a seed decides.

/// `SplitMix64`: small, and good enough to choose between tasks.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// One of `0..below`; 0 if that is empty.
    pub(super) fn below(&mut self, below: usize) -> usize {
        // The remainder prefers small numbers by less than one in 2^50 for any number of tasks that fits into memory.
        usize::try_from(self.next() % (below.max(1) as u64)).unwrap_or(0)
    }

    /// True with this probability.
    pub(super) fn chance(&mut self, probability: f64) -> bool {
        let [.., a, b, c, d] = self.next().to_be_bytes();
        f64::from(u32::from_be_bytes([a, b, c, d])) < probability * 2_f64.powi(32)
    }
}
