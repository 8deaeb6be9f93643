//! A network between actors that loses, doubles, delays and reorders messages.

use super::random::Random;
use crate::call::{Message, Recipient};
use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A network between actors of one process, as bad as a test wants it.
///
/// A [`link`](Self::link) stands between two of them, whom it calls by names, and is a [`Recipient`] like the one behind it. Give it to the sender
/// instead. Until [faults](Self::faults) are ordered all messages arrive, in order.
///
/// The seed decides what happens to which message, for each pair of names and each direction on its own. In a
/// [simulation](super::simulate()) everything happens again with the same seeds.
///
/// ```
/// use mainstay::prelude::*;
/// use mainstay::testing::{Faults, Network, Probe, simulate};
///
/// #[derive(Message, Clone, Debug, PartialEq)]
/// struct Line(u32);
///
/// simulate(1, |_| async {
///     let mut printer = Probe::<Line>::new();
///     let network = Network::new(7);
///     network.faults("office", "printer", Faults { lose_every: Some(3), ..Faults::NONE });
///     let to_printer = network.link("office", "printer", printer.recipient());
///     for number in 1..=4 {
///         to_printer.tell(Line(number)).unwrap();
///     }
///     for number in [1, 2, 4] {
///         assert_eq!(printer.expect().await.message, Line(number));
///     }
///     assert_eq!(network.traffic("office", "printer").lost, 1);
/// });
/// ```
///
/// # Answers
///
/// The answer to a message goes back over the network, with the faults from the receiver to the sender. If the message or the answer is lost,
/// nobody tells the caller, who waits for as long as the network lives.
///
/// # Errors
///
/// None: as with a network, nobody tells a sender that its message is lost, nor that the receiver was gone or its mailbox full when it arrived.
#[derive(Clone)]
pub struct Network(Arc<Mutex<State>>);

struct State {
    seed: u64,
    pairs: BTreeMap<Pair, Between>,
    /// The ways back that nobody will go.
    silenced: Vec<Box<dyn Any + Send>>,
}

/// From whom to whom.
pub(super) type Pair = (Arc<str>, Arc<str>);

struct Between {
    random: Random,
    faults: Faults,
    traffic: Traffic,
}

/// What may happen to messages. Probabilities go from 0 for none to 1 for all of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Faults {
    /// How probable it is that a message is lost.
    pub lose: f64,
    /// Loses each message whose number, counted from 1, is a multiple of this.
    pub lose_every: Option<u64>,
    /// How probable it is that a message arrives twice.
    pub duplicate: f64,
    /// How probable it is that a message is overtaken by the next one. If none comes within [100 ms](Self::OVERTAKEN), it arrives then.
    pub reorder: f64,
    /// How long a message is on its way. One that follows arrives later, however short its own way is, unless the first is to be overtaken.
    pub delay: Range<Duration>,
}

/// What has happened to messages from one actor to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// How many were sent.
    pub sent: u64,
    /// How many of them were lost.
    pub lost: u64,
    /// How many were doubled.
    pub doubled: u64,
    /// How many were to be overtaken.
    pub reordered: u64,
    /// How many arrived, those that were doubled counted twice.
    pub arrived: u64,
    /// How many arrived where nobody took them: the actor was gone, or its mailbox full.
    pub refused: u64,
}

/// What happens to a message.
#[derive(Debug)]
pub(super) struct Fate {
    pub(super) lost: bool,
    pub(super) doubled: bool,
    pub(super) overtaken: bool,
    pub(super) delay: Duration,
}

impl Faults {
    /// All messages arrive at once and in order.
    pub const NONE: Self =
        Self { lose: 0.0, lose_every: None, duplicate: 0.0, reorder: 0.0, delay: Duration::ZERO..Duration::ZERO };

    /// All messages are lost.
    pub const CUT: Self = Self { lose: 1.0, ..Self::NONE };

    /// A message that is to be overtaken waits for so long.
    pub const OVERTAKEN: Duration = Duration::from_millis(100);
}

impl Default for Faults {
    fn default() -> Self {
        Self::NONE
    }
}

impl Network {
    /// A network without faults.
    pub fn new(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(State { seed, pairs: BTreeMap::new(), silenced: Vec::new() })))
    }

    /// Orders what happens from now on to messages from the one to the other. The other direction is not meant.
    pub fn faults(&self, from: &str, to: &str, faults: Faults) {
        self.lock().between(&pair(from, to)).faults = faults;
    }

    /// The way from the one to the other, who takes `M`.
    pub fn link<M: Message + Clone>(&self, from: &str, to: &str, target: Recipient<M>) -> Recipient<M> {
        super::link::link(self.clone(), pair(from, to), target)
    }

    /// What has happened so far to messages from the one to the other. Answers count for their own direction.
    pub fn traffic(&self, from: &str, to: &str) -> Traffic {
        self.lock().between(&pair(from, to)).traffic
    }

    /// Decides what happens to the next message. It draws the same numbers whatever the faults are, so that one fault more does not change the
    /// others.
    pub(super) fn fate(&self, pair: &Pair) -> Fate {
        let mut state = self.lock();
        let Between { random, faults, traffic } = state.between(pair);
        traffic.sent += 1;
        let lost =
            random.chance(faults.lose) | faults.lose_every.is_some_and(|every| traffic.sent.is_multiple_of(every));
        let (doubled, overtaken) = (random.chance(faults.duplicate), random.chance(faults.reorder));
        let spread = faults.delay.end.saturating_sub(faults.delay.start).as_micros();
        let spread = random.below(usize::try_from(spread).unwrap_or(usize::MAX));
        let delay = faults.delay.start.saturating_add(Duration::from_micros(spread as u64));
        let (doubled, overtaken) = (doubled && !lost, overtaken && !lost);
        traffic.lost += u64::from(lost);
        traffic.doubled += u64::from(doubled);
        traffic.reordered += u64::from(overtaken);
        Fate { lost, doubled, overtaken, delay }
    }

    pub(super) fn arrived(&self, pair: &Pair, taken: bool) {
        let mut state = self.lock();
        let traffic = &mut state.between(pair).traffic;
        traffic.arrived += 1;
        traffic.refused += u64::from(!taken);
    }

    /// Keeps a way back, so that its caller is told nothing.
    pub(super) fn silence(&self, way: impl Any + Send) {
        self.lock().silenced.push(Box::new(way));
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn between(&mut self, pair: &Pair) -> &mut Between {
        let seed = self.seed;
        self.pairs.entry(pair.clone()).or_insert_with_key(|pair| Between {
            random: Random::new(seed_of(seed, pair)),
            faults: Faults::NONE,
            traffic: Traffic::default(),
        })
    }
}

fn pair(from: &str, to: &str) -> Pair {
    (from.into(), to.into())
}

/// FNV, so that it is the same in every build. The end of a name counts as a byte that no name has.
fn seed_of(seed: u64, (from, to): &Pair) -> u64 {
    let bytes = from.bytes().chain([0xff]).chain(to.bytes());
    bytes.fold(seed ^ 0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.lock();
        let pairs = state.pairs.iter().map(|((from, to), between)| (format!("{from} → {to}"), between.traffic));
        f.debug_map().entries(pairs).finish()
    }
}
