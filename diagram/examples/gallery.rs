//! Machines of several sizes on one page, for people who change the layout to look at: `cargo run -p mainstay-diagram --example gallery > gallery.html`.

use mainstay_diagram::{Cause, Machine, Outcome, Row, State, Target};

fn main() {
    println!(
        "<!doctype html><meta charset=\"utf-8\"><meta name=\"color-scheme\" content=\"light dark\"><title>Gallery</title>"
    );
    println!(
        "<style>body{{font:16px sans-serif;margin:16px}}@media(prefers-color-scheme:dark){{body{{background:#111;color:#ddd}}}}</style>"
    );
    for (machine, current) in [(breaker(), "HalfOpen"), (order(), "Paid"), (claim(), "Assessing"), (onboarding(), "")] {
        let drawing = machine.drawing().current(current);
        println!("<h2>{}: {} states</h2>\n{}", machine.name, machine.states.len(), drawing.to_svg());
    }
}

fn breaker() -> Machine {
    machine(
        "breaker",
        "Closed: Fail -> Opened -> Open, Succeed -> Counted -> stay
         Open: after 30s -> Waited -> HalfOpen ; discards Call
         HalfOpen: Succeed -> Recovered -> Closed, Fail -> Opened -> Open",
    )
}

fn order() -> Machine {
    machine(
        "order",
        "Open: AddItem -> ItemAdded -> stay, Submit -> Submitted -> Submitted, Cancel -> Cancelled -> Cancelled, after 15m -> Expired -> Cancelled
         Submitted: Pay -> PaymentTaken -> Paid, Pay -> PaymentFailed -> reenter, Cancel -> Cancelled -> Cancelled, after 3d -> Expired -> Cancelled ; postpones Ship
         Paid: Ship -> Shipped -> Shipped, Refund -> Refunded -> Refunded, timer Remind -> Reminded -> stay
         Shipped: Deliver -> Delivered -> Delivered, Lose -> Lost -> Lost
         Lost: Ship -> Shipped -> Shipped, Refund -> Refunded -> Refunded
         Delivered: Return -> Returned -> Refunded, after 30d -> Kept -> stay
         Refunded!:
         Cancelled!:
         *: Note -> Noted -> stay",
    )
}

fn claim() -> Machine {
    machine(
        "claim",
        "Draft: Edit -> Edited -> stay, File -> Filed -> Filed, Withdraw -> Withdrawn -> Withdrawn
         Filed: Assign -> Assigned -> Assigned, Reject -> Rejected -> Rejected, Withdraw -> Withdrawn -> Withdrawn
         Assigned: Start -> Started -> Assessing, Reassign -> Assigned -> reenter, after 2d -> Escalated -> Escalated
         Escalated: Assign -> Assigned -> Assigned, Reject -> Rejected -> Rejected
         Assessing: Ask -> Asked -> WaitingForClient, Inspect -> Ordered -> Inspection, Approve -> Approved -> Approved, Reject -> Rejected -> Rejected
         WaitingForClient: Reply -> Replied -> Assessing, after 14d -> Silent -> Rejected, Withdraw -> Withdrawn -> Withdrawn ; postpones Approve, Reject
         Inspection: Report -> Reported -> Assessing, Fail -> InspectionFailed -> Escalated
         Approved: Pay -> PaymentOrdered -> Paying, Appeal -> Appealed -> Appealed
         Paying: Confirm -> Paid -> Paid, Fail -> PaymentFailed -> PaymentProblem
         PaymentProblem: Retry -> PaymentOrdered -> Paying, Correct -> Corrected -> Approved, idle 7d -> Escalated -> Escalated
         Paid: Appeal -> Appealed -> Appealed, after 1y -> Closed -> Closed
         Rejected: Appeal -> Appealed -> Appealed, after 60d -> Closed -> Closed
         Appealed: Uphold -> Upheld -> Closed, Reopen -> Reopened -> Assessing
         Withdrawn!:
         Closed!:",
    )
}

