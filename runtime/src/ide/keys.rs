//! The keys that an option may have, in a module for each attribute. The macros import every key that is written from here, so that an editor
//! completes it, shows what it means, and leads here.
//!
//! `crate` is missing: no item can have a keyword's name.

/// Of `#[actor]`.
pub mod actor {
    /// How many messages may wait: `mailbox = 64` or `mailbox = unbounded`. 1 024 if it is left out.
    pub mod mailbox {}
    /// How many messages the actor may put aside: `stash = 64` or `stash = unbounded`. 1 024 if it is left out.
    pub mod stash {}
    /// What becomes of the actor when it panics or cannot start: `on_failure = restart`, `stop` or `escalate`. `restart` if it is left out.
    pub mod on_failure {}
    /// How long the actor waits before it starts over: `backoff(min = "100ms", max = "2s", jitter = 0.2, reset = "5s")`, in parts.
    pub mod backoff {}
    /// Which of its children start over when one does: `strategy = one_for_one`, `one_for_all` or `rest_for_one`. `one_for_one` if it is left out.
    pub mod strategy {}
    /// How many restarts of its children the actor bears: `intensity(restarts = 10, within = "1m")`, in parts.
    pub mod intensity {}
    /// The name of the type in stores, which never changes: `persistent = "ledger"`. Without it the actor lives in memory.
    pub mod persistent {}
    /// After how many events the fields are stored too: `snapshot_every = 1_000`. Never if it is left out.
    pub mod snapshot_every {}
    /// The version of what a snapshot holds: `snapshot_version = 2`. 1 if it is left out.
    pub mod snapshot_version {}
    /// How long an entity that has nothing to do stays in memory: `passivate_after = "120s"` or `passivate_after = never`.
    pub mod passivate_after {}
    /// Names of stored events that mean nothing any more: `removed("ledger.old")`.
    pub mod removed {}
    /// After how long a delivery that is not confirmed is sent again: `redeliver_interval = "5s"`.
    pub mod redeliver_interval {}
    /// How many deliveries are sent again at a time: `redelivery_burst_limit = 1_000`.
    pub mod redelivery_burst_limit {}
    /// A delivery that was sent so many times is warned of when it is sent once more: `warn_after_number_of_unconfirmed_attempts = 5`.
    pub mod warn_after_number_of_unconfirmed_attempts {}
    /// How many deliveries of an entity may wait for their confirmation: `max_unconfirmed_messages = 1_000`.
    pub mod max_unconfirmed_messages {}
    /// A delivery that was sent so many times is given up: `max_delivery_attempts = 100`.
    pub mod max_delivery_attempts {}
}

/// Of `#[fsm]`.
pub mod fsm {
    /// The enum with the states: `states = OrderState`.
    pub mod states {}
    /// How many messages may wait: `mailbox = 64` or `mailbox = unbounded`. 1 024 if it is left out.
    pub mod mailbox {}
    /// How many commands may be postponed: `stash = 64` or `stash = unbounded`. 1 024 if it is left out.
    pub mod stash {}
    /// After how many events a snapshot is taken: `snapshot_every = 1_000`. Never if it is left out.
    pub mod snapshot_every {}
    /// Raised when the stored form of a snapshot changes, or what the events make of the state: `snapshot_version = 2`.
    pub mod snapshot_version {}
}

/// Of `#[states]`.
pub mod states {
    /// The name of the machine in stores, which never changes: `name = "order"`.
    pub mod name {}
    /// What becomes of a command without a row: `unhandled = ignore`, `warn`, `error` or `postpone`. `warn` if it is left out.
    pub mod unhandled {}
    /// Rules about the graph that are not looked at: `allow(dead_end)`, `unreachable`, `never_retried`, `postpone_cycle`, `no_end`.
    pub mod allow {}
}

/// Of `#[message]`.
pub mod message {
    /// What the caller gets: `reply = Receipt`. `()` if it is left out.
    pub mod reply {}
    /// Why an actor may say no: `error = PayError`. Handlers then return a `Result`.
    pub mod error {}
}

/// Of `#[event]`.
pub mod event {
    /// The stored name, one word: `name = "order.paid"`.
    pub mod name {}
    /// The version of the stored shape, from 1: `version = 2`. 1 if it is left out.
    pub mod version {}
    /// The types of earlier versions, in order, of which each becomes the next one by `From`: `from(1 = PaidV1, 2 = PaidV2)`.
    pub mod from {}
    /// The types of earlier versions that are none or several events of today: `split(1 = MovedV1)`.
    pub mod split {}
    /// Names that the event was stored under before: `alias = "order.payed"` or `alias("a", "b")`.
    pub mod alias {}
    /// What the event is found by, apart from its entity: `tags("money")`.
    pub mod tags {}
}

/// Of `#[timer]`.
pub mod timer {
    /// The stored name, which stays when the type is renamed: `name = "remind"`.
    pub mod name {}
    /// The version of the stored shape, from 1: `version = 2`. 1 if it is left out.
    pub mod version {}
    /// Names that the timer was stored under before: `alias = "reminder"` or `alias("a", "b")`.
    pub mod alias {}
    /// What tells timers of one name apart: `key = field` or `key = 0`. Everything that is stored of it if it is left out.
    pub mod key {}
}

/// Of `#[confirmable]`.
pub mod confirmable {
    /// The stored name, one word: `name = "invoice.send"`.
    pub mod name {}
    /// The version of the stored shape, from 1: `version = 2`. 1 if it is left out.
    pub mod version {}
}
