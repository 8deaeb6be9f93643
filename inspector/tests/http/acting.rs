//! What is done with a token.

use crate::cart::Cart;
use crate::client::{get, post};
use crate::shop::{Shop, TOKEN};
use mainstay::prelude::*;
use serde_json::{Value, json};

async fn entity(shop: &Shop) -> Value {
    get(shop.address(), "/api/entity?kind=cart&id=1").await.json()
}

#[tokio::test]
async fn an_idle_entity_is_passivated_and_recovers() {
    let shop = Shop::open_to_act().await;
    shop.filled("1").await;
    let one = json!({"kind": "cart", "id": "1"});
    let done = post(shop.address(), "/api/passivate", TOKEN, &one).await;
    assert_eq!(done.status, 200, "{done:?}");
    assert_ne!(entity(&shop).await["phase"], "live");
    let again = post(shop.address(), "/api/passivate", TOKEN, &one).await;
    assert_eq!(again.status, 409, "it is not there: {again:?}");
    assert_eq!(shop.system.entity::<Cart>("1").expect("an id").state().await, Ok("Open"));
    assert_eq!(entity(&shop).await["phase"], "live");
}

#[tokio::test]
async fn an_entity_that_sends_is_not_passivated_before_its_delivery_is_given_up() {
    let shop = Shop::open_to_act().await;
    shop.ordered("1").await;
    let one = json!({"kind": "cart", "id": "1"});
    assert_eq!(post(shop.address(), "/api/passivate", TOKEN, &one).await.status, 409);

    let delivery = entity(&shop).await["unconfirmed"][0]["id"].clone();
    let wrong = json!({"kind": "cart", "id": "1", "delivery": 1_000});
    assert_eq!(post(shop.address(), "/api/give-up", TOKEN, &wrong).await.status, 404);
    let sent = json!({"kind": "cart", "id": "1", "delivery": delivery});
    assert_eq!(post(shop.address(), "/api/give-up", TOKEN, &sent).await.status, 200);
    // What comes after is behind the write that ends it.
    assert_eq!(post(shop.address(), "/api/passivate", TOKEN, &one).await.status, 200);
    assert_eq!(entity(&shop).await["unconfirmed"], json!([]));
}

#[tokio::test]
async fn a_timer_is_cancelled_and_a_deadline_is_not() {
    let shop = Shop::open_to_act().await;
    shop.ordered("1").await;
    let timers = entity(&shop).await["timers"].clone();
    for timer in timers.as_array().expect("a list") {
        let set = json!({"kind": "cart", "id": "1", "timer": timer["id"]});
        let answer = post(shop.address(), "/api/cancel-timer", TOKEN, &set).await;
        assert_eq!(answer.status, if timer["is_deadline"] == true { 409 } else { 200 }, "{timer}: {answer:?}");
    }
    let left = entity(&shop).await["timers"].clone();
    assert_eq!((&left[0]["name"], &left[1]), (&json!("unpaid"), &Value::Null));
    for (timer, status) in [("00", 404), ("no", 400)] {
        let set = json!({"kind": "cart", "id": "1", "timer": timer});
        assert_eq!(post(shop.address(), "/api/cancel-timer", TOKEN, &set).await.status, status, "{timer}");
    }
}
