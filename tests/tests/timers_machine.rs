//! Deadlines and timers of machines: they belong to the state, and outlive the process.
#![allow(
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    reason = "the machines are small and in modules"
)]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unchecked_time_subtraction,
    reason = "a test that cannot go on fails"
)]

use mainstay::journal::MemoryStore;
use mainstay::prelude::*;
use mainstay::testing::simulate_seeds;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;

const DAY: Duration = Duration::from_hours(24);
const MINUTE: Duration = Duration::from_mins(1);
const ALMOST: Duration = Duration::from_millis(1);

/// Somebody is reminded as long as there is something open; nobody invited for three times five days is the end.
mod onboarding {
    use super::*;

    #[derive(Message, Clone, Serialize, Deserialize)]
    pub struct Begin;
    #[derive(Message, Clone, Serialize, Deserialize)]
    pub struct Invite(pub String);
    #[derive(Message, Clone, Serialize, Deserialize)]
    pub struct Answer(pub String);
    #[derive(Message, Clone)]
    #[message(reply = Vec<String>)]
    pub struct Mails;

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "onboarding.begun")]
    pub struct Begun;
    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "onboarding.owner_reminded")]
    pub struct OwnerReminded;
    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "onboarding.given_up")]
    pub struct GivenUp;
    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "onboarding.invited")]
    pub struct Invited(String);
    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "onboarding.person_reminded")]
    pub struct PersonReminded(String);
    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "onboarding.answered")]
    pub struct Answered(String);
    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "onboarding.completed")]
    pub struct Completed;

    #[derive(Timer, Clone, Serialize, Deserialize)]
    #[timer(name = "remind")]
    pub struct Remind(pub String);

    #[derive(Default, Serialize, Deserialize)]
    pub struct AwaitingInvites {
        reminders: u8,
    }
    #[derive(Default, Serialize, Deserialize)]
    pub struct AwaitingAnswers {
        open: BTreeSet<String>,
    }

    #[fsm(states = OnboardingState)]
    #[derive(Default)]
    pub struct Onboarding {
        mails: Vec<String>,
    }

    #[derive(States)]
    #[states(Onboarding, name = "onboarding")]
    #[query(Mails)]
    pub enum OnboardingState {
        #[initial]
        #[on(Begin => Begun => AwaitingInvites)]
        Created,
        #[on(Invite => Invited => AwaitingAnswers)]
        #[after(remind_owner: "5d" => OwnerReminded => reenter, GivenUp => Abandoned)]
        AwaitingInvites(AwaitingInvites),
        #[on(Invite => Invited => stay)]
        #[on(Answer => Answered => stay, Completed => Complete)]
        #[timer(Remind => PersonReminded => stay)]
        AwaitingAnswers(AwaitingAnswers),
        #[terminal]
        Complete,
        #[terminal]
        Abandoned,
    }

    impl OnboardingFlow for Onboarding {
        fn created_begin(&self, _: Begin, _: &mut Context<Self>) -> Decide<Self, Begin, Begun> {
            persist(Begun)
        }
        fn awaiting_invites_remind_owner(
            &self,
            state: &AwaitingInvites,
            _: &mut Context<Self>,
        ) -> Persist<Self, OnboardingAwaitingInvitesRemindOwner> {
            if state.reminders == 3 { persist(GivenUp) } else { persist(OwnerReminded) }
        }
        fn awaiting_invites_invite(
            &self,
            _: &AwaitingInvites,
            Invite(who): Invite,
            _: &mut Context<Self>,
        ) -> Decide<Self, Invite, Invited> {
            persist(Invited(who.clone())).start(Remind(who), 5 * DAY)
        }
        fn awaiting_answers_invite(
            &self,
            _: &AwaitingAnswers,
            Invite(who): Invite,
            _: &mut Context<Self>,
        ) -> Decide<Self, Invite, Invited> {
            persist(Invited(who.clone())).start(Remind(who), 5 * DAY)
        }
        fn awaiting_answers_remind(
            &self,
            _: &AwaitingAnswers,
            Remind(who): Remind,
            _: &mut Context<Self>,
        ) -> Persist<Self, PersonReminded> {
            persist(PersonReminded(who.clone())).start(Remind(who), 5 * DAY)
        }
        fn awaiting_answers_answer(
            &self,
            state: &AwaitingAnswers,
            Answer(who): Answer,
            _: &mut Context<Self>,
        ) -> Decide<Self, Answer, OnboardingAwaitingAnswersAnswer> {
            if state.open.iter().all(|open| *open == who) {
                return persist(Completed);
            }
            persist(Answered(who.clone())).cancel(Remind(who))
        }
        fn mails(&self, _: &OnboardingState, _: Mails) -> Vec<String> {
            self.mails.clone()
        }
        fn created_begun(&mut self, _: &Begun) -> AwaitingInvites {
            self.mails.push("welcome".into());
            AwaitingInvites::default()
        }
        fn awaiting_invites_owner_reminded(&mut self, state: AwaitingInvites, _: &OwnerReminded) -> AwaitingInvites {
            self.mails.push("nobody invited".into());
            AwaitingInvites { reminders: state.reminders + 1 }
        }
        fn awaiting_invites_given_up(&mut self, _: AwaitingInvites, _: &GivenUp) {}
        fn awaiting_invites_invited(&mut self, _: AwaitingInvites, event: &Invited) -> AwaitingAnswers {
            self.mails.push(format!("invitation {}", event.0));
            AwaitingAnswers { open: BTreeSet::from([event.0.clone()]) }
        }
        fn awaiting_answers_invited(&mut self, state: &mut AwaitingAnswers, event: &Invited) {
            self.mails.push(format!("invitation {}", event.0));
            state.open.insert(event.0.clone());
        }
        fn awaiting_answers_person_reminded(&mut self, _: &mut AwaitingAnswers, event: &PersonReminded) {
            self.mails.push(format!("reminder {}", event.0));
        }
        fn awaiting_answers_answered(&mut self, state: &mut AwaitingAnswers, event: &Answered) {
            state.open.remove(&event.0);
        }
        fn awaiting_answers_completed(&mut self, _: AwaitingAnswers, _: &Completed) {}
    }

    pub async fn begin(store: &Arc<MemoryStore>) -> System {
        System::with(store.clone()).host::<Onboarding>().start().await.expect("a start")
    }

    pub fn acme(system: &System) -> OnboardingRef {
        system.entity::<Onboarding>("acme").expect("an id")
    }
}

