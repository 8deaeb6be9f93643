//! Completion in a body that is being typed, and what others see meanwhile.

use super::editor;
use mainstay_ide_tests::Page;

/// What stands in a body while it is typed.
pub(super) const BODIES: [&str; 15] = [
    "self.$0",
    "self.$0\n        0",
    "let x = self.$0\n        x",
    "self.history.push(self.$0 ; 0",
    "if self.$0\n        0",
    "match n { 0 => self.$0 }",
    "match n { 0 => 1, 1 => self.$0\n        _ => 3 }",
    "Counter { count: self.$0 }",
    "|x| self.$0",
    "println!(\"{}\", self.$0)",
    "1 + self.$0",
    "let y = 1 + ; self.$0",
    "let = 3; self.$0",
    "foo(,); self.$0",
    "\"1\".parse::<; self.$0",
];

/// What stands beside it, in the same block, while that is typed.
pub(super) const SIBLINGS: [&str; 3] = ["fn broken(a: ) {}", "pub fn", "#["];

/// Bodies that are being typed, with everything else still to be seen.
pub(super) const VISIBLE: [&str; 6] =
    ["0", "self.", "self.\n        0", "self.history.push(self. ; 0", "let = 3; 0", "\"1\".parse::<; 0"];

/// The block with each half-typed body and each half-typed sibling in it.
fn half_typed(page: &Page, body: &str) -> Vec<(String, Page)> {
    let typed = BODIES.map(|text| (text.to_owned(), page.with(body, text)));
    let beside = SIBLINGS.map(|text| {
        let page = page.with("// A sibling is typed here.", text).with(body, "self.$0");
        (format!("beside {text}"), page)
    });
    typed.into_iter().chain(beside).collect()
}

const HANDLER: &str = "self.count + n * entry.amount";

#[test]
fn fields_are_completed_in_a_handler() {
    let Some(mut editor) = editor() else { return };
    for (case, page) in half_typed(&Page::of("ours", "counter.rs"), HANDLER) {
        let offered = editor.completions(&[page]);
        assert!(offered.contains("count") && offered.contains("history"), "{case}: {offered:?}");
    }
}

#[test]
fn an_argument_is_completed_in_a_handler() {
    let Some(mut editor) = editor() else { return };
    for (case, page) in half_typed(&Page::of("ours", "counter.rs"), HANDLER) {
        let offered = editor.completions(&[page.with("self.$0", "entry.$0")]);
        assert!(offered.contains("amount") && offered.contains("reason"), "{case}: {offered:?}");
    }
}

#[test]
fn the_handle_is_seen_while_a_handler_is_typed() {
    let Some(mut editor) = editor() else { return };
    let shop = Page::of("ours", "shop.rs").with("counter.add(entry, 1).await.ok()", "counter.$0");
    for body in VISIBLE {
        let page = Page::of("ours", "counter.rs").with(HANDLER, body);
        let offered = editor.completions(&[page.clone(), shop.clone()]);
        for method in ["total", "add", "reset"] {
            assert!(offered.contains(method), "`{method}` is gone with `{body}`: {offered:?}");
        }
        let beside = editor.completions(&[page.with("    counter.total().await.ok()", "    counter.$0")]);
        assert!(beside.is_superset(&offered), "{body}: {beside:?}");
    }
}

const DECIDE: &str = "persist(PaymentTaken(open.total.min(pay.0)))";

#[test]
fn fields_are_completed_in_a_method_of_a_machine() {
    let Some(mut editor) = editor() else { return };
    for (case, page) in half_typed(&Page::of("ours", "order.rs"), DECIDE) {
        let offered = editor.completions(&[page.clone()]);
        assert!(offered.contains("count") && offered.contains("history"), "{case}: {offered:?}");
        let offered = editor.completions(&[page.with("self.$0", "open.$0")]);
        assert!(offered.contains("total") && offered.contains("items"), "{case}: {offered:?}");
    }
}
