//! What a command came to, and what a test says of it.
#![allow(clippy::needless_pass_by_value, reason = "what is expected is written where it is needed, and not kept")]
#![allow(clippy::return_self_not_must_use, reason = "the last assertion of a chain is its end")]

use super::given::{Given, Next};
use crate::call::CallError;
use crate::entity::{Event, Recover, Shown, UnitError, encode};
use crate::journal::NewEvent;
use crate::timer::{Change, Timer, TimerError, When};
use std::fmt::{self, Debug};
use std::time::{Duration, SystemTime};

/// What a command of an entity came to. Made by [`Given`].
///
/// It is looked at in the order in which it would leave the entity: first [`then_event`](Outcome::then_event) for each event, then the answer, which
/// fails when events are left. A test that wants something else looks at the fields.
pub struct Outcome<A: Recover, R, X> {
    /// The events that would be stored, as one unit.
    pub events: Vec<A::Event>,
    /// What the caller would get once they are.
    pub answer: Result<R, CallError<X>>,
    /// How many effects would run then. They are not run here.
    pub effects: usize,
    /// The state after the events.
    pub state: A::State,
    /// So many events were looked at.
    pub(super) seen: usize,
    /// What becomes of timers, as far as it was not looked at.
    pub(super) changes: Vec<Change>,
    pub(super) next: Next<A>,
}

impl<A: Recover, R, X> Outcome<A, R, X> {
    /// The next event is `expected`. Events are compared as they are stored: by name, version and content.
    ///
    /// # Panics
    ///
    /// When it is another one, or there is none.
    #[track_caller]
    #[allow(clippy::panic, reason = "this is how a test fails")]
    pub fn then_event(mut self, expected: impl Event) -> Self {
        let expected = stored(encode(&expected));
        let Some(found) = self.events.get(self.seen) else {
            panic!("no event comes where {} is expected", Words(&expected))
        };
        let found = stored(A::encode(found));
        assert!(found == expected, "event {} is {}, not {}", self.seen + 1, Words(&found), Words(&expected));
        self.seen += 1;
        self
    }

    /// No event comes any more.
    ///
    /// # Panics
    ///
    /// When one does.
    #[track_caller]
    #[allow(clippy::panic, reason = "this is how a test fails")]
    pub fn then_no_event(self) -> Self {
        if let Some(event) = self.events.get(self.seen) {
            panic!("event {} is {}, and none is expected", self.seen + 1, Words(&stored(A::encode(event))));
        }
        self
    }

    /// The decision sets `timer`, to fire in `delay`. Timers are compared as they are stored, and looked at in any order.
    ///
    /// # Panics
    ///
    /// When it does not.
    #[track_caller]
    pub fn then_starts<T: Timer>(self, timer: T, delay: Duration) -> Self {
        self.then_change(Change::start(&timer, When::After(delay)))
    }

    /// The decision sets `timer`, to fire at a time of day.
    ///
    /// # Panics
    ///
    /// When it does not.
    #[track_caller]
    pub fn then_starts_at<T: Timer>(self, timer: T, at: SystemTime) -> Self {
        self.then_change(Change::start(&timer, When::At(at)))
    }

    /// The decision sets `timer`, to fire after each `period`.
    ///
    /// # Panics
    ///
    /// When it does not.
    #[track_caller]
    pub fn then_repeats<T: Timer>(self, timer: T, period: Duration) -> Self {
        self.then_change(Change::start(&timer, When::Every(period)))
    }

    /// The decision takes back the timer that is called as `timer` and has its key.
    ///
    /// # Panics
    ///
    /// When it does not.
    #[track_caller]
    pub fn then_cancels<T: Timer>(self, timer: T) -> Self {
        self.then_change(Change::cancel(&timer))
    }

    /// The decision does nothing to timers beside what was looked at. What ends with the state of a machine is none of it.
    ///
    /// # Panics
    ///
    /// When it does.
    #[track_caller]
    #[allow(clippy::panic, reason = "this is how a test fails")]
    pub fn then_no_timer(self) -> Self {
        if let Some(change) = self.changes.first() {
            panic!("timer {change}, and nothing is expected");
        }
        self
    }

