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
    one(&with("Ship => Shipped", "super => Shipped"), "expected the type of a command");
    one(&with("ItemAdded => stay", "Self => stay"), "expected the type of an event, or a state");
    one(&with("#[query(Describe)]", "#[query(Describe, m::Self)]"), "expected the type of a command");
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
    one(&with("#[discard(Pay)]", "#[query(Look)]"), "`#[query]` belongs on the enum");
    one(&with("#[discard(Pay)]", "#[discard(_)]"), "expected the type of a command");
    one(&mistakes(fsm("", "struct Order;")), "which enum holds the states of `Order`?");
    one(&mistakes(fsm("states = S, mailbox = 0", "struct Order;")), "a mailbox holds a number of messages");
    one(&mistakes(fsm("states = S, snapshot_every = 0", "struct Order;")), "`snapshot_every` is a number from 1");
    one(&mistakes(fsm("states = S, snapshot_version = x", "struct Order;")), "this is no value for `snapshot_version`");
    one(&mistakes(fsm("state = S, states = S", "struct Order;")), "`#[fsm]` has no option `state`");
    one(&mistakes(fsm("states = S", "struct Order<T>(T);")), "a machine has no generic parameters");
}

#[test]
fn each_mistake_in_the_states_is_found_once() {
    one(&with("#[terminal]", "#[terminal] #[exit]"), "`Closed` is terminal, so it is never left");
    one(&with("#[terminal]", "#[terminal(now)]"), "`#[terminal]` takes no arguments");
    one(&with("#[initial]", "#[initial] #[deprecated_state]"), "a new machine starts in `Open`");
    one(&with("#[terminal]", "#[terminal] #[deprecated_state]"), "`Closed` is deprecated, so no row leads there");
    one(&with("#[terminal]", "#[terminal] #[enter] #[enter]"), "`#[enter]` is given twice");
    one(&with("#[terminal]", "#[terminal] #[unhandled(shout)]"), "`shout` is nothing that can become of a command");
    one(&with("#[terminal]", "#[terminal] #[unhandled]"), "`#[unhandled]` says in parentheses");
    one(&with("name = \"order\"", "name = \"order\", unhandled = shout"), "`shout` is nothing that can become");
    one(&with("name = \"order\"", "name = \"order\", allow(deadend)"), "`deadend` is no rule that a machine may break");
    one(&with("pub enum", "#[on_stop] pub enum"), "what is stored does not stop");
    let noted =
        with("#[discard(Pay)]", "#[discard(Note)]").len() + with("#[terminal]", "#[terminal] #[discard(Note)]").len();
    assert_eq!(noted, 0, "the other states take the row for all");
    let everywhere = ORDER
        .replace("#[discard(Pay)]", "#[discard(Pay, Note)]")
        .replace("#[terminal]", "#[terminal] #[discard(Note)]");
    one(
        &mistakes(states(&everywhere.replace("#[initial]", "#[initial] #[discard(Note)]"))),
        "every state that this row is for has one of its own",
    );
}

#[test]
fn each_rule_about_the_graph_can_be_allowed_and_allows_no_other() {
    let machine = |allow: &str, rows: &str| {
        mistakes(states(&format!(
            "#[states(Lamp{allow})] enum LampState {{ #[initial] #[on(Flip => On)] Off, {rows} }}"
        )))
    };
    let cases = [
        ("unreachable", "#[on(Flip => Off)] On, #[on(Flip => Off)] Lost", "no row leads to `Lost`"),
        ("dead_end", "On", "nothing leaves `On`"),
        ("never_retried", "#[on(Flip => Off)] #[postpone(Dim)] On", "no state that `On` leads to takes `Dim`"),
        (
            "postpone_cycle",
            "#[on(Turn => Left)] On, #[on(Ping => Right)] #[postpone(Pong)] Left, #[on(Pong => Left)] #[postpone(Ping)] Right",
            "`Left` and `Right` postpone what leads from one to the other",
        ),
    ];
    for (rule, rows, found) in cases {
        one(&machine("", rows), found);
        assert_eq!(machine(&format!(", allow({rule})"), rows), [""; 0], "{rule}");
        for (other, ..) in cases.into_iter().filter(|(other, ..)| *other != rule) {
            one(&machine(&format!(", allow({other})"), rows), found);
        }
    }
}

