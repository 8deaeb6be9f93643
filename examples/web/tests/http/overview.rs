//! The list of all orders: a read model that follows the events, and is built anew while everybody works.

use crate::client::Client;
use mainstay::journal::SqliteLook;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// All orders of the list, once it has caught up; page by page.
pub(crate) fn overview(client: &mut Client) -> BTreeMap<String, Value> {
    let mut orders = BTreeMap::new();
    let mut after = String::new();
    loop {
        let list = client.get(&format!("/overview?fresh=true&limit=17&after={after}")).expect("it answers").json();
        for order in list["orders"].as_array().expect("it is a list") {
            let id = order["id"].as_str().expect("it is text");
            id.clone_into(&mut after);
            assert!(orders.insert(id.to_owned(), order.clone()).is_none(), "{id} is there twice");
        }
        if list["more"] == false {
            return orders;
        }
    }
}

/// The list says what the orders say of themselves, and has counted each of their events once.
pub(crate) fn agrees(listed: &BTreeMap<String, Value>, orders: &BTreeMap<String, Value>, data: &Path) {
    assert_eq!(listed.keys().collect::<Vec<_>>(), orders.keys().collect::<Vec<_>>());
    let look = SqliteLook::open(data).expect("it is there");
    for known in look.entities(Some("order"), None, usize::MAX).expect("readable") {
        let (entry, order) = (&listed[&**known.key.id()], &orders[&**known.key.id()]);
        assert_eq!(entry["events"], known.last, "each event once: {entry}");
        assert_eq!((&entry["state"], &entry["total"]), (&order["state"], &order["total"]), "{entry}");
    }
}
