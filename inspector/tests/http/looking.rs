//! What is shown.

use crate::client::get;
use crate::shop::{EVIL, Shop};
use mainstay::prelude::*;
use serde_json::json;
use std::sync::Arc;

#[actor]
struct Bell;

#[handlers]
impl Bell {
    #[handle]
    fn ring(&self, text: String) {
        drop(text);
    }
}

#[tokio::test]
async fn the_overview_counts_what_was_stored_and_what_lives() {
    let shop = Shop::open_to_look().await;
    shop.filled("1").await;
    let overview = get(shop.address(), "/api/overview").await.json();
    assert_eq!((&overview["events"], &overview["entities_in_memory"]), (&json!(2), &json!(1)));
    assert_eq!(overview["kinds"], json!([{"name": "cart", "is_machine": true}]));
    assert_eq!((&overview["health"]["is_ready"], &overview["may_act"]), (&json!(true), &json!(false)));
}

#[tokio::test]
async fn an_entity_is_shown_with_its_machine_timers_and_deliveries() {
    let shop = Shop::open_to_look().await;
    shop.ordered("1").await;
    let entity = get(shop.address(), "/api/entity?kind=cart&id=1").await.json();
    assert_eq!((&entity["state"]["name"], &entity["last"]), (&json!("Unpaid"), &json!(3)));
    assert!(entity["state"]["words"].as_str().expect("it has Debug").contains("total: 2400"), "{entity}");
    assert_eq!(entity["phase"], "live");
    let drawing = entity["svg"].as_str().expect("it is a machine");
    assert!(drawing.contains("Is in Unpaid."), "{drawing}");
    let timers: Vec<_> = entity["timers"].as_array().expect("a list").iter().map(|timer| &timer["name"]).collect();
    assert_eq!(timers.len(), 2, "the deadline of the state, and the timer: {timers:?}");
    assert_eq!(entity["unconfirmed"][0]["name"], "bill");

    // The same, of all.
    let timers = get(shop.address(), "/api/timers").await.json();
    assert_eq!(timers["timers"][0]["name"], "remind", "it comes before the deadline: {timers}");
    assert_eq!(timers["timers"][0]["entity"], json!({"kind": "cart", "id": "1"}));
    let deliveries = get(shop.address(), "/api/deliveries").await.json();
    assert_eq!(deliveries["deliveries"][0]["to"], "the actor \"clerk\"");
}

