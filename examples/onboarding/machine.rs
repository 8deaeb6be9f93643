//! The onboarding machine of Petabridge's article on state machines, complete: a welcome on day 0, reminders to the owner on days 5,
//! 10 and 15, given up on day 20; whoever is invited is reminded every five days until they answer; done when all have answered.
//! Mail goes through a delivery to a named actor: sent once the event is durable, again until confirmed, never from a replay.
//! Twenty days pass in a test in milliseconds, with a restart between any two of them.
#![allow(clippy::unused_self, reason = "a helper of decisions reads as they do")]

use mainstay::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

type Email = String;

#[derive(Message, Clone, Serialize, Deserialize)]
pub struct SendWelcome {
    pub owner: Email,
}
#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Invite(pub Email);
#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Answer(pub Email); // accepted or declined: either ends the reminders
#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
#[confirmable(name = "mail")]
pub struct Mail {
    pub to: Email,
    pub text: String,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "onboarding.welcomed")]
pub struct Welcomed(pub Email);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "onboarding.owner_reminded")]
pub struct OwnerReminded;
#[derive(Event, Serialize, Deserialize)]
#[event(name = "onboarding.given_up")]
pub struct GivenUp;
#[derive(Event, Serialize, Deserialize)]
#[event(name = "onboarding.invited")]
pub struct Invited(pub Email);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "onboarding.person_reminded")]
pub struct PersonReminded(pub Email);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "onboarding.answered")]
pub struct Answered(pub Email);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "onboarding.completed")]
pub struct Completed;

/// A durable timer for each invited person.
#[derive(Timer, Clone, Serialize, Deserialize)]
#[timer(name = "remind")]
pub struct Remind(pub Email);

#[derive(Default, Serialize, Deserialize)]
pub struct AwaitingInvites {
    reminders: u8,
}
#[derive(Default, Serialize, Deserialize)]
pub struct AwaitingAnswers {
    open: BTreeSet<Email>,
}

#[fsm(states = OnboardingState)]
#[derive(Default)]
pub struct Onboarding {
    owner: Email,
    invited: BTreeSet<Email>,
    notifications: u32,
}

#[derive(States)]
#[states(Onboarding, name = "onboarding")]
pub enum OnboardingState {
    #[initial]
    #[on(SendWelcome => Welcomed => AwaitingInvites)]
    #[postpone(Invite, Answer)]
    Created,

    #[on(Invite => Invited => AwaitingAnswers)]
    #[after(remind_owner: "5d" => OwnerReminded => reenter, GivenUp => Abandoned)] // re-entered: five new days
    AwaitingInvites(AwaitingInvites),

    #[on(Invite => Invited => stay)]
    #[on(Answer => Answered => stay, Completed => Complete)]
    #[timer(Remind => PersonReminded => stay)] // ends with the state
    AwaitingAnswers(AwaitingAnswers),

    #[terminal]
    Complete,
    #[terminal]
    Abandoned,
}

const FIVE_DAYS: Duration = Duration::from_hours(5 * 24);
const MAX_REMINDERS: u8 = 3;

fn mail(to: &str, text: &str) -> Mail {
    Mail { to: to.into(), text: text.into() }
}

impl OnboardingFlow for Onboarding {
    fn created_send_welcome(&self, cmd: SendWelcome, _: &mut Context<Self>) -> Decide<Self, SendWelcome, Welcomed> {
        let letter = mail(&cmd.owner, "welcome, invite your team");
        persist(Welcomed(cmd.owner)).deliver(named("mailer"), letter)
    }

    fn awaiting_invites_remind_owner(
        &self,
        state: &AwaitingInvites,
        _: &mut Context<Self>,
    ) -> Persist<Self, OnboardingAwaitingInvitesRemindOwner> {
        if state.reminders == MAX_REMINDERS {
            return persist(GivenUp);
        }
        persist(OwnerReminded).deliver(named("mailer"), mail(&self.owner, "nobody invited yet"))
    }

    fn awaiting_invites_invite(
        &self,
        _: &AwaitingInvites,
        Invite(who): Invite,
        _: &mut Context<Self>,
    ) -> Decide<Self, Invite, Invited> {
        self.invite(who)
    }

    fn awaiting_answers_invite(
        &self,
        _: &AwaitingAnswers,
        Invite(who): Invite,
        _: &mut Context<Self>,
    ) -> Decide<Self, Invite, Invited> {
        self.invite(who)
    }

    fn awaiting_answers_remind(
        &self,
        _: &AwaitingAnswers,
        Remind(who): Remind,
        _: &mut Context<Self>,
    ) -> Persist<Self, PersonReminded> {
        let letter = mail(&who, "you are invited");
        persist(PersonReminded(who.clone())).deliver(named("mailer"), letter).start(Remind(who), FIVE_DAYS)
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

    fn created_welcomed(&mut self, event: &Welcomed) -> AwaitingInvites {
        self.owner.clone_from(&event.0);
        self.notifications += 1;
        AwaitingInvites::default()
    }

    fn awaiting_invites_owner_reminded(&mut self, state: AwaitingInvites, _: &OwnerReminded) -> AwaitingInvites {
        self.notifications += 1;
        AwaitingInvites { reminders: state.reminders + 1 }
    }

    fn awaiting_invites_given_up(&mut self, _: AwaitingInvites, _: &GivenUp) {}

    fn awaiting_invites_invited(&mut self, _: AwaitingInvites, event: &Invited) -> AwaitingAnswers {
        self.invited.insert(event.0.clone());
        AwaitingAnswers { open: BTreeSet::from([event.0.clone()]) }
    }

    fn awaiting_answers_invited(&mut self, state: &mut AwaitingAnswers, event: &Invited) {
        self.invited.insert(event.0.clone());
        state.open.insert(event.0.clone());
    }

    fn awaiting_answers_person_reminded(&mut self, _: &mut AwaitingAnswers, _: &PersonReminded) {
        self.notifications += 1;
    }

    fn awaiting_answers_answered(&mut self, state: &mut AwaitingAnswers, event: &Answered) {
        state.open.remove(&event.0);
    }

    fn awaiting_answers_completed(&mut self, _: AwaitingAnswers, _: &Completed) {}
}

impl Onboarding {
    /// An invited person gets a letter now and a reminder every five days.
    fn invite(&self, who: Email) -> Persist<Self, Invited> {
        let letter = mail(&who, "you are invited");
        persist(Invited(who.clone())).deliver(named("mailer"), letter).start(Remind(who), FIVE_DAYS)
    }
}