/// Restarts with the same store.
async fn restarted(store: &mut Arc<MemoryStore>, system: System) {
    system.shutdown().await.expect("an end");
    *store = Arc::new(store.restart());
}

#[test]
fn c55_c56_c66_f74_twenty_days_of_silence_are_three_reminders_and_the_end_with_a_restart_on_every_day() {
    use onboarding::{Begin, Mails, acme, begin};
    simulate_seeds(0..10, |sim| async move {
        let mut store = Arc::<MemoryStore>::default();
        let mut system = begin(&store).await;
        acme(&system).ask(Begin).await.expect("a beginning");
        let mut days = Vec::new();
        for day in 1..=21 {
            sim.clock().advance(DAY / 2).await;
            restarted(&mut store, system).await;
            sim.clock().advance(DAY / 2 + MINUTE / 20).await;
            system = begin(&store).await;
            sim.clock().advance(MINUTE / 20).await;
            let mails = acme(&system).ask(Mails).await.expect("mails").len();
            days.push((day, mails, acme(&system).state().await.expect("a state")));
        }
        for (day, mails, state) in days {
            let expected = match day {
                ..=4 => (1, "AwaitingInvites"),
                5..=9 => (2, "AwaitingInvites"),
                10..=14 => (3, "AwaitingInvites"),
                15..=19 => (4, "AwaitingInvites"),
                _ => (4, "Abandoned"),
            };
            assert_eq!((mails, state), expected, "on day {day}");
        }
    });
}

#[test]
fn c57_f53_timers_of_a_state_are_keyed_and_end_with_it() {
    use onboarding::{Answer, Begin, Invite, Mails, acme, begin};
    simulate_seeds(0..10, |sim| async move {
        let system = begin(&Arc::default()).await;
        let acme_ref = acme(&system);
        acme_ref.ask(Begin).await.expect("a beginning");
        sim.clock().advance(DAY).await;
        acme_ref.ask(Invite("ada".into())).await.expect("an invitation");
        sim.clock().advance(DAY).await;
        acme_ref.ask(Invite("bob".into())).await.expect("an invitation");
        drop(acme_ref);
        sim.clock().advance(10 * DAY + 3 * MINUTE).await;
        assert_eq!(system.entity_count(), 0);
        let mails = acme(&system).ask(Mails).await.expect("mails");
        let expected = [
            "welcome",
            "invitation ada",
            "invitation bob",
            "reminder ada",
            "reminder bob",
            "reminder ada",
            "reminder bob",
        ];
        assert_eq!(mails, expected, "the owner's deadline has gone with its state");
        acme(&system).ask(Answer("ada".into())).await.expect("an answer");
        acme(&system).ask(Answer("bob".into())).await.expect("an answer");
        sim.clock().advance(30 * DAY).await;
        assert_eq!(acme(&system).ask(Mails).await.expect("mails").len(), 7, "bob's timer has gone with the state");
        assert_eq!(system.dead_letter_count(), 0);
    });
}

