//! The page, as a browser understands it. Without Chromium the tests say that they skip; with `MAINSTAY_CHROMIUM=1` they fail then.

use crate::shop::{EVIL, Shop};
use std::io::ErrorKind;
use std::process::Command;

/// The page has so long to ask and to be filled, by the browser's own clock, which stands still while an answer is on its way.
const BUDGET: &str = "--virtual-time-budget=5000";

/// The document that Chromium and the page's script have made, or `None` where there is no Chromium.
async fn seen(url: String) -> Option<String> {
    let browse = move || {
        let profile = tempfile::tempdir().expect("there is room for a directory");
        let mut chromium = Command::new("chromium");
        chromium.args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", BUDGET]);
        match chromium.arg(format!("--user-data-dir={}", profile.path().display())).arg(url).output() {
            Ok(output) => {
                assert!(output.status.success(), "{output:?}");
                Some(String::from_utf8(output.stdout).expect("a document is text"))
            }
            Err(error) if error.kind() == ErrorKind::NotFound && std::env::var_os("MAINSTAY_CHROMIUM").is_none() => {
                eprintln!("SKIPPED: there is no chromium");
                None
            }
            Err(error) => panic!("chromium does not start: {error}"),
        }
    };
    tokio::task::spawn_blocking(browse).await.expect("it does not panic")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_shows_an_entity_and_what_it_was_after_each_event() {
    let shop = Shop::open_to_look().await;
    shop.ordered("1").await;
    for (event, state, total, marked) in [("", "Unpaid", "total: 2400", "3"), ("/1", "Open", "total: 1200", "1")] {
        let url = format!("http://{}/#/entity/cart/1{event}", shop.address());
        let Some(document) = seen(url).await else { return };
        assert!(document.contains("<title>cart 1</title>"), "{document}");
        let drawing = document.split("<svg ").nth(1).expect("the machine is drawn");
        assert!(drawing.contains(&format!("Is in {state}.")), "{drawing}");
        assert!(document.contains(total), "the state in words: {document}");
        let row = document.split(r#"<tr aria-current="true">"#).nth(1).expect("an event is marked");
        assert!(row.starts_with(&format!(r##"<td><a href="#/entity/cart/1/{marked}""##)), "{row}");
        assert!(document.contains("<code>bill</code>") && document.contains("<code>remind</code>"), "{document}");
        assert!(!document.contains("<button type=\"button\">Passivate"), "there is no token: {document}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_stored_is_text_on_the_page() {
    let shop = Shop::open_to_look().await;
    shop.filled(EVIL).await;
    let Some(document) = seen(format!("http://{}/", shop.address())).await else { return };
    let escaped = "&lt;script&gt;alert(1)&lt;/script&gt;/../&amp;?</a>";
    assert!(document.contains(escaped), "it is listed: {document}");
    let id = "%3Cscript%3Ealert(1)%3C%2Fscript%3E%2F..%2F%26%3F";
    let document = seen(format!("http://{}/#/entity/cart/{id}", shop.address())).await.expect("it was there before");
    assert!(document.contains("&lt;b&gt;lamp&lt;/b&gt;"), "so are payloads: {document}");
    assert_eq!(document.matches("<script").count(), 1, "its own alone: {document}");
    assert!(!document.contains("<b>"), "{document}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_view_is_filled() {
    let shop = Shop::open_to_look().await;
    shop.ordered("1").await;
    for (view, words) in [
        ("entities", r##"<a href="#/entity/cart/1">1</a>"##),
        ("tree", r##"<a href="#/entity/cart/1">cart 1</a>"##),
        ("timers", "<code>remind</code>"),
        ("deliveries", "<code>bill</code>"),
        ("dead-letters", "There are none."),
    ] {
        let Some(document) = seen(format!("http://{}/#/{view}", shop.address())).await else { return };
        assert!(document.contains(words), "{view}: {document}");
        assert!(document.contains(r#"<span class="good">ready</span>"#), "{view}: {document}");
        for nothing in [">false", ">null", ">undefined", "[object"] {
            assert!(!document.contains(nothing), "{nothing} is no text to read, in {view}: {document}");
        }
        assert!(document.contains(r#"role="alert" hidden="""#), "nothing has failed in {view}: {document}");
    }
}
