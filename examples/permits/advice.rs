//! The advice on a case: weighed, asked for, decided, then drafted or reported, and printed.

use crate::rows::{Consumed, Describe, Deviate, Register, Rows, Tally};
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

// Commands: the rows of the log. Each carries its number within the case.
/// T06.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = Consumed)]
pub struct Weigh(pub u32);
/// T07, T08 or T09.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = Consumed)]
pub struct Advise(pub u32);
/// T10.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = Consumed)]
pub struct Settle(pub u32);
/// T11.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = Consumed)]
pub struct Draft(pub u32);
/// T12.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = Consumed)]
pub struct Review(pub u32);
/// T13.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = Consumed)]
pub struct Redraft(pub u32);
/// T14.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = Consumed)]
pub struct Approve(pub u32);
/// T15.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = Consumed)]
pub struct Print(pub u32);
/// T16.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = Consumed)]
pub struct Hold(pub u32);
/// T17.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = Consumed)]
pub struct Inspect(pub u32);
/// T18.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = Consumed)]
pub struct Revise(pub u32);
/// T19.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = Consumed)]
pub struct Conclude(pub u32);
/// T20.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = Consumed)]
pub struct PrintReport(pub u32);

// Events: what is stored. Each carries the number of the row that caused it.
#[derive(Event, Serialize, Deserialize)]
#[event(name = "advice.registered")]
pub struct Registered(u32);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "advice.registered_again")]
pub struct RegisteredAgain(u32);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "advice.need_weighed")]
pub struct NeedWeighed(u32);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "advice.advice_asked")]
pub struct AdviceAsked(u32);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "advice.need_settled")]
pub struct NeedSettled(u32);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "advice.draft_written")]
pub struct DraftWritten(u32);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "advice.draft_reviewed")]
pub struct DraftReviewed(u32);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "advice.draft_rejected")]
pub struct DraftRejected(u32);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "advice.draft_approved")]
pub struct DraftApproved(u32);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "advice.draft_printed")]
pub struct DraftPrinted(u32);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "advice.hold_reported")]
pub struct HoldReported(u32);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "advice.report_inspected")]
pub struct ReportInspected(u32);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "advice.report_revised")]
pub struct ReportRevised(u32);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "advice.report_concluded")]
pub struct ReportConcluded(u32);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "advice.report_printed")]
pub struct ReportPrinted(u32);
#[derive(Event, Serialize, Deserialize)]
#[event(name = "advice.deviated")]
pub struct Deviated {
    row: u32,
    code: String,
}

/// What all states share. The state itself is in the enum below.
#[fsm(states = AdviceState)]
#[derive(Debug, Default)]
pub struct Advice {
    registered: bool,
    rows: Rows,
}

#[derive(Debug, States)]
#[states(Advice, name = "advice", unhandled = ignore)]
#[otherwise(Register => Registered => stay, RegisteredAgain => stay)]
#[otherwise(Deviate => Deviated => stay)]
#[group(Unweighed(Pending, Advising), on(Weigh => NeedWeighed => Weighing))]
#[query(Describe)]
pub enum AdviceState {
    #[initial]
    Pending,

    #[on(Weigh => NeedWeighed => stay)]
    #[on(Advise => AdviceAsked => Advising)]
    #[on(Settle => NeedSettled => Decided)]
    Weighing,

    #[on(Advise => AdviceAsked => stay)]
    Advising,

    #[on(Draft => DraftWritten => Drafted)]
    #[on(Hold => HoldReported => Reported)]
    Decided,

    #[on(Review => DraftReviewed => Reviewed)]
    Drafted,

    #[on(Redraft => DraftRejected => Drafted)]
    #[on(Approve => DraftApproved => Approved)]
    Reviewed,

    #[on(Print => DraftPrinted => Printed)]
    Approved,

    #[on(Inspect => ReportInspected => Inspected)]
    Reported,

    #[on(Revise => ReportRevised => Reported)]
    #[on(Conclude => ReportConcluded => Concluded)]
    Inspected,

    #[on(PrintReport => ReportPrinted => Printed)]
    Concluded,

    #[terminal]
    Printed,
}

impl AdviceFlow for Advice {
    fn unweighed_weigh(
        &self,
        _: &AdviceState,
        Weigh(row): Weigh,
        _: &mut Context<Self>,
    ) -> Decide<Self, Weigh, NeedWeighed> {
        self.rows.take(row, NeedWeighed(row))
    }

    fn weighing_weigh(&self, Weigh(row): Weigh, _: &mut Context<Self>) -> Decide<Self, Weigh, NeedWeighed> {
        self.rows.take(row, NeedWeighed(row))
    }

    fn weighing_advise(&self, Advise(row): Advise, _: &mut Context<Self>) -> Decide<Self, Advise, AdviceAsked> {
        self.rows.take(row, AdviceAsked(row))
    }

    fn weighing_settle(&self, Settle(row): Settle, _: &mut Context<Self>) -> Decide<Self, Settle, NeedSettled> {
        self.rows.take(row, NeedSettled(row))
    }

    fn advising_advise(&self, Advise(row): Advise, _: &mut Context<Self>) -> Decide<Self, Advise, AdviceAsked> {
        self.rows.take(row, AdviceAsked(row))
    }