/// A session: it ends when it lasts too long or when nobody does anything, and a door that closes at once.
mod session {
    use super::*;

    #[derive(Message, Clone, Serialize, Deserialize)]
    pub struct Enter;
    #[derive(Message, Clone, Serialize, Deserialize)]
    pub struct Click;
    #[derive(Message, Clone, Serialize, Deserialize)]
    pub struct Look;
    #[derive(Message, Clone, Serialize, Deserialize)]
    pub struct Leave;

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "session.entered")]
    pub struct Entered;
    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "session.clicked")]
    pub struct Clicked;
    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "session.expired")]
    pub struct Expired;
    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "session.left")]
    pub struct Left;
    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "session.timed_out")]
    pub struct TimedOut;

    #[fsm(states = SessionState)]
    #[derive(Default)]
    pub struct Session {
        clicks: u32,
    }

    #[derive(States)]
    #[states(Session, name = "session")]
    pub enum SessionState {
        #[initial]
        #[on(Look => Clicked => stay)]
        #[on(Enter => Entered => Open)]
        #[after(never_entered: "1h" => TimedOut => TooLate)]
        Outside,
        #[on(Look => Clicked => stay)]
        #[on(Click => Clicked => stay)]
        #[on(Leave => Left => Leaving)]
        #[after(whole: "1h" => Expired => Outside)]
        #[idle_after(idle: "10m" => TimedOut => TooLate)]
        Open,
        #[after(close: "0s" => Expired => Outside)]
        #[on(Click => Clicked => stay)]
        Leaving,
        #[on(Enter => Entered => Open)]
        TooLate,
    }

    impl SessionFlow for Session {
        fn outside_look(&self, _: Look, _: &mut Context<Self>) -> Decide<Self, Look, Clicked> {
            nothing()
        }
        fn outside_enter(&self, _: Enter, _: &mut Context<Self>) -> Decide<Self, Enter, Entered> {
            persist(Entered)
        }
        fn outside_never_entered(&self, _: &mut Context<Self>) -> Persist<Self, TimedOut> {
            persist(TimedOut)
        }
        fn open_look(&self, _: Look, _: &mut Context<Self>) -> Decide<Self, Look, Clicked> {
            nothing()
        }
        fn open_click(&self, _: Click, _: &mut Context<Self>) -> Decide<Self, Click, Clicked> {
            persist(Clicked)
        }
        fn open_leave(&self, _: Leave, _: &mut Context<Self>) -> Decide<Self, Leave, Left> {
            persist(Left)
        }
        fn open_whole(&self, _: &mut Context<Self>) -> Persist<Self, Expired> {
            persist(Expired)
        }
        fn open_idle(&self, _: &mut Context<Self>) -> Persist<Self, TimedOut> {
            persist(TimedOut)
        }
        fn leaving_close(&self, _: &mut Context<Self>) -> Persist<Self, Expired> {
            persist(Expired)
        }
        fn leaving_click(&self, _: Click, _: &mut Context<Self>) -> Decide<Self, Click, Clicked> {
            persist(Clicked)
        }
        fn too_late_enter(&self, _: Enter, _: &mut Context<Self>) -> Decide<Self, Enter, Entered> {
            persist(Entered)
        }
        fn outside_clicked(&mut self, _: &Clicked) {
            self.clicks += 1;
        }
        fn outside_entered(&mut self, _: &Entered) {}
        fn outside_timed_out(&mut self, _: &TimedOut) {}
        fn open_clicked(&mut self, _: &Clicked) {
            self.clicks += 1;
        }
        fn open_left(&mut self, _: &Left) {}
        fn open_expired(&mut self, _: &Expired) {}
        fn open_timed_out(&mut self, _: &TimedOut) {}
        fn leaving_expired(&mut self, _: &Expired) {}
        fn leaving_clicked(&mut self, _: &Clicked) {}
        fn too_late_entered(&mut self, _: &Entered) {}
    }

    pub async fn begin(store: &Arc<MemoryStore>) -> System {
        System::with(store.clone()).host::<Session>().start().await.expect("a start")
    }

    pub fn one(system: &System) -> SessionRef {
        system.entity::<Session>("one").expect("an id")
    }
}