fn onboarding() -> Machine {
    machine(
        "onboarding",
        "Created: Verify -> MailSent -> Verifying, Abandon -> Abandoned -> Abandoned
         Verifying: Confirm -> Verified -> Verified, Resend -> MailSent -> reenter, after 7d -> Expired -> Abandoned
         Verified: Choose -> PlanChosen -> PlanChosen, Skip -> Skipped -> Free
         PlanChosen: Pay -> PaymentStarted -> Paying, Choose -> PlanChosen -> reenter
         Paying: Succeed -> Paid -> Paid, Fail -> Declined -> Declined, after 1h -> TimedOut -> Declined
         Declined: Retry -> PaymentStarted -> Paying, Skip -> Skipped -> Free, after 3d -> GaveUp -> Abandoned
         Free: Invite -> Invited -> Inviting, Upgrade -> PlanChosen -> PlanChosen
         Paid: Invite -> Invited -> Inviting, Import -> ImportStarted -> Importing
         Importing: Finish -> Imported -> Imported, Fail -> ImportFailed -> ImportFailed
         ImportFailed: Retry -> ImportStarted -> Importing, Skip -> Skipped -> Imported
         Imported: Invite -> Invited -> Inviting
         Inviting: Invite -> Invited -> stay, Accept -> Accepted -> Joined, after 2d -> Reminded -> Reminded
         Reminded: Accept -> Accepted -> Joined, after 5d -> Quiet -> Quiet
         Quiet: Accept -> Accepted -> Joined, after 14d -> Alone -> Solo
         Solo: Invite -> Invited -> Inviting, Train -> Trained -> Training
         Joined: Train -> Trained -> Training, Accept -> Accepted -> stay
         Training: Pass -> Passed -> Trained, Fail -> Failed -> Training2
         Training2: Pass -> Passed -> Trained, Fail -> Failed -> Stuck
         Stuck: Call -> Helped -> Training, after 30d -> Lost -> Churned
         Trained: Use -> Used -> Active
         Active: Use -> Used -> stay, after 60d -> Slept -> Dormant
         Dormant: Use -> Used -> Active, after 1y -> Lost -> Churned
         Abandoned: Return -> Returned -> Created, after 90d -> Forgotten -> Deleted
         Churned: Return -> Returned -> Active, after 2y -> Forgotten -> Deleted
         Deleted!:",
    )
}

/// A machine from lines `State: Cause -> Event -> target, .. ; postpones A, B`; terminal states have a `!`, the rows of all states a `*`.
fn machine(name: &str, source: &str) -> Machine {
    let mut machine = Machine { name: name.into(), ..Machine::default() };
    for line in source.lines() {
        let (name, rest) = line.split_once(':').unwrap_or((line, ""));
        let (rows, list) = rest.split_once(';').unwrap_or((rest, ""));
        let rows: Vec<Row> = rows.split(',').filter_map(row).collect();
        if name.trim() == "*" {
            machine.otherwise = rows;
            continue;
        }
        let mut state = State { rows, ..State::new(name.trim().trim_end_matches('!')) };
        state.terminal = name.ends_with('!');
        match list.trim().split_once(' ') {
            Some(("postpones", names)) => state.postpones = names.split(", ").map(str::to_owned).collect(),
            Some((_, names)) => state.discards = names.split(", ").map(str::to_owned).collect(),
            None => {}
        }
        machine.states.push(state);
    }
    machine
}

fn row(source: &str) -> Option<Row> {
    let mut parts = source.split("->").map(str::trim);
    let (cause, event, target) = (parts.next()?, parts.next()?, parts.next()?);
    let cause = match cause.split_once(' ') {
        Some(("after", delay)) => Cause::After { name: String::new(), delay: delay.into() },
        Some(("idle", delay)) => Cause::IdleAfter { name: String::new(), delay: delay.into() },
        Some((_, timer)) => Cause::Timer(timer.into()),
        None => Cause::Command(cause.into()),
    };
    let target = match target {
        "stay" => Target::Stay,
        "reenter" => Target::Reenter,
        state => Target::To(state.into()),
    };
    Some(Row { cause, outcomes: vec![Outcome { event: event.into(), target, is_marked: false }] })
}
