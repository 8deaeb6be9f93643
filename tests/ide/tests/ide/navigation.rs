//! From a word to what it names and back: definitions, documentation, references, new names.

use super::editor;
use mainstay_ide_tests::{Editor, Page};

const HANDLER: &str = "counter.rs: pub fn add(&mut self, entry: Entry, n: u64) -> u64 {";
const CALL: &str = "shop.rs: counter.add(entry, 1).await.ok()";
const ROW: &str = "order.rs: #[on(Pay => PaymentTaken => Paid, PaymentRefused => stay)]";

fn pages() -> (Page, Page, Page) {
    (Page::of("ours", "counter.rs"), Page::of("ours", "order.rs"), Page::of("ours", "shop.rs"))
}

#[test]
fn a_good_file_has_no_mistakes() {
    let Some(mut editor) = editor() else { return };
    assert_eq!(editor.mistakes(&[]), Vec::<String>::new());
}

#[test]
fn a_call_leads_to_its_handler() {
    let Some(mut editor) = editor() else { return };
    let (_, _, shop) = pages();
    assert_eq!(editor.definitions(&[shop.at("counter.", "add(")]), [HANDLER]);
}

#[test]
fn the_words_of_a_row_lead_to_one_place_each() {
    let Some(mut editor) = editor() else { return };
    let (_, order, _) = pages();
    for (page, expected) in [
        (order.at("#[states(", "Order"), "order.rs: pub struct Order {"),
        (order.at("#[on(", "Pay "), "order.rs: pub struct Pay(pub u64);"),
        (order.at("#[on(Pay => ", "PaymentTaken"), "order.rs: pub struct PaymentTaken(pub u64);"),
        (order.at("PaymentTaken => ", "Paid"), "order.rs: Paid(Paid),"),
        (order.at("Paid(", "Paid)"), "order.rs: pub struct Paid {"),
    ] {
        assert_eq!(editor.definitions(&[page]), [expected]);
    }
}

#[test]
fn what_is_generated_leads_to_what_it_comes_from() {
    let Some(mut editor) = editor() else { return };
    let (_, order, shop) = pages();
    for (page, expected) in [
        (shop.at("counter: ", "CounterRef"), "counter.rs: impl Counter {"),
        (shop.at("order: ", "OrderRef"), "order.rs: pub enum OrderState {"),
        (order.at("impl ", "OrderFlow"), "order.rs: pub enum OrderState {"),
        (order.at("Pay, ", "OrderOpenPay"), ROW),
    ] {
        // The editor adds the macro itself, as the second place.
        let found = editor.definitions(&[page]);
        assert!(found.first().is_some_and(|first| first == expected) && found.len() == 2, "{expected}: {found:?}");
    }
}

#[test]
fn documentation_is_shown_where_something_is_used() {
    let Some(mut editor) = editor() else { return };
    let (counter, order, shop) = pages();
    for (page, docs) in [
        (shop.at("counter.", "add("), "Counts one thing more."),
        (shop.at("counter: ", "CounterRef"), "Handle to a running `Counter`."),
        (shop.at("order: ", "OrderRef"), "Handle to a machine"),
        (shop.at("order.ask(", "Pay"), "Pays for all of it."),
        (order.at("#[on(", "Pay "), "Pays for all of it."),
        (order.at("#[on(Pay => ", "PaymentTaken"), "The order is paid for."),
        (order.at("Pay, ", "OrderOpenPay"), "What may come of `Pay`"),
        (counter.at("#[actor(", "mailbox"), "How many messages may wait"),
        (order.at("#[fsm(", "states"), "The enum with the states"),
        (order.at("Order, ", "name"), "The name of the machine in stores"),
    ] {
        let shown = editor.hover(&[page]);
        assert!(shown.contains(docs), "{docs}: {shown}");
    }
}

#[test]
fn a_handler_and_its_calls_are_found_from_both_sides() {
    let Some(mut editor) = editor() else { return };
    let (counter, _, shop) = pages();
    assert_eq!(editor.references(&[shop.at("counter.", "add(")]), [HANDLER, CALL]);
    assert_eq!(editor.references(&[counter.at("pub fn ", "add")]), [HANDLER, CALL]);
}

