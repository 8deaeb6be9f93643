//! The confirmation of a case: checked, adjusted, determined, sent.

use crate::rows::{Consumed, Describe, Deviate, Register, Rows, Tally};
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

// Commands: the rows of the log. Each carries its number within the case.
/// T02.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = Consumed)]
pub struct Check(pub u32);
/// T03.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = Consumed)]
pub struct Adjust(pub u32);
/// T04.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = Consumed)]
pub struct Determine(pub u32);
/// T05.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = Consumed)]
pub struct Send(pub u32);

// Events: what is stored. Each carries the number of the row that caused it.
#[derive(Event, Serialize, Deserialize)]
#[event(name = "confirmation.registered")]
pub struct Registered(u32);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "confirmation.registered_again")]
pub struct RegisteredAgain(u32);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "confirmation.check_made")]
pub struct CheckMade(u32);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "confirmation.adjustment_needed")]
pub struct AdjustmentNeeded(u32);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "confirmation.content_determined")]
pub struct ContentDetermined(u32);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "confirmation.confirmation_sent")]
pub struct ConfirmationSent(u32);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "confirmation.deviated")]
pub struct Deviated {
    row: u32,
    code: String,
}

/// What all states share. The state itself is in the enum below.
#[fsm(states = ConfirmationState)]
#[derive(Debug, Default)]
pub struct Confirmation {
    registered: bool,
    rows: Rows,
}

#[derive(Debug, States)]
#[states(Confirmation, name = "confirmation", unhandled = ignore)]
#[otherwise(Register => Registered => stay, RegisteredAgain => stay)]
#[otherwise(Deviate => Deviated => stay)]
#[group(Unchecked(Received, Adjusting), on(Check => CheckMade => Checked))]
#[query(Describe)]
pub enum ConfirmationState {
    #[initial]
    Received,

    #[on(Check => CheckMade => stay)]
    #[on(Adjust => AdjustmentNeeded => Adjusting)]
    #[on(Determine => ContentDetermined => Determined)]
    Checked,

    Adjusting,

    #[on(Adjust => AdjustmentNeeded => Adjusting)]
    #[on(Send => ConfirmationSent => Sent)]
    Determined,

    #[terminal]
    Sent,
}

impl ConfirmationFlow for Confirmation {
    fn unchecked_check(
        &self,
        _: &ConfirmationState,
        Check(row): Check,
        _: &mut Context<Self>,
    ) -> Decide<Self, Check, CheckMade> {
        self.rows.take(row, CheckMade(row))
    }

    fn checked_check(&self, Check(row): Check, _: &mut Context<Self>) -> Decide<Self, Check, CheckMade> {
        self.rows.take(row, CheckMade(row))
    }

    fn checked_adjust(&self, Adjust(row): Adjust, _: &mut Context<Self>) -> Decide<Self, Adjust, AdjustmentNeeded> {
        self.rows.take(row, AdjustmentNeeded(row))
    }

    fn checked_determine(
        &self,
        Determine(row): Determine,
        _: &mut Context<Self>,
    ) -> Decide<Self, Determine, ContentDetermined> {
        self.rows.take(row, ContentDetermined(row))
    }

    fn determined_adjust(&self, Adjust(row): Adjust, _: &mut Context<Self>) -> Decide<Self, Adjust, AdjustmentNeeded> {
        self.rows.take(row, AdjustmentNeeded(row))
    }

    fn determined_send(&self, Send(row): Send, _: &mut Context<Self>) -> Decide<Self, Send, ConfirmationSent> {
        self.rows.take(row, ConfirmationSent(row))
    }

    fn otherwise_register(
        &self,
        _: &ConfirmationState,
        Register(row): Register,
        _: &mut Context<Self>,
    ) -> Decide<Self, Register, ConfirmationOtherwiseRegister> {
        if self.registered {
            self.rows.deviate(row, RegisteredAgain(row))
        } else {
            self.rows.take(row, Registered(row))
        }
    }

    fn otherwise_deviate(
        &self,
        _: &ConfirmationState,
        Deviate { row, code }: Deviate,
        _: &mut Context<Self>,
    ) -> Decide<Self, Deviate, Deviated> {
        self.rows.deviate(row, Deviated { row, code })
    }

    fn describe(&self, state: &ConfirmationState, _: Describe) -> Tally {
        self.rows.tally(state.name())
    }

    fn unchecked_check_made(&mut self, _: ConfirmationState, event: &CheckMade) {
        self.rows.accept(event.0);
    }

    fn checked_check_made(&mut self, event: &CheckMade) {
        self.rows.accept(event.0);
    }

    fn checked_adjustment_needed(&mut self, event: &AdjustmentNeeded) {
        self.rows.accept(event.0);
    }

    fn checked_content_determined(&mut self, event: &ContentDetermined) {
        self.rows.accept(event.0);
    }

    fn determined_adjustment_needed(&mut self, event: &AdjustmentNeeded) {
        self.rows.accept(event.0);
    }

    fn determined_confirmation_sent(&mut self, event: &ConfirmationSent) {
        self.rows.accept(event.0);
    }

    fn otherwise_registered(&mut self, event: &Registered) {
        self.registered = true;
        self.rows.accept(event.0);
    }

    fn otherwise_registered_again(&mut self, event: &RegisteredAgain) {
        self.rows.refuse(event.0);
    }

    fn otherwise_deviated(&mut self, event: &Deviated) {
        self.rows.refuse(event.row);
    }
}
