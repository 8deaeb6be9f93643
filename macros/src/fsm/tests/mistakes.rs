//! Every check has a case that it finds. What the compiler makes of them is in `tests/ui/fsm`.

use super::{ORDER, fsm, mistakes, states};

/// The mistakes in the machine with `to` in place of `from`.
fn with(from: &str, to: &str) -> Vec<String> {
    assert!(ORDER.contains(from), "`{from}` is not in the machine");
    mistakes(states(&ORDER.replacen(from, to, 1)))
}

#[track_caller]
fn one(found: &[String], start: &str) {
    match found {
        [only] => assert!(only.starts_with(start), "{only}"),
        other => panic!("not one mistake: {other:#?}"),
    }
}

#[test]
fn a_right_machine_has_none() {
    assert_eq!(mistakes(states(ORDER)), [""; 0]);
    assert_eq!(mistakes(fsm("states = OrderState", "struct Order;")), [""; 0]);
}

#[test]
fn each_mistake_is_found_once() {
    one(&with("#[initial]", ""), "in which state does `Order` start?");
    one(&with("Paid(Paid)", "#[initial] Paid(Paid)"), "a machine starts in one state");
    one(&with("Closed,", "#[on(Add => ItemAdded => stay)] Closed,"), "`Closed` is terminal");
    one(&with("Open(Open)", "#[discard(Add)] Open(Open)"), "`Add` has a row in `Open` already");
    one(&with("#[query(Describe)]", "#[query(Describe, Ship)]"), "`Ship` is a query");
    one(&with("#[query(Describe)]", "#[query(Describe, Describe)]"), "`Describe` is a query already");
    one(&with("=> reenter", "=> reenter, PaymentRefused => reenter"), "`PaymentRefused` stands twice");
    one(&with("ItemAdded => stay", "ItemAdded => Open"), "`Open` is the state that this row is in");
    one(&with("PaymentRefused => reenter", "ItemAdded => Paid"), "`ItemAdded` leads to `stay` in this state");
    one(&with("Noted => stay", "Noted => Closed"), "a row for all states leads to none");
    one(&with("ItemAdded => stay", "Noted => stay"), "`Noted` belongs to a row for all states");
    one(&with("#[discard(Pay)]", "#[discard(m::Pay)]"), "the rows above call this `Pay`");
    one(&with("=> ItemAdded", "=> Add"), "the event `Add` in `Open` needs a method `open_add`");
    one(&with("#[terminal]", ""), "nothing leaves `Closed`");
    one(&with("#[terminal]", "#[terminal] Lost, #[terminal]"), "no row leads to `Lost`");
    one(&with("Closed,", "Closed { at: u64 },"), "a state holds one value");
    one(&with("enum OrderState", "enum OrderState<T>"), "a machine has no generic parameters");
    one(&with("Order, name = \"order\"", "Order"), "under which name");
    one(&with("name = \"order\"", "name = \"\""), "a stored name is one word");
    one(&with("#[states(Order, name = \"order\")]", ""), "which struct is the machine");
    one(&with("ItemAdded => stay", "ItemAdded => staay"), "`staay` is neither a state nor");
    one(&with("Pay => PaymentTaken", "Pay PaymentTaken"), "expected `=>` after `Pay`");
    one(&with("Ship => Shipped => Closed", "Ship => Closed"), "what does `Ship` store on the way to `Closed`?");
    one(&with("Ship => Shipped => Closed", "Ship => Shipped"), "where does `Shipped` lead?");
    one(&with("#[discard(Pay)]", "#[postpone(Pay)]"), "this version of mainstay postpones nothing");
    one(&with("#[discard(Pay)]", "#[query(Look)]"), "`#[query]` belongs on the enum");
    one(&mistakes(fsm("", "struct Order;")), "which enum holds the states of `Order`?");
    one(&mistakes(fsm("states = S, mailbox = 0", "struct Order;")), "a mailbox holds a number of messages");
    one(&mistakes(fsm("states = S, snapshot_every = 0", "struct Order;")), "`snapshot_every` is a number from 1");
    one(&mistakes(fsm("states = S, snapshot_version = x", "struct Order;")), "this is no value for `snapshot_version`");
    one(&mistakes(fsm("state = S, states = S", "struct Order;")), "`#[fsm]` has no option `state`");
    one(&mistakes(fsm("states = S", "struct Order<T>(T);")), "a machine has no generic parameters");
}

#[test]
fn the_graph_of_a_broken_machine_is_not_looked_at() {
    // The compiler reports these, and with these rows away the states are unreachable.
    assert_eq!(with("Shipped => Closed", "Shipped => Closd"), [""; 0]);
    assert_eq!(with("#[on(Ship", "#[onn(Ship"), [""; 0]);
}