#[test]
fn each_mistake_in_what_is_postponed_is_found_once() {
    let postponed = |rows: &str| with("#[discard(Pay)]", rows);
    one(&postponed("#[postpone(Pay)]"), "no state that `Paid` leads to takes `Pay`");
    one(&postponed("#[postpone(Ship)]"), "`Ship` has a row in `Paid` already");
    one(&postponed("#[postpone(Pay, Pay)]"), "`Pay` has a row in `Paid` already");
    one(&with("Closed,", "#[postpone(Add)] Closed,"), "no state that `Closed` leads to takes `Add`");
    let twice = with("#[on(Add =>", "#[postpone(_, _)] #[on(Add =>");
    one(&twice, "everything that has no row is postponed already");
    assert_eq!(with("#[on(Add =>", "#[postpone(_)] #[on(Add =>"), [""; 0], "`Ship` is taken later");
    let to_and_fro = |options: &str| {
        mistakes(states(&format!(
            r#"#[states(Table, name = "table"{options})]
            enum TableState {{
                #[initial]
                #[on(Ping => Pinged => Right)]
                #[postpone(Pong)]
                Left,
                #[on(Pong => Ponged => Left)]
                #[postpone(Ping)]
                Right,
            }}"#,
        )))
    };
    one(&to_and_fro(""), "`Left` and `Right` postpone what leads from one to the other");
    assert_eq!(to_and_fro(", allow(postpone_cycle)"), [""; 0]);
}

#[test]
fn each_mistake_in_a_group_is_found_once() {
    let group = |group: &str| with("#[query(Describe)]", &format!("#[group({group})] #[query(Describe)]"));
    assert_eq!(group("Active(Open, Paid), on(Cancel => Cancelled => Closed), discard(Look)"), [""; 0]);
    one(&group("Active"), "a group has a name and, in parentheses, its states");
    one(&group("Active()"), "which states are in `Active`?");
    one(&group("Active(Open), query(Look)"), "a group has rows of the forms");
    one(&group("Active(Open, Open), on(Cancel => Cancelled => Closed)"), "`Open` is in the group `Active` already");
    one(&group("Active(Open, Paid), on(Cancel => Cancelled => Paid)"), "`Paid` is in `Active`, and has this row too");
    one(&group("Active(Open), on(Add => Cancelled => Closed)"), "every state that this row is for has one of its own");
    one(&group("Active(Paid, Closed), on(Cancel => Cancelled => stay)"), "`Closed` is terminal, so it has no rows");
}

#[test]
fn each_mistake_in_a_deadline_is_found_once() {
    let after = |after: &str| with("#[initial]", &format!("#[initial] #[after({after})]"));
    for right in ["\"15m\"", "\"0ms\"", "TERM", "m::TERM", "_"] {
        assert_eq!(after(&format!("lost: {right} => Expired => Closed")), [""; 0], "{right}");
    }
    one(&after("lost: \"-1s\" => Expired => Closed"), "a delay is not negative");
    one(&after("lost: -1 => Expired => Closed"), "a delay is not negative");
    one(&after("lost: 15 => Expired => Closed"), "a delay is written with its unit");
    one(&after("lost: \"15\" => Expired => Closed"), "a delay is a number and a unit");
    one(&after("lost: \"99999999999d\" => Expired => Closed"), "a delay is at most");
    one(&after("lost: \"99999999999999999999s\" => Expired => Closed"), "a delay is at most");
    one(&after("lost => Expired => Closed"), "how long after is `lost`?");
    one(&after("lost"), "how long after is `lost`?");
    one(&after("lost: \"1s\""), "where does `lost` lead?");
    one(&after("lost: \"1s\" => Closed"), "what does `lost: \"..\"` store on the way to `Closed`?");
    one(&after("m::lost: \"1s\" => Expired => Closed"), "`m::lost` is no name for a deadline");
}

#[test]
fn rows_that_store_nothing_and_rows_that_store_do_not_mix() {
    let machine = |open: &str, name: &str| {
        mistakes(states(&format!(
            "#[states(Lamp{name})] enum LampState {{ #[initial] #[on({open})] Off, #[on(Flip => Off)] On }}"
        )))
    };
    assert_eq!(machine("Flip => On", ""), [""; 0]);
    assert_eq!(machine("Flip => On | stay", ""), [""; 0]);
    one(&machine("Flip => On | On", ""), "`On` stands twice in this row");
    one(&machine("Flip => On, stay", ""), "a row that stores nothing has its targets between `|`");
    one(&machine("Flip => On | Off", ""), "`Off` is the state that this row is in");
    one(&machine("Flip => On", ", name = \"lamp\""), "no row of this machine stores an event");
    one(&machine("Flip => Flipped => On", ", name = \"lamp\""), "what does `Flip` store on the way to `Off`?");
}

#[test]
fn the_graph_of_a_broken_machine_is_not_looked_at() {
    // The compiler reports these, and with these rows away the states are unreachable.
    assert_eq!(with("Shipped => Closed", "Shipped => Closd"), [""; 0]);
    assert_eq!(with("#[on(Ship", "#[onn(Ship"), [""; 0]);
}
