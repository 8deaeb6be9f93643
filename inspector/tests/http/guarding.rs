//! Who is let in.

use crate::client::{get, post, send};
use crate::shop::{Shop, TOKEN};
use mainstay::prelude::*;
use mainstay_inspector::{Inspector, MIN_TOKEN, ServeError};
use serde_json::json;

#[tokio::test]
async fn other_machines_are_let_in_only_when_that_is_said_twice_and_with_a_token() {
    let system = System::volatile().start().await.expect("a start");
    let everywhere = ([0, 0, 0, 0], 0);
    let refused = Inspector::new(&system).token(TOKEN).serve(everywhere).await;
    assert!(matches!(refused, Err(ServeError::Exposed { .. })), "{refused:?}");
    let refused = Inspector::new(&system).beyond_this_machine().serve(everywhere).await;
    assert!(matches!(refused, Err(ServeError::NoToken)), "{refused:?}");

    let served = Inspector::new(&system).token(TOKEN).beyond_this_machine().serve(everywhere).await;
    let served = served.expect("it was said twice, and there is a token");
    let address = ([127, 0, 0, 1], served.address().port()).into();
    assert_eq!(get(address, "/").await.status, 200, "the page says nothing of the system");
    assert_eq!(get(address, "/api/overview").await.status, 401);
    let token = format!("Bearer {TOKEN}");
    assert_eq!(send(address, "GET", "/api/overview", &[("authorization", &token)], "").await.status, 200);
}

#[tokio::test]
async fn a_short_token_is_refused() {
    let system = System::volatile().start().await.expect("a start");
    let short = "x".repeat(MIN_TOKEN - 1);
    let refused = Inspector::new(&system).token(short).serve(([127, 0, 0, 1], 0)).await;
    assert!(matches!(refused, Err(ServeError::Token(_))), "{refused:?}");
}

#[tokio::test]
async fn without_a_token_there_is_nothing_to_be_done() {
    let shop = Shop::open_to_look().await;
    shop.filled("1").await;
    let one = json!({"kind": "cart", "id": "1"});
    for path in ["/api/passivate", "/api/give-up", "/api/cancel-timer"] {
        assert_eq!(post(shop.address(), path, TOKEN, &one).await.status, 404, "{path}");
    }
    assert_eq!(post(shop.address(), "/api/entity", TOKEN, &one).await.status, 405);
}

#[tokio::test]
async fn a_wrong_token_does_nothing() {
    let shop = Shop::open_to_act().await;
    shop.filled("1").await;
    let one = json!({"kind": "cart", "id": "1"});
    for token in ["", "a token that is long enougH", "a token that is long enough, and longer"] {
        assert_eq!(post(shop.address(), "/api/passivate", token, &one).await.status, 401, "{token:?}");
    }
    assert_eq!(send(shop.address(), "POST", "/api/passivate", &[], &one.to_string()).await.status, 401);
    assert_eq!(get(shop.address(), "/api/entity?kind=cart&id=1").await.json()["phase"], "live");
}

#[tokio::test]
async fn a_page_of_somebody_else_does_not_look_through_the_browser() {
    let shop = Shop::open_to_look().await;
    for path in ["/", "/api/overview", "/page.js"] {
        let answer = send(shop.address(), "GET", path, &[("host", "evil.example")], "").await;
        assert_eq!(answer.status, 403, "{path}");
    }
    assert_eq!(send(shop.address(), "GET", "/", &[("host", "localhost")], "").await.status, 200);
}

#[tokio::test]
async fn every_answer_is_guarded() {
    let shop = Shop::open_to_act().await;
    for path in ["/", "/style.css", "/page.js", "/api/overview", "/api/entity?kind=no&id=1", "/nothing"] {
        let answer = get(shop.address(), path).await;
        let policy = answer.header("content-security-policy").unwrap_or_else(|| panic!("{path}: {answer:?}"));
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.header("access-control-allow-origin"), None, "{path}");
    }
}
