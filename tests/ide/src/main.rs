//! Prints the table of `macros/docs/ide.md`: what rust-analyzer still shows while code is typed, with mainstay and with other libraries.
#![allow(clippy::expect_used, clippy::panic, reason = "a measurement that cannot go on fails")]

use mainstay_ide_tests::{Editor, Method, Page};

/// A library, with a method of its actor or machine that is being typed.
struct Library {
    name: &'static str,
    fixture: &'static str,
    method: Method,
    /// What is in scope where it is used, and what of that the macro makes.
    user: Page,
    made: &'static [&'static str],
}

fn libraries() -> [Library; 4] {
    let using = |fixture, old, new| Page::of(fixture, "shop.rs").with(old, new);
    let method = |fixture, file, body| Method::new(Page::of(fixture, file), body);
    let counter = "self.count + n * entry.amount";
    [
        Library {
            name: "mainstay `#[handlers]`",
            fixture: "ours",
            method: method("ours", "counter.rs", counter),
            user: using("ours", "counter.add(entry, 1).await.ok()", "counter.$0"),
            made: &["total", "add", "reset"],
        },
        Library {
            name: "mainstay `#[derive(States)]`",
            fixture: "ours",
            method: method("ours", "order.rs", "persist(PaymentTaken(open.total.min(pay.0)))"),
            user: using("ours", "crate::order::{OrderRef, Pay, Ship};", "crate::order::$0;"),
            made: &["OrderRef", "OrderFlow", "OrderOpenPay"],
        },
        Library {
            name: "kameo `#[messages]`",
            fixture: "peers",
            method: method("peers", "counter.rs", counter),
            user: using("peers", "crate::counter::{Add, Reset, Total};", "crate::counter::$0;"),
            made: &["Add", "Reset", "Total"],
        },
        Library {
            name: "statig `#[state_machine]`",
            fixture: "peers",
            method: method(
                "peers",
                "order.rs",
                "match event { Event::Ship if self.count < *n => Transition(State::closed()), _ => Super }",
            ),
            user: using("peers", "pub type Made = (Add, Reset, Total);", "fn state() { crate::order::State::$0 }"),
            made: &["Open", "Paid", "Closed"],
        },
    ]
}

/// How many of the half-typed cases complete the fields, and with how many of six bodies everything made is seen.
fn measure(editor: &mut Editor, library: &Library) -> (usize, usize) {
    let mut completed = 0;
    for (_, page) in library.method.half_typed() {
        let offered = editor.completions(&[page]);
        completed += usize::from(offered.contains("count") && offered.contains("history"));
    }
    let mut visible = 0;
    for (_, page) in library.method.visible() {
        let offered = editor.completions(&[page, library.user.clone()]);
        visible += usize::from(library.made.iter().all(|name| offered.contains(*name)));
    }
    (completed, visible)
}

fn main() {
    println!("| macro | completes in half-typed code | what it makes is seen meanwhile |");
    println!("|---|---|---|");
    for fixture in ["ours", "peers"] {
        let mut editor =
            Editor::open(fixture, &["counter.rs", "order.rs", "shop.rs"]).expect("rust-analyzer is installed");
        for library in libraries().iter().filter(|library| library.fixture == fixture) {
            let (completed, visible) = measure(&mut editor, library);
            println!("| {} | {completed}/18 | {visible}/6 |", library.name);
        }
    }
}
