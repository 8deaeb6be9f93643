use super::editor;
use mainstay_ide_tests::Page;
#[test]
fn scratch() {
    let mut e = editor().unwrap();
    let c = Page::of("ours", "counter.rs");
    let o = Page::of("ours", "order.rs");
    let s = Page::of("ours", "shop.rs");
    println!("MISTAKES {:?}", e.mistakes());
    println!("handle {:?}", e.completions(&[s.with("counter.add(entry, 1).await.ok()", "counter.$0")]));
    println!("order. {:?}", e.completions(&[s.with("order.ask(Ship).await.ok()", "order.$0")]));
    println!("mod {:?}", e.completions(&[s.with("crate::order::{OrderRef, Pay, Ship};", "crate::order::$0;")]));
    println!("mod {:?}", e.completions(&[s.with("order.ask(Ship).await.ok()", "<crate::order::Order as crate::order::OrderFlow>::$0")]));
    for (p, n) in [(s.at("counter.", "add("), "insert"), (c.at("pub fn ", "add"), "insert"), (s.at("counter: ", "CounterRef, entry"), "X"),
        (o.at("fn ", "open_pay("), "open_buy"), (o.at("#[on(", "Pay => "), "Buy"), (o.at("#[on(Pay => ", "PaymentTaken"), "Taken"), (o.at("PaymentTaken => ", "Paid"), "Done"),
        (o.at("    ", "Paid(Paid)"), "Done"), (o.at("Paid(", "Paid)"), "Done"),
        (o.at("#[states(", "Order"), "Cart"), (o.at("Decide<Self, Pay, ", "OrderOpenPay"), "X"), (o.at("impl ", "OrderFlow"), "X"), (s.at("order: ", "OrderRef"), "X"), (s.at("order.ask(", "Pay"), "Buy")] {
        println!("---- {} {:?}", p.file, p.text().lines().nth(p.cursor().unwrap().0));
        println!("def {:?}", e.definitions(&[p.clone()]));
        println!("ref {:?}", e.references(&[p.clone()]));
        println!("hover {}", e.hover(&[p.clone()]));
        println!("rename {:?}", e.rename(&[p.clone()], n).map(|m| m.keys().cloned().collect::<Vec<_>>()));
    }
    let cases = [o.with("    fn paid_ship(&self, _: &Paid, _: Ship, _: &mut Context<Self>) -> Decide<Self, Ship, Shipped> {\n        persist(Shipped)\n    }\n", "").at("impl ", "OrderFlow")];
    for p in cases { println!("{:?}", e.act(&[p], "mplement missing").map(|m| m["order.rs"].split("impl OrderFlow").nth(1).map(str::to_owned))); }
    println!("keys {:?}", e.completions(&[c.with("mailbox = 16", "ma$0")]));
    println!("row {:?}", e.completions(&[o.with("// A row is typed here.", "#[on(P$0)]")]));
    println!("row {:?}", e.completions(&[o.with("// A row is typed here.", "#[on(Add => It$0)]")]));
    println!("row {:?}", e.completions(&[o.with("// A row is typed here.", "#[on(Add => ItemAdded => Cl$0)]")]));
    println!("row {:?}", e.completions(&[o.with("// A row is typed here.", "#[$0]")]).into_iter().filter(|l| ["on", "after", "postpone", "initial"].contains(&l.as_str())).collect::<Vec<_>>());
    println!("method attr {:?}", e.completions(&[c.with("// A sibling is typed here.", "#[ha$0] fn x(&self) {}")]));
}
