//! The page with the order's machine, as a browser understands it. Without Chromium the test says that it skips; with `MAINSTAY_CHROMIUM=1` it
//! fails then.

use crate::client::Client;
use crate::server::Server;
use serde_json::{Value, json};
use std::io::ErrorKind;
use std::process::Command;

/// The document that Chromium has made of a page, or `None` where there is no Chromium.
fn seen(url: &str) -> Option<String> {
    let profile = tempfile::tempdir().expect("there is room for a directory");
    let mut chromium = Command::new("chromium");
    chromium.args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]);
    match chromium.arg(format!("--user-data-dir={}", profile.path().display())).arg(url).output() {
        Ok(output) => {
            assert!(output.status.success(), "{output:?}");
            Some(String::from_utf8(output.stdout).expect("a document is text"))
        }
        Err(error) if error.kind() == ErrorKind::NotFound && std::env::var_os("MAINSTAY_CHROMIUM").is_none() => None,
        Err(error) => panic!("chromium does not start: {error}"),
    }
}

/// What stands between the only `start` and the next `end`.
fn only<'a>(document: &'a str, start: &str, end: &str) -> &'a str {
    let mut parts = document.split(start).skip(1);
    let (Some(part), None) = (parts.next(), parts.next()) else { panic!("there is one `{start}`: {document}") };
    part.split_once(end).expect("it ends").0
}

#[test]
fn the_page_marks_the_state_that_the_order_is_in() {
    let data = tempfile::tempdir().expect("there is room for a directory");
    let server = Server::start(data.path());
    let mut client = Client::new(server.address);
    let steps = [
        ("", json!({"name": "<script>a & b</script>", "price": 1250}), "Open", "Cancelled"),
        ("/cancel", json!({"why": "not wanted"}), "Cancelled", "the end"),
    ];
    for (step, body, state, row) in steps {
        let answer = client.post(&format!("/orders/42{step}"), state, &body).expect("it answers");
        assert_eq!(answer.status, 200, "{answer:?}");
        let Some(document) = seen(&format!("http://{}/orders/42/machine", server.address)) else {
            eprintln!("SKIPPED: there is no chromium");
            return;
        };
        assert_eq!(only(&document, "<title>Order 42: ", "</title>"), state);
        let marked = only(&document, r#"<tbody aria-current="true">"#, "</tbody>");
        assert!(marked.contains(&format!(">{state}</th>")) && marked.contains(row), "{marked}");
        let drawing = only(&document, "<svg ", "</svg>");
        assert!(drawing.contains(&format!("Is in {state}.")), "it is said to those who do not see it: {drawing}");
        let framed: Vec<_> = drawing.split("<g>").filter(|shape| shape.contains(r#"stroke-width="3""#)).collect();
        assert!(matches!(*framed, [shape] if shape.starts_with(&format!("<title>{state}"))), "{framed:?}");
        // What a client has chosen is text, and nothing is fetched or run.
        assert!(document.contains("<td>&lt;script&gt;a &amp; b&lt;/script&gt;</td>"), "{document}");
        assert!(!document.contains("<script") && !document.contains("src="), "{document}");
    }
}

#[test]
fn the_page_of_no_order_is_not_found() {
    let data = tempfile::tempdir().expect("there is room for a directory");
    let server = Server::start(data.path());
    let answer = Client::new(server.address).get("/orders/42/machine").expect("it answers");
    assert_eq!((answer.status, &answer.json()["status"]), (404, &Value::from(404)));
}
