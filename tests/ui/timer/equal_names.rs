//! Two timers of one actor have two names.
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Timer, Clone, Serialize, Deserialize)]
#[timer(name = "remind")]
pub struct Remind(String);

#[derive(Timer, Clone, Serialize, Deserialize)]
#[timer(name = "warn", alias = "remind")]
pub struct Warn(String);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "diary.wrote")]
pub struct Wrote(String);

#[actor(persistent = "diary")]
#[derive(Default)]
pub struct Diary {
    pages: Vec<String>,
}

#[handlers]
impl Diary {
    #[timer]
    fn remind(&self, Remind(text): Remind) -> Persist<Self, Wrote> {
        persist(Wrote(text))
    }

    #[timer]
    fn warn(&self, Warn(text): Warn) -> Persist<Self, Wrote> {
        persist(Wrote(text))
    }

    #[apply]
    fn wrote(&mut self, event: &Wrote) {
        self.pages.push(event.0.clone());
    }
}

fn main() {}
