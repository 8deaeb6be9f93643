//! What the editor writes: the methods of a machine, and the keys of attributes.

use super::editor;
use mainstay_ide_tests::Page;

const SHIP: &str = "    fn paid_ship(&self, _: &Paid, _: Ship, _: &mut Context<Self>) -> Decide<Self, Ship, Shipped> {
        persist(Shipped)
    }
";

/// A text without its spaces: those are for rustfmt.
fn packed(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn a_missing_method_of_a_machine_is_written() {
    let Some(mut editor) = editor() else { return };
    let page = Page::of("ours", "order.rs").with(SHIP, "");
    let missing = editor.mistakes(std::slice::from_ref(&page));
    assert!(missing.iter().any(|mistake| mistake.contains("paid_ship")), "{missing:?}");
    let edited = editor.act(&[page.at("impl ", "OrderFlow")], "Implement missing members").expect("it is offered");
    let written = "fn paid_ship(&self, paid: &Paid, ship: Ship, cx: &mut mainstay::actor::Context<Self>)
        -> mainstay::entity::Decide<Self, Ship, Shipped> { todo!() }";
    let text = &edited["order.rs"];
    assert!(packed(text).contains(&packed(written)), "{text}");
    assert_eq!(editor.mistakes(&[page.after(text)]), Vec::<String>::new());
}

#[test]
fn all_methods_of_a_machine_are_written() {
    let Some(mut editor) = editor() else { return };
    let page = Page::of("ours", "order.rs");
    let text = page.text();
    let handlers = text.split("impl OrderFlow for Order {").nth(1).expect("there are handlers");
    let page = page.with(handlers, "}\n").at("impl ", "OrderFlow");
    let edited = editor.act(std::slice::from_ref(&page), "Implement missing members").expect("it is offered");
    let text = &edited["order.rs"];
    for signature in [
        "fn initial(&self) -> Open {",
        "fn open_pay(&self, open: &Open, pay: Pay, cx: &mut mainstay::actor::Context<Self>)",
        "fn open_payment_taken(&mut self, open: Open, event: &PaymentTaken) -> Paid {",
        "fn open_payment_refused(&mut self, open: &mut Open, event: &PaymentRefused) {",
    ] {
        assert!(packed(text).contains(&packed(signature)), "{signature}: {text}");
    }
    assert_eq!(editor.mistakes(&[page.after(text)]), Vec::<String>::new());
}

#[test]
fn the_keys_of_attributes_are_completed() {
    let Some(mut editor) = editor() else { return };
    let (counter, order) = (Page::of("ours", "counter.rs"), Page::of("ours", "order.rs"));
    for (page, expected) in [
        (counter.with("mailbox = 16", "ma$0"), "mailbox"),
        // What is typed of it so far is a keyword.
        (counter.with("mailbox = 16", "mailbox = 16, in$0"), "intensity"),
        (order.with("states = OrderState", "states = OrderState, sn$0"), "snapshot_every"),
        (order.with("name = \"order\"", "name = \"order\", un$0"), "unhandled"),
        (order.with("name = \"order.shipped\"", "name = \"order.shipped\", al$0"), "alias"),
    ] {
        let offered = editor.completions(&[page]);
        assert!(offered.contains(expected), "{expected}: {offered:?}");
    }
}
