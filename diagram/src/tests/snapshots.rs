//! Pictures that somebody has looked at.

use crate::machine::{Cause, Machine, Outcome, Row, State, Target};
use expect_test::expect_file;

fn row(cause: Cause, event: &str, target: Target) -> Row {
    Row { cause, outcomes: vec![Outcome { event: event.into(), target, is_marked: false }] }
}

fn on(command: &str, event: &str, to: &str) -> Row {
    row(Cause::Command(command.into()), event, Target::To(to.into()))
}

fn after(delay: &str, event: &str, to: &str) -> Row {
    row(Cause::After { name: String::new(), delay: delay.into() }, event, Target::To(to.into()))
}

fn breaker() -> Machine {
    let closed = vec![on("Fail", "Opened", "Open"), row(Cause::Command("Succeed".into()), "Counted", Target::Stay)];
    let half = vec![on("Succeed", "Recovered", "Closed"), on("Fail", "Opened", "Open")];
    Machine {
        name: "breaker".into(),
        states: vec![
            State { doc: "All is well.".into(), rows: closed, ..State::new("Closed") },
            State {
                rows: vec![after("30s", "Waited", "HalfOpen")],
                discards: vec!["Call".into()],
                ..State::new("Open")
            },
            State { rows: half, postpones: vec!["Call".into()], ..State::new("HalfOpen") },
        ],
        otherwise: vec![],
    }
}

fn order() -> Machine {
    let mut ship = on("Ship", "Shipped", "Closed");
    ship.outcomes[0].is_marked = true;
    let mut pay = on("Pay", "Paid", "Paid");
    pay.outcomes.push(Outcome { event: "Declined".into(), target: Target::Reenter, is_marked: false });
    Machine {
        name: "order".into(),
        states: vec![
            State { rows: vec![pay, on("Cancel", "Cancelled", "Closed")], ..State::new("Open") },
            State { rows: vec![ship, on("Refund", "Refunded", "Closed")], ..State::new("Paid") },
            State { terminal: true, ..State::new("Closed") },
        ],
        otherwise: vec![row(Cause::Command("Note".into()), "Noted", Target::Stay)],
    }
}

#[test]
fn a_circuit_breaker() {
    let machine = breaker();
    let drawing = machine.drawing();
    expect_file!["../../snapshots/breaker.svg"].assert_eq(&drawing.to_svg());
    expect_file!["../../snapshots/breaker.mmd"].assert_eq(&drawing.to_mermaid());
    expect_file!["../../snapshots/breaker.dot"].assert_eq(&drawing.to_dot());
    expect_file!["../../snapshots/breaker.md"].assert_eq(&drawing.to_markdown());
}

#[test]
fn an_order_that_is_paid_with_a_row_that_stands_out() {
    let machine = order();
    let drawing = machine.drawing().current("Paid").title("Order 42");
    expect_file!["../../snapshots/order.svg"].assert_eq(&drawing.to_svg());
    expect_file!["../../snapshots/order.mmd"].assert_eq(&drawing.to_mermaid());
    expect_file!["../../snapshots/order.dot"].assert_eq(&drawing.to_dot());
    expect_file!["../../snapshots/order.md"].assert_eq(&drawing.to_markdown());
}
