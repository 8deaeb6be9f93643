//! What fires is a timer.
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Remind(String);

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

    #[apply]
    fn wrote(&mut self, event: &Wrote) {
        self.pages.push(event.0.clone());
    }
}

fn main() {}
