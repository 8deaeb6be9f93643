//! Completion in a body that is being typed, and what others see meanwhile.

use super::editor;
use mainstay_ide_tests::{Method, Page};

fn handler() -> Method {
    Method::new(Page::of("ours", "counter.rs"), "self.count + n * entry.amount")
}

#[test]
fn fields_and_arguments_are_completed_in_a_handler() {
    let Some(mut editor) = editor() else { return };
    for (case, page) in handler().half_typed() {
        let offered = editor.completions(std::slice::from_ref(&page));
        assert!(offered.contains("count") && offered.contains("history"), "{case}: {offered:?}");
        let offered = editor.completions(&[page.with("self.$0", "entry.$0")]);
        assert!(offered.contains("amount") && offered.contains("reason"), "{case}: {offered:?}");
    }
}

#[test]
fn fields_and_the_state_are_completed_in_a_method_of_a_machine() {
    let Some(mut editor) = editor() else { return };
    let method = Method::new(Page::of("ours", "order.rs"), "persist(PaymentTaken(open.total.min(pay.0)))");
    for (case, page) in method.half_typed() {
        let offered = editor.completions(std::slice::from_ref(&page));
        assert!(offered.contains("count") && offered.contains("history"), "{case}: {offered:?}");
        let offered = editor.completions(&[page.with("self.$0", "open.$0")]);
        assert!(offered.contains("total") && offered.contains("items"), "{case}: {offered:?}");
    }
}

#[test]
fn the_handle_is_seen_while_a_handler_is_typed() {
    let Some(mut editor) = editor() else { return };
    let shop = Page::of("ours", "shop.rs").with("counter.add(entry, 1).await.ok()", "counter.$0");
    for (body, page) in handler().visible() {
        let offered = editor.completions(&[page.clone(), shop.clone()]);
        for method in ["total", "add", "reset"] {
            assert!(offered.contains(method), "`{method}` is gone with `{body}`: {offered:?}");
        }
        let beside = editor.completions(&[page.with("    counter.total().await.ok()", "    counter.$0")]);
        assert!(beside.is_superset(&offered), "{body}: {beside:?}");
    }
}