    fn decided_draft(&self, Draft(row): Draft, _: &mut Context<Self>) -> Decide<Self, Draft, DraftWritten> {
        self.rows.take(row, DraftWritten(row))
    }

    fn decided_hold(&self, Hold(row): Hold, _: &mut Context<Self>) -> Decide<Self, Hold, HoldReported> {
        self.rows.take(row, HoldReported(row))
    }

    fn drafted_review(&self, Review(row): Review, _: &mut Context<Self>) -> Decide<Self, Review, DraftReviewed> {
        self.rows.take(row, DraftReviewed(row))
    }

    fn reviewed_redraft(&self, Redraft(row): Redraft, _: &mut Context<Self>) -> Decide<Self, Redraft, DraftRejected> {
        self.rows.take(row, DraftRejected(row))
    }

    fn reviewed_approve(&self, Approve(row): Approve, _: &mut Context<Self>) -> Decide<Self, Approve, DraftApproved> {
        self.rows.take(row, DraftApproved(row))
    }

    fn approved_print(&self, Print(row): Print, _: &mut Context<Self>) -> Decide<Self, Print, DraftPrinted> {
        self.rows.take(row, DraftPrinted(row))
    }

    fn reported_inspect(&self, Inspect(row): Inspect, _: &mut Context<Self>) -> Decide<Self, Inspect, ReportInspected> {
        self.rows.take(row, ReportInspected(row))
    }

    fn inspected_revise(&self, Revise(row): Revise, _: &mut Context<Self>) -> Decide<Self, Revise, ReportRevised> {
        self.rows.take(row, ReportRevised(row))
    }

    fn inspected_conclude(
        &self,
        Conclude(row): Conclude,
        _: &mut Context<Self>,
    ) -> Decide<Self, Conclude, ReportConcluded> {
        self.rows.take(row, ReportConcluded(row))
    }

    fn concluded_print_report(
        &self,
        PrintReport(row): PrintReport,
        _: &mut Context<Self>,
    ) -> Decide<Self, PrintReport, ReportPrinted> {
        self.rows.take(row, ReportPrinted(row))
    }

    fn otherwise_register(
        &self,
        _: &AdviceState,
        Register(row): Register,
        _: &mut Context<Self>,
    ) -> Decide<Self, Register, AdviceOtherwiseRegister> {
        if self.registered {
            self.rows.deviate(row, RegisteredAgain(row))
        } else {
            self.rows.take(row, Registered(row))
        }
    }

    fn otherwise_deviate(
        &self,
        _: &AdviceState,
        Deviate { row, code }: Deviate,
        _: &mut Context<Self>,
    ) -> Decide<Self, Deviate, Deviated> {
        self.rows.deviate(row, Deviated { row, code })
    }

    fn describe(&self, state: &AdviceState, _: Describe) -> Tally {
        self.rows.tally(state.name())
    }

    fn unweighed_need_weighed(&mut self, _: AdviceState, event: &NeedWeighed) {
        self.rows.accept(event.0);
    }

    fn weighing_need_weighed(&mut self, event: &NeedWeighed) {
        self.rows.accept(event.0);
    }

    fn weighing_advice_asked(&mut self, event: &AdviceAsked) {
        self.rows.accept(event.0);
    }

    fn weighing_need_settled(&mut self, event: &NeedSettled) {
        self.rows.accept(event.0);
    }

    fn advising_advice_asked(&mut self, event: &AdviceAsked) {
        self.rows.accept(event.0);
    }

    fn decided_draft_written(&mut self, event: &DraftWritten) {
        self.rows.accept(event.0);
    }

    fn decided_hold_reported(&mut self, event: &HoldReported) {
        self.rows.accept(event.0);
    }

    fn drafted_draft_reviewed(&mut self, event: &DraftReviewed) {
        self.rows.accept(event.0);
    }

    fn reviewed_draft_rejected(&mut self, event: &DraftRejected) {
        self.rows.accept(event.0);
    }

    fn reviewed_draft_approved(&mut self, event: &DraftApproved) {
        self.rows.accept(event.0);
    }

    fn approved_draft_printed(&mut self, event: &DraftPrinted) {
        self.rows.accept(event.0);
    }

    fn reported_report_inspected(&mut self, event: &ReportInspected) {
        self.rows.accept(event.0);
    }

    fn inspected_report_revised(&mut self, event: &ReportRevised) {
        self.rows.accept(event.0);
    }

    fn inspected_report_concluded(&mut self, event: &ReportConcluded) {
        self.rows.accept(event.0);
    }

    fn concluded_report_printed(&mut self, event: &ReportPrinted) {
        self.rows.accept(event.0);
    }

    // A registration goes to both machines, and the confirmation counts it.
    fn otherwise_registered(&mut self, event: &Registered) {
        self.registered = true;
        self.rows.note(event.0);
    }

    fn otherwise_registered_again(&mut self, event: &RegisteredAgain) {
        self.rows.note(event.0);
    }

    fn otherwise_deviated(&mut self, event: &Deviated) {
        self.rows.refuse(event.row);
    }
}
