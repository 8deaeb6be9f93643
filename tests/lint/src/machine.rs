//! A machine that is stored, with every kind of row.

use crate::derives::{Mail, Nag, Ping, Sent};
use crate::persistent::Wrote;
use mainstay::fsm::Actions;
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

/// Begins.
#[derive(Debug, Clone, Message, Serialize, Deserialize)]
#[message(reply = u64, error = Refused)]
pub struct Begin(pub u64);

/// Waits.
#[derive(Debug, Clone, Message, Serialize, Deserialize)]
pub struct Pause;

/// Goes on.
#[derive(Debug, Clone, Message, Serialize, Deserialize)]
pub struct Resume;

/// Ends.
#[derive(Debug, Clone, Message, Serialize, Deserialize)]
pub struct Cancel;

/// Why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused;

/// It has begun.
#[derive(Debug, Event, Serialize, Deserialize)]
#[event(name = "lint.begun")]
pub struct Begun(pub u64);

/// It waits.
#[derive(Debug, Event, Serialize, Deserialize)]
#[event(name = "lint.paused")]
pub struct WasPaused;

/// It goes on.
#[derive(Debug, Event, Serialize, Deserialize)]
#[event(name = "lint.resumed")]
pub struct Resumed;

/// It is over.
#[derive(Debug, Event, Serialize, Deserialize)]
#[event(name = "lint.ended")]
pub struct Ended;

/// Working.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Running {
    count: u64,
}

/// What all states share.
#[fsm(states = JobState, mailbox = 64, snapshot_every = 10, snapshot_version = 2)]
#[derive(Debug, Default)]
pub struct Job {
    log: Vec<String>,
    #[volatile]
    seen: u64,
}

/// What a job may be.
#[derive(Debug, States, Serialize, Deserialize)]
#[states(Job, name = "lint.job", unhandled = ignore)]
#[group(Active(Running, Paused), on(Cancel => Ended => Gone), after(overdue: "3d" => Ended => Gone))]
#[otherwise(Mail => Wrote => stay)]
#[timer(Nag => Wrote => stay)]
#[query(Ping)]
pub enum JobState {
    /// Not begun.
    #[initial]
    #[on(async Begin => Begun => Running, WasPaused => stay)]
    #[postpone(Resume)]
    Waiting,
    /// At work.
    #[on(Pause => WasPaused => Paused)]
    #[idle_after(bored: "10m" => WasPaused => Paused)]
    #[enter]
    #[exit]
    Running(Running),
    /// Put aside.
    #[on(Resume => Resumed => Running)]
    #[discard(Pause)]
    #[unhandled(error)]
    Paused,
    /// Done.
    #[terminal]
    Gone,
}

impl JobFlow for Job {
    async fn waiting_begin(&self, Begin(count): Begin, cx: &mut Context<Self>) -> Decide<Self, Begin, JobWaitingBegin> {
        std::future::ready(()).await;
        drop(cx.id().to_string());
        match count {
            0 => Err(Refused),
            1 => Ok(persist(WasPaused).refuse(Refused)),
            count => Ok(persist(Begun(count)).reply(self.seen)),
        }
    }

    fn running_pause(&self, _: &Running, _: Pause, _: &mut Context<Self>) -> Decide<Self, Pause, WasPaused> {
        persist(WasPaused)
    }

    fn running_bored(&self, _: &Running, _: &mut Context<Self>) -> Persist<Self, WasPaused> {
        persist(WasPaused)
    }

    fn paused_resume(&self, _: Resume, _: &mut Context<Self>) -> Decide<Self, Resume, Resumed> {
        persist(Resumed)
    }

    fn active_cancel(&self, _: &JobState, _: Cancel, _: &mut Context<Self>) -> Decide<Self, Cancel, Ended> {
        persist(Ended)
    }

    fn active_overdue(&self, _: &JobState, _: &mut Context<Self>) -> Persist<Self, Ended> {
        persist(Ended)
    }

    fn otherwise_mail(&self, _: &JobState, mail: Mail, _: &mut Context<Self>) -> Decide<Self, Mail, Wrote> {
        persist(Wrote(mail.to))
    }

    fn otherwise_nag(&self, _: &JobState, nag: Nag, _: &mut Context<Self>) -> Persist<Self, Wrote> {
        persist(Wrote(nag.who))
    }

    fn ping(&self, _: &JobState, _: Ping) {}

    fn running_enter(&self, running: &Running, actions: &mut Actions<Self>) {
        if running.count == 0 {
            actions.raise(Pause);
        }
    }

    fn running_exit(&self, _: &Running, _: &mut Actions<Self>) {}

    fn waiting_begun(&mut self, event: &Begun) -> Running {
        Running { count: event.0 }
    }

    fn waiting_was_paused(&mut self, _: &WasPaused) {
        self.log.push("paused".to_owned());
    }

    fn running_was_paused(&mut self, _: Running, _: &WasPaused) {}

    fn paused_resumed(&mut self, _: &Resumed) -> Running {
        Running { count: 0 }
    }

    fn active_ended(&mut self, _: JobState, _: &Ended) {}

    fn otherwise_wrote(&mut self, event: &Wrote) {
        self.log.push(event.0.clone());
    }
}

/// A machine that nothing but its rows is said of.
#[fsm(states = SwitchState)]
#[derive(Debug, Default)]
pub struct Switch;

/// On or off.
#[derive(Debug, States)]
#[states(Switch, name = "lint.switch", allow(no_end))]
pub enum SwitchState {
    /// Off.
    #[initial]
    #[on(Resume => Sent => On)]
    Off,
    /// On.
    #[on(Resume => Sent => Off)]
    On,
}

impl SwitchFlow for Switch {
    fn off_resume(&self, _: Resume, _: &mut Context<Self>) -> Decide<Self, Resume, Sent> {
        persist(Sent(0))
    }

    fn on_resume(&self, _: Resume, _: &mut Context<Self>) -> Decide<Self, Resume, Sent> {
        persist(Sent(1))
    }

    fn off_sent(&mut self, _: &Sent) {}

    fn on_sent(&mut self, _: &Sent) {}
}
