//! How SQLite finds what it is asked for: by an index, however much is stored. The first command after a crash waits for nothing else.

use super::{beside, events, group, look, parts, places, schema};
use rusqlite::Connection;

/// The statements that find something: at the start, in a recovery, in a write, and a page of a list.
const STATEMENTS: [&str; 18] = [
    events::KINDS,
    events::IDS,
    events::ENTITY,
    events::EVENTS,
    beside::SNAPSHOTS,
    beside::REQUESTS,
    beside::ROWS,
    beside::DUE,
    group::FIND,
    group::MOVE,
    group::LOOK,
    parts::TRIM,
    parts::NEWEST,
    parts::FORGET,
    parts::REMOVE,
    look::ENTITIES,
    look::ENTITIES_OF,
    look::WITH_ROWS,
];

fn plan(connection: &Connection, statement: &str) -> Vec<String> {
    let mut plan = connection.prepare(&format!("EXPLAIN QUERY PLAN {statement}")).unwrap();
    let parameters = vec![rusqlite::types::Value::Null; plan.parameter_count()];
    let steps = plan.query_map(rusqlite::params_from_iter(parameters), |row| row.get("detail")).unwrap();
    steps.collect::<Result<_, _>>().unwrap()
}

/// Whether a step goes through a table from its beginning to its end. The list of names that a statement has made itself is no table, and of
/// an index in order only the first entry is taken.
fn is_scan(step: &str) -> bool {
    step.starts_with("SCAN") && step != "SCAN found" && step != "SCAN CONSTANT ROW" && step != FIRST
}

const FIRST: &str = "SCAN entity USING INDEX sqlite_autoindex_entity_1";

#[test]
fn nothing_is_found_by_going_through_all() {
    let dir = tempfile::tempdir().unwrap();
    let (connection, _) = schema::open(&dir.path().join("journal.sqlite")).unwrap();
    for statement in STATEMENTS {
        let plan = plan(&connection, statement);
        assert!(!plan.is_empty() && !plan.iter().any(|step| is_scan(step)), "{statement}\n{plan:#?}");
        assert!(!plan.iter().any(|step| step.contains("TEMP B-TREE")), "{statement}\n{plan:#?}");
        let first = plan.iter().filter(|step| *step == FIRST).count();
        assert!(first == 0 || statement == events::KINDS && first == 1, "{statement}\n{plan:#?}");
    }
    // A part of all events begins at a place and goes on from there, with one look for each event's entity.
    for (statement, first) in [
        (places::all(), "SEARCH event USING INTEGER PRIMARY KEY (rowid>?)"),
        (places::tagged(), "SEARCH tagged USING PRIMARY KEY (tag=? AND ord>?)"),
        (places::of_entity(), "SEARCH event USING INDEX sqlite_autoindex_event_1 (entity=? AND seq>?)"),
    ] {
        let plan = plan(&connection, &statement);
        assert_eq!(plan.first().map(String::as_str), Some(first), "{plan:#?}");
        assert!(plan.iter().all(|step| step.starts_with("SEARCH")), "{plan:#?}");
    }
    let scan = plan(&connection, "SELECT kind FROM entity WHERE shard = 1");
    assert!(scan.iter().any(|step| is_scan(step)), "the test knows a scan: {scan:?}");
}
