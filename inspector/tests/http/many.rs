//! A store with a million entities: a search reads a page, and no more.

use crate::cart::Cart;
use crate::client::get;
use mainstay::journal::{Codec, CommandId, EntityKey, NewEvent, SqliteStore, Store as _, Unit};
use mainstay::prelude::*;
use mainstay_inspector::Inspector;
use serde_json::{Value, json};
use std::sync::Arc;

/// So many units are on their way to the store at a time.
const IN_FLIGHT: usize = 4_096;

fn id(number: usize) -> String {
    format!("c{number:07}")
}

/// As the carts themselves would store it, an event for each.
async fn fill(store: &SqliteStore, entities: usize) {
    let payload = rmp_serde::to_vec_named(&json!({"item": "book", "price": 1})).expect("it is plain data");
    let mut number = 0;
    while number < entities {
        let end = entities.min(number + IN_FLIGHT);
        let units = (number..end).map(|number| {
            let key = EntityKey::new("cart", id(number)).expect("an id");
            let event = NewEvent {
                name: "cart.item_added".into(),
                version: 1,
                codec: Codec::MessagePack,
                payload: payload.clone(),
                tags: Vec::new(),
            };
            let command = CommandId { epoch: store.epoch(), number: number as u64 };
            store.append(Unit::new(key, 0, store.epoch(), 0, command, vec![event]))
        });
        for answer in units.collect::<Vec<_>>() {
            answer.await.expect("it is stored");
        }
        number = end;
    }
}

/// A million with `MAINSTAY_LONG`.
#[tokio::test]
async fn a_million_entities_are_searched_a_page_at_a_time_and_none_is_loaded() {
    let entities = if std::env::var_os("MAINSTAY_LONG").is_some() {
        1_000_000
    } else {
        eprintln!("shortened: a million entities with MAINSTAY_LONG=1");
        20_000
    };
    let dir = tempfile::tempdir().expect("there is room for a directory");
    let store = Arc::new(SqliteStore::open(dir.path()).expect("it opens"));
    fill(&store, entities).await;
    let system = System::with(store).host::<Cart>().start().await.expect("a start");
    let inspector = Inspector::new(&system).serve(([127, 0, 0, 1], 0)).await.expect("it is served");
    let search = async |query: String| {
        let found = get(inspector.address(), &format!("/api/entities?kind=cart{query}")).await.json();
        let ids: Vec<_> =
            found["ids"].as_array().expect("a list").iter().map(|id| id.as_str().expect("text").to_owned()).collect();
        (ids, found["next"].clone())
    };

    let (ids, next) = search(String::new()).await;
    assert_eq!((ids.len(), ids.first(), &next), (100, Some(&id(0)), &json!(id(99))));
    let (ids, _) = search(format!("&limit={entities}")).await;
    assert_eq!(ids.len(), 1_000, "a page is never larger");

    // In the middle, and the last ones: a prefix is found without going through what is before it.
    let (ids, _) = search("&prefix=c00123".to_owned()).await;
    assert_eq!((ids.len(), ids.first(), ids.last()), (100, Some(&id(12_300)), Some(&id(12_399))));
    let (ids, next) = search(format!("&prefix={}", id(entities - 1))).await;
    assert_eq!((ids, next), (vec![id(entities - 1)], Value::Null));
    let (ids, _) = search("&prefix=d".to_owned()).await;
    assert_eq!(ids, Vec::<String>::new());

    // All pages of a prefix, one after the other.
    let (mut all, mut after) = (Vec::new(), String::new());
    loop {
        let (ids, next) = search(format!("&prefix=c0001&limit=300{after}")).await;
        all.extend(ids);
        let Some(next) = next.as_str() else { break };
        after = format!("&after={next}");
    }
    assert_eq!(all, (1_000..2_000).map(id).collect::<Vec<_>>());

    let entity = get(inspector.address(), &format!("/api/entity?kind=cart&id={}", id(entities / 2))).await.json();
    assert_eq!((&entity["last"], &entity["phase"]), (&json!(1), &Value::Null));
    assert_eq!(system.entity_count(), 0, "nobody was woken");
}
