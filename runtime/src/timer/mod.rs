//! Durable timers: they are stored in the unit of the decision that sets them, and fire also after a restart.
//!
//! A timer is a message that an entity sends to itself, later. Whoever decides sets it with [`Persist::start`](crate::entity::Persist::start) and takes it back
//! with [`cancel`](crate::entity::Persist::cancel); from outside, [`schedule`](crate::entity::EntityHandle::schedule) sets one. When it is due, the entity is
//! started if it is not in memory, and its `#[timer]` method decides as a `#[command]` does. The timer is removed in the unit of that decision:
//! a process that ends before it fires it again, one that ends after it does not.
//!
//! # What is stored
//!
//! Each timer is one row under its name and its key, with the time at which it is due in UTC, and with a generation: what named the command
//! that set it. A timer that was set anew or cancelled in the meantime has another generation, or none, and what fires for the old one is dropped.
//!
//! # When timers fire
//!
//! - Never before they are due by the wall clock; as soon after that as their entity is free. A clock that is set forward lets them fire early, one that
//!   is set back late, and neither lets them fire twice. Whether the clock was set is looked at every 60 s.
//! - A delay of zero, or a time that has passed, means at once: after what the entity has at hand, before what waits in its mailbox.
//! - What became due while no process ran fires once when the system starts, not faster than
//!   [`Settings::overdue_timers`](crate::settings::Settings::overdue_timers) says. A repeating timer fires once for all that it has missed, says how many those were
//!   ([`Fired::missed`]), and goes on in its old rhythm.
//!
//! # What cannot fire
//!
//! A timer whose name no `#[timer]` method has, whose value cannot be read, or whose method panics as often as it is run, becomes a dead letter and stays
//! stored. It is tried again after a minute, then after two, four and so on up to 17 hours, so that a program that knows better handles it. A name that is
//! listed in `removed(..)` is dropped without a word.
//!
//! Timers whose entity cannot be recovered, or whose type nobody hosts, are remembered to be left alone for a while, so many as
//! [`Settings::deferred_timers`](crate::settings::Settings::deferred_timers) says. Beyond that no timer fires until some of these are tried again, and
//! [`FireError::Stuck`] says so.
//!
//! # Only the time that was set
//!
//! What is stored of a deadline is the point in time, so that a process that was down for a while finds it due (F74). There is no option to wait for
//! what was left of it instead, or for all of it anew:
//!
//! - What was left depends on when the process ended, which a crash does not say: the last thing that an entity has stored may be days older.
//! - All of it anew is what a program gets that keeps its timers in memory and arms them when it recovers. Here an entity recovers also when it was
//!   only asleep, so a deadline longer than [`passivate_after`](crate::settings::Settings::passivate_after) might never come; and one that begins anew
//!   with each start of the process never comes where that is started often enough, which is when something is wrong.
//!
//! A state that wants its time anew says so where it is decided: `reenter`, or a timer that is started again by what the entity hears first.
//!
//! # What other systems have and this one does not
//!
//! The rules of timers are numbered in this project (`D51`, `D53`, ..), and tests carry the numbers. These are about others:
//!
//! | rules | there | here |
//! |---|---|---|
//! | D48 | timers that are gone after a crash, or begin anew | the time at which they are due is stored (D51) |
//! | D49 | reminders at least a minute apart, read from a list every few minutes, of which an outage loses some | an index of due times, and an alarm for earlier ones; what is overdue fires (D53) |
//! | D50 | the rest of a wait after a crash; an entity that sleeps and takes nothing else meanwhile | the same moment as without the crash, and a message like any other |

mod alarm;
mod error;
mod fired;
mod keyed;
mod row;
mod scheduler;
mod timetable;
mod token;

pub(crate) use alarm::Alarm;
pub use error::{FireError, TimerError};
pub use fired::{Fired, Firing};
pub use keyed::{Timer, is_timer, key_of};
#[cfg(feature = "testing")]
pub(crate) use row::stored;
pub(crate) use row::{Change, Due, Moment, When, deadline_id, is_deadline, is_timer_id, removed};
pub use row::{MAX_TIMER_BYTES, PendingTimer};
pub(crate) use scheduler::{Fire, Hosts, Scheduler};
pub(crate) use timetable::Move;
pub use timetable::Timetable;
pub(crate) use token::Token;