#[tokio::test]
async fn the_state_after_each_event_is_shown() {
    let shop = Shop::open_to_look().await;
    shop.ordered("1").await;
    let events = get(shop.address(), "/api/events?kind=cart&id=1").await.json();
    let names: Vec<_> =
        events["events"].as_array().expect("a list").iter().map(|event| event["name"].clone()).collect();
    assert_eq!(names, ["cart.item_added", "cart.item_added", "cart.ordered"]);
    assert_eq!(events["events"][0]["payload"], r#"{"item": "book", "price": 1200}"#);
    for (at, name, total) in [(0, "Open", "total: 0"), (1, "Open", "total: 1200"), (3, "Unpaid", "total: 2400")] {
        let state = get(shop.address(), &format!("/api/state?kind=cart&id=1&at={at}")).await.json();
        assert_eq!((&state["seq"], &state["name"]), (&json!(at), &json!(name)));
        assert!(state["words"].as_str().expect("it has Debug").contains(total), "{state}");
        assert!(state["svg"].as_str().expect("it is a machine").contains(&format!("Is in {name}.")), "{state}");
    }
    let part = get(shop.address(), "/api/events?kind=cart&id=1&after=1&limit=1").await.json();
    assert_eq!((&part["events"][0]["seq"], &part["events"][1], &part["last"]), (&json!(2), &json!(null), &json!(3)));
}

#[tokio::test]
async fn looking_wakes_nobody() {
    let shop = Shop::open_to_look().await;
    let entity = get(shop.address(), "/api/entity?kind=cart&id=never").await.json();
    assert_eq!((&entity["phase"], &entity["last"]), (&json!(null), &json!(0)));
    assert_eq!(shop.system.entity_count(), 0);
}

#[tokio::test]
async fn the_tree_has_actors_and_entities() {
    let shop = Shop::open_to_look().await;
    shop.filled("1").await;
    let _bell = shop.system.spawn_named("bell", Bell).expect("the name is free");
    let tree = get(shop.address(), "/api/tree").await.json();
    assert_eq!((&tree["actors"][0]["name"], &tree["actor_count"]), (&json!("bell"), &json!(1)));
    assert_eq!((&tree["entities"][0]["id"], &tree["entity_count"]), (&json!("1"), &json!(1)));
}

#[tokio::test]
async fn dead_letters_are_kept() {
    let shop = Shop::open_to_look().await;
    let mut letters = shop.system.dead_letters();
    let bell = shop.system.spawn(Bell);
    bell.ring("nobody hears it".into()).tell().expect("there is room");
    bell.kill();
    letters.next().await.expect("the system lives").expect("it is the first");
    // Both listeners have it; which one runs first is open.
    let dead = loop {
        let dead = get(shop.address(), "/api/dead-letters").await.json();
        if dead["letters"][0].is_object() {
            break dead;
        }
    };
    assert_eq!((&dead["letters"][0]["message"], &dead["missed"]), (&json!("ring"), &json!(0)));
}

#[tokio::test]
async fn what_is_asked_wrongly_is_answered_with_an_error() {
    let shop = Shop::open_to_look().await;
    for (path, status) in [
        ("/api/entity?kind=cart", 400),
        ("/api/entity?kind=cart&id=", 400),
        ("/api/state?kind=cart&id=1&at=-1", 400),
        ("/api/entity?kind=nobody&id=1", 404),
        ("/api/nothing", 404),
        ("/nothing", 404),
    ] {
        let answer = get(shop.address(), path).await;
        assert_eq!(answer.status, status, "{path}: {answer:?}");
        assert_eq!(answer.json()["status"], status, "{path}");
        assert!(answer.json()["what"].as_str().is_some_and(|what| !what.is_empty()), "{path}");
    }
}

#[tokio::test]
async fn ids_are_data_and_nothing_else() {
    let shop = Shop::open_to_look().await;
    shop.filled(EVIL).await;
    let ids = get(shop.address(), "/api/entities?kind=cart&prefix=%3Cscript").await;
    assert_eq!(ids.header("content-type"), Some("application/json"));
    assert_eq!(ids.json()["ids"], json!([EVIL]));
    let id = "%3Cscript%3Ealert(1)%3C%2Fscript%3E%2F..%2F%26%3F";
    let entity = get(shop.address(), &format!("/api/entity?kind=cart&id={id}")).await.json();
    assert_eq!((&entity["id"], &entity["last"]), (&json!(EVIL), &json!(2)));
    assert!(!entity["svg"].as_str().expect("it is a machine").contains("<script"), "{entity}");
}

#[tokio::test]
async fn every_prefix_finds_what_begins_with_it_in_order() {
    let shop = Shop::open_to_look().await;
    let mut ids =
        ["\0", "a", "a\0", "a\0b", "a\u{10ffff}", "a\u{10ffff}z", "ab", "b", "é", "\u{d7ff}", "\u{e000}", "\u{10ffff}"];
    ids.sort_unstable();
    for id in ids {
        shop.filled(id).await;
    }
    for prefix in ids.iter().copied().chain(["", "a\0b\0", "c", "\u{e001}"]) {
        let expected: Vec<_> = ids.iter().filter(|id| id.starts_with(prefix)).map(|id| Arc::from(*id)).collect();
        for limit in [1, 2, 100] {
            let (mut all, mut after) = (Vec::<Arc<str>>::new(), None);
            loop {
                let page = shop.system.ids_of("cart", prefix, after.as_deref(), limit).await.expect("it is read");
                assert!(page.len() <= limit, "{prefix:?}");
                after = page.last().cloned();
                all.extend(page);
                if after.is_none() {
                    break;
                }
            }
            assert_eq!(all, expected, "{prefix:?}, {limit} at a time");
        }
    }
}