    #[track_caller]
    #[allow(clippy::panic, reason = "this is how a test fails")]
    fn then_change(mut self, expected: Result<Change, TimerError>) -> Self {
        let expected = expected.unwrap_or_else(|why| panic!("{why}"));
        let Some(at) = self.changes.iter().position(|change| *change == expected) else {
            let found: Vec<_> = self.changes.iter().map(ToString::to_string).collect();
            panic!("no timer {expected} with this value; there are {found:?}")
        };
        self.changes.remove(at);
        self
    }

    /// No event comes any more, and the caller gets the reply `expected`.
    ///
    /// # Panics
    ///
    /// When an event comes, or another answer.
    #[track_caller]
    pub fn then_reply(self, expected: R) -> Self
    where
        R: PartialEq + Debug,
        X: Debug,
    {
        let this = self.then_no_event();
        assert!(this.answer.as_ref().ok() == Some(&expected), "the answer is {:?}, not Ok({expected:?})", this.answer);
        this
    }

    /// No event comes any more, and the caller is refused with `expected`.
    ///
    /// # Panics
    ///
    /// When an event comes, or another answer.
    #[track_caller]
    pub fn then_refused(self, expected: X) -> Self
    where
        R: Debug,
        X: PartialEq + Debug,
    {
        let this = self.then_no_event();
        let is_it = matches!(&this.answer, Err(CallError::Refused(why)) if *why == expected);
        assert!(is_it, "the answer is {:?}, not the refusal {expected:?}", this.answer);
        this
    }

    /// The state of the machine has no row for the command.
    ///
    /// # Panics
    ///
    /// When it has one.
    #[track_caller]
    pub fn then_unhandled(self) -> Self
    where
        R: Debug,
        X: Debug,
    {
        let this = self.then_no_event();
        assert!(
            matches!(this.answer, Err(CallError::Unhandled { .. })),
            "the answer is {:?}, not Unhandled",
            this.answer
        );
        this
    }

    /// The machine has ended, and its last state has no row for the command.
    ///
    /// # Panics
    ///
    /// When it has one, or has not ended.
    #[track_caller]
    pub fn then_finished(self) -> Self
    where
        R: Debug,
        X: Debug,
    {
        let this = self.then_no_event();
        assert!(matches!(this.answer, Err(CallError::Finished { .. })), "it has not ended: {:?}", this.answer);
        this
    }

    /// The state of the machine keeps the command for another one.
    ///
    /// # Panics
    ///
    /// When it does not.
    #[track_caller]
    pub fn then_postponed(self) -> Self
    where
        R: Debug,
        X: Debug,
    {
        let this = self.then_no_event();
        assert!(matches!(this.answer, Err(CallError::NoReply)), "it is not postponed: {:?}", this.answer);
        this
    }

    /// The state of the machine takes the command and drops it.
    ///
    /// # Panics
    ///
    /// When it does not.
    #[track_caller]
    pub fn then_discarded(self) -> Self
    where
        R: Debug,
        X: Debug,
    {
        let this = self.then_no_event();
        assert!(matches!(this.answer, Err(CallError::Discarded { .. })), "it is not discarded: {:?}", this.answer);
        this
    }

    /// Goes on with the state after the events.
    pub fn go_on(self) -> Given<A> {
        self.next.with(self.state)
    }
}

#[track_caller]
#[allow(clippy::panic, reason = "this is how a test fails")]
fn stored(encoded: Result<NewEvent, UnitError>) -> NewEvent {
    encoded.unwrap_or_else(|why| panic!("{why}"))
}

/// An event for people to read: events need not be `Debug`.
struct Words<'a>(&'a NewEvent);

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NewEvent { name, version, payload, .. } = self.0;
        write!(f, "`{name}` version {version} {:?}", Shown(payload))
    }
}

impl<A: Recover, R: Debug, X: Debug> Debug for Outcome<A, R, X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("Outcome");
        let events: Vec<_> = self.events.iter().filter_map(|event| A::encode(event).ok()).collect();
        let words: Vec<_> = events.iter().map(|event| Words(event).to_string()).collect();
        out.field("events", &words).field("answer", &self.answer).field("effects", &self.effects);
        out.finish_non_exhaustive()
    }
}
