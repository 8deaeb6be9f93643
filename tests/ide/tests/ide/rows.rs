//! A machine whose rows and states are being typed: all the rest of it is still there.

use super::editor;
use mainstay_ide_tests::{Page, half_typed_rows};

/// Brackets that nobody closes take in the rest of the file, whatever is done about it in a macro. Editors close them.
const UNCLOSED: [&str; 3] = ["#[on", "#[on(", "#[on(Add =>"];

/// What the other rows make.
const ITEMS: [&str; 4] = ["OrderRef", "OrderFlow", "OrderState", "OrderOpenPay"];
const METHODS: [&str; 6] =
    ["initial", "open_pay", "paid_ship", "open_payment_taken", "open_payment_refused", "paid_shipped"];

#[test]
fn the_rest_of_a_machine_is_seen_while_a_row_or_a_state_is_typed() {
    let Some(mut editor) = editor() else { return };
    let (order, shop) = (Page::of("ours", "order.rs"), Page::of("ours", "shop.rs"));
    let items = shop.with("crate::order::{OrderRef, Pay, Ship};", "crate::order::$0;");
    let methods = shop.with("order.ask(Ship).await.ok()", "<crate::order::Order as crate::order::OrderFlow>::$0");
    let mut lost = Vec::new();
    for (typed, page) in half_typed_rows(&order) {
        let offered = editor.completions(&[page.clone(), items.clone()]);
        let of_trait = editor.completions(&[page, methods.clone()]);
        let all =
            ITEMS.iter().all(|item| offered.contains(*item)) && METHODS.iter().all(|name| of_trait.contains(*name));
        if !all {
            lost.push(typed);
        }
    }
    assert_eq!(lost, UNCLOSED);
}

/// A row of which the command, the event or the target is being typed, and what must be offered for it.
#[test]
fn the_words_of_a_row_are_completed() {
    let Some(mut editor) = editor() else { return };
    let order = Page::of("ours", "order.rs");
    for (row, expected) in [
        ("#[on(Ad$0)]", "Add"),
        ("#[on(Add => It$0)]", "ItemAdded"),
        ("#[on(Add => ItemAdded => Cl$0)]", "Closed"),
        ("#[on(Add => ItemAdded => Paid, PaymentRefused => Op$0)]", "Open"),
        ("#[o$0]", "on"),
        ("#[po$0]", "postpone"),
    ] {
        let offered = editor.completions(&[order.with("// A row is typed here.", row)]);
        assert!(offered.contains(expected), "{row}: {offered:?}");
    }
}