#[test]
fn a_command_is_found_in_rows_handlers_and_calls() {
    let Some(mut editor) = editor() else { return };
    let (_, order, shop) = pages();
    let from_row = editor.references(&[order.at("#[on(", "Pay ")]);
    let from_call = editor.references(&[shop.at("order.ask(", "Pay")]);
    assert_eq!(from_row, from_call);
    let decide = "order.rs: fn open_pay(&self, open: &Open, pay: Pay, _: &mut Context<Self>) -> Decide<Self, Pay, OrderOpenPay> {";
    for place in [ROW, decide, "order.rs: pub struct Pay(pub u64);", "shop.rs: order.ask(Pay(10)).await.ok()?;"] {
        assert!(from_row.iter().any(|found| found == place), "{place}: {from_row:?}");
    }
}

/// Both files, after `add` is called `insert`, from wherever it was done.
fn assert_renamed(editor: &mut Editor, pages: &[Page], from: &str) {
    let edited = editor.rename(pages, "insert").unwrap_or_else(|why| panic!("{from}: {why}"));
    let files: Vec<_> = edited.keys().map(String::as_str).collect();
    assert_eq!(files, ["counter.rs", "shop.rs"], "{from}");
    assert!(edited["counter.rs"].contains("pub fn insert(&mut self"), "{from}: {}", edited["counter.rs"]);
    assert!(edited["shop.rs"].contains("counter.insert(entry, 1)"), "{from}: {}", edited["shop.rs"]);
    let texts = format!("{}{}", edited["counter.rs"], edited["shop.rs"]);
    assert_eq!(texts.matches("insert").count(), 2, "{from}: {texts}");
}

#[test]
fn a_handler_gets_a_new_name_from_both_sides() {
    let Some(mut editor) = editor() else { return };
    let (counter, _, shop) = pages();
    assert_renamed(&mut editor, &[counter.at("pub fn ", "add")], "from the handler");
    assert_renamed(&mut editor, &[shop.at("counter.", "add(")], "from the call");
    let half_typed = counter.with("self.count + n * entry.amount", "self.").at("pub fn ", "add");
    assert_renamed(&mut editor, &[half_typed], "while its body is typed");
}

#[test]
fn a_hook_gets_a_new_name() {
    let Some(mut editor) = editor() else { return };
    let (counter, _, _) = pages();
    let page = counter.with("// A sibling is typed here.", "#[started]\n    fn $0begin(&mut self) {}");
    let edited = editor.rename(std::slice::from_ref(&page), "open").expect("it has a new name");
    assert_eq!(edited["counter.rs"], page.text().replace("begin", "open"));
}

#[test]
fn an_argument_gets_a_new_name() {
    let Some(mut editor) = editor() else { return };
    let (counter, _, _) = pages();
    let edited = editor.rename(&[counter.at("entry: Entry, ", "n: u64")], "times").expect("it has a new name");
    let text = &edited["counter.rs"];
    assert!(text.contains("add(&mut self, entry: Entry, times: u64)"), "{text}");
    assert!(text.contains("self.count + times * entry.amount"), "{text}");
}

#[test]
fn the_words_of_a_row_get_new_names() {
    let Some(mut editor) = editor() else { return };
    let (_, order, _) = pages();
    let renamed = editor.rename(&[order.at("#[on(", "Pay ")], "Buy").expect("it has a new name");
    assert!(renamed["order.rs"].contains("#[on(Buy => PaymentTaken"), "{}", renamed["order.rs"]);
    assert!(renamed["order.rs"].contains("pub struct Buy(pub u64)"), "{}", renamed["order.rs"]);
    assert!(renamed["shop.rs"].contains("order.ask(Buy(10))"), "{}", renamed["shop.rs"]);
    let renamed = editor.rename(&[order.at("PaymentTaken => ", "Paid")], "Done").expect("it has a new name");
    let text = &renamed["order.rs"];
    assert!(text.contains("PaymentTaken => Done, PaymentRefused") && text.contains("    Done(Paid),"), "{text}");
}

/// A name that is made of others cannot be changed by itself: the editor says so, and leaves the file alone.
#[test]
fn a_name_that_is_made_of_others_is_not_changed() {
    let Some(mut editor) = editor() else { return };
    let (_, order, shop) = pages();
    for page in [
        order.at("fn ", "open_pay("),
        order.at("Pay, ", "OrderOpenPay"),
        order.at("impl ", "OrderFlow"),
        shop.at("order: ", "OrderRef"),
        shop.at("counter: ", "CounterRef"),
    ] {
        let renamed = editor.rename(&[page], "Other");
        assert_eq!(renamed, Err("No identifier available to rename".to_owned()));
    }
}