#[test]
fn f44_f74_a_stay_keeps_the_deadline_and_commands_reset_only_the_idle_one() {
    use session::{Click, Enter, begin, one};
    simulate_seeds(0..10, |sim| async move {
        let mut store = Arc::<MemoryStore>::default();
        let mut system = begin(&store).await;
        one(&system).ask(Enter).await.expect("entered");
        for _ in 0..11 {
            sim.clock().advance(5 * MINUTE).await;
            one(&system).ask(Click).await.expect("clicked");
            restarted(&mut store, system).await;
            system = begin(&store).await;
        }
        sim.clock().advance(5 * MINUTE - ALMOST).await;
        assert_eq!(one(&system).state().await.as_deref(), Ok("Open"));
        sim.clock().advance(ALMOST).await;
        assert_eq!(one(&system).state().await.as_deref(), Ok("Outside"), "the whole hour is over");
    });
}

#[test]
fn f44_an_idle_deadline_begins_anew_with_each_command_also_with_one_that_stores_nothing() {
    use session::{Click, Enter, Look, begin, one};
    simulate_seeds(0..10, |sim| async move {
        let system = begin(&Arc::default()).await;
        let session = one(&system);
        session.ask(Enter).await.expect("entered");
        sim.clock().advance(9 * MINUTE).await;
        session.ask(Click).await.expect("clicked");
        sim.clock().advance(9 * MINUTE).await;
        session.ask(Look).await.expect("looked");
        sim.clock().advance(10 * MINUTE - ALMOST).await;
        assert_eq!(session.state().await.as_deref(), Ok("Open"), "a question is no command");
        sim.clock().advance(ALMOST).await;
        assert_eq!(session.state().await.as_deref(), Ok("TooLate"));
    });
}

#[test]
fn f55_f47_a_deadline_of_an_earlier_visit_does_not_fire_in_a_later_one() {
    use session::{Click, Enter, Leave, begin, one};
    simulate_seeds(0..10, |sim| async move {
        let system = begin(&Arc::default()).await;
        let session = one(&system);
        session.ask(Enter).await.expect("entered");
        for _ in 0..6 {
            sim.clock().advance(9 * MINUTE).await;
            session.ask(Click).await.expect("clicked");
        }
        session.ask(Leave).await.expect("left");
        session.ask(Enter).await.expect("entered");
        for _ in 0..6 {
            sim.clock().advance(9 * MINUTE).await;
            session.ask(Click).await.expect("clicked");
            assert_eq!(session.state().await.as_deref(), Ok("Open"), "the first hour is not that of the second visit");
        }
        sim.clock().advance(6 * MINUTE).await;
        assert_eq!(session.state().await.as_deref(), Ok("Outside"));
    });
}

#[test]
fn f46_a_deadline_of_zero_comes_before_what_waits() {
    use session::{Click, Enter, Leave, begin, one};
    simulate_seeds(0..50, |_| async move {
        let system = begin(&Arc::default()).await;
        let session = one(&system);
        session.tell(Enter).expect("room");
        session.tell(Leave).expect("room");
        assert_eq!(session.ask(Click).await, Err(CallError::Unhandled { state: "Outside" }));
    });
}

#[test]
fn f74_the_deadline_of_the_first_state_begins_with_the_first_command_that_is_taken() {
    use session::{Look, begin, one};
    simulate_seeds(0..10, |sim| async move {
        let mut store = Arc::<MemoryStore>::default();
        let system = begin(&store).await;
        assert_eq!(one(&system).state().await.as_deref(), Ok("Outside"));
        sim.clock().advance(DAY).await;
        assert_eq!(one(&system).state().await.as_deref(), Ok("Outside"), "nobody has come yet");
        one(&system).ask(Look).await.expect("looked");
        sim.clock().advance(30 * MINUTE).await;
        one(&system).ask(Look).await.expect("looked");
        restarted(&mut store, system).await;
        let system = begin(&store).await;
        sim.clock().advance(30 * MINUTE - ALMOST).await;
        assert_eq!(one(&system).state().await.as_deref(), Ok("Outside"));
        sim.clock().advance(ALMOST).await;
        assert_eq!(one(&system).state().await.as_deref(), Ok("TooLate"));
    });
}
