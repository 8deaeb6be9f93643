//! The tool in a program of one's own, with its types: a real binary, `examples/shop_store`, on stores that the same types have made.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

#[allow(dead_code, reason = "the tool uses all of it")]
#[path = "../examples/shop_store/types.rs"]
mod types;

use mainstay::entity::encode_state;
use mainstay::journal::{Codec, CommandId, EntityKey, NewEvent, NewSnapshot, SqliteStore, Store, Unit};
use mainstay::prelude::*;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use types::{Door, Note, Open, SoldV1, Till};

#[tokio::test]
async fn states_are_shown_after_each_event_as_far_as_their_types_let_them() {
    let dir = shop().await;
    let state = |entity, at| said(&tool(&["show", at_dir(&dir), entity, "--at", at])).lines().last().map(String::from);
    assert_eq!(state("till/front", "0").as_deref(), Some("  state after event 0  {\"amounts\":[],\"cents\":0}"));
    assert_eq!(state("till/front", "1").as_deref(), Some("  state after event 1  {\"amounts\":[150],\"cents\":150}"));
    let last = state("till/front", "4").expect("a state");
    assert!(last.starts_with("  state after event 4  ") && last.ends_with("\"cents\":1150}"), "{last}");
    assert_eq!(
        state("note/hello", "1").as_deref(),
        Some("  state after event 1  cannot be shown: the type has no snapshots and no `Debug`")
    );
    assert_eq!(
        state("door/back", "1").as_deref(),
        Some("  state after event 1  Ajar  what is in it cannot be shown: the type has no snapshots and no `Debug`")
    );

    let json = said(&tool(&["--json", "show", at_dir(&dir), "door/back", "--at", "0"]));
    let last: serde_json::Value = serde_json::from_str(json.lines().last().expect("a line")).expect("it is JSON");
    assert_eq!(last["state"]["name"], "Shut");
    assert_eq!(last["state"]["after"], 0);
}

#[tokio::test]
async fn a_state_that_never_was_is_told_with_the_numbers_that_there_are() {
    let dir = shop().await;
    refused(&tool(&["show", at_dir(&dir), "note/hello", "--at", "2"]), 2, "its events are 1 to 1");
    refused(&tool(&["show", at_dir(&dir), "note/nobody", "--at", "0"]), 2, "has never had note \"nobody\"");
    let both = tool(&["show", at_dir(&dir), "note/hello", "--at", "1", "--after", "1"]);
    assert_eq!(both.status.code(), Some(2), "one or the other: {both:?}");
}

#[tokio::test]
async fn events_are_read_as_their_types_read_them_today() {
    let dir = shop().await;
    let old = encode_state(&SoldV1 { whole: 3 }).expect("it can be encoded");
    append(&dir, "till", "old", vec![event("till.sold", 1, old)]).await;
    append(&dir, "till", "lost", vec![event("till.lost", 1, vec![0xc0])]).await;
    let shown = said(&tool(&["show", at_dir(&dir), "till/old"]));
    assert!(shown.ends_with("till.sold v1  {\"whole\":3}; today till.sold v2  {\"cents\":300}\n"), "{shown}");
    let json = said(&tool(&["show", "--json", at_dir(&dir), "till/old"]));
    let event: serde_json::Value = serde_json::from_str(json.lines().last().expect("a line")).expect("it is JSON");
    assert_eq!(event["event"]["today"][0]["payload"]["cents"], 300);
    let lost = said(&tool(&["show", at_dir(&dir), "till/lost"]));
    assert!(lost.contains("till.lost v1  null; cannot be read: "), "{lost}");
    // What is today what it was is shown once.
    assert!(!said(&tool(&["show", at_dir(&dir), "till/front"])).contains("today"));
}

#[tokio::test]
async fn a_check_names_each_entity_that_this_program_would_not_recover() {
    let dir = shop().await;
    let good = tool(&["check", at_dir(&dir)]);
    let report = "door: 1 entities, 0 would not be recovered\n\
                  note: 1 entities, 0 would not be recovered\n\
                  till: 1 entities, 0 would not be recovered\n";
    assert_eq!(said(&good), report);

    for n in 0..150 {
        append(&dir, "till", &format!("lost{n:03}"), vec![event("till.lost", 1, vec![0xc0])]).await;
    }
    append(&dir, "stranger", "x", vec![event("strange", 1, vec![0xc0])]).await;
    let bad = tool(&["check", at_dir(&dir)]);
    let text = String::from_utf8_lossy(&bad.stdout);
    assert_eq!(bad.status.code(), Some(1), "{text}");
    for n in 0..150 {
        assert!(
            text.contains(&format!("failure: event 1 of till \"lost{n:03}\", `till.lost`, cannot be decoded")),
            "{n}"
        );
    }
    assert!(text.contains("till: 151 entities, 150 would not be recovered\n"), "{text}");
    assert!(text.ends_with("stranger: not hosted, not checked\n"), "{text}");
    let json = tool(&["check", "--json", at_dir(&dir)]);
    for line in String::from_utf8_lossy(&json.stdout).lines() {
        assert!(serde_json::from_str::<serde_json::Value>(line).is_ok_and(|line| line.is_object()), "{line}");
    }
}

#[tokio::test]
async fn a_snapshot_that_the_events_do_not_make_is_a_fault() {
    let dir = shop().await;
    let sound = said(&tool(&["verify", at_dir(&dir)]));
    assert_eq!(sound, "3 entities verified, 1 snapshots compared with events, 0 faults\n");

    // Its checksum is right: only whoever knows the type sees that the state is another one.
    let payload = encode_state(&Other { cents: 7, amounts: vec![7] }).expect("it can be encoded");
    let snapshot = NewSnapshot { name: "till".into(), version: 1, codec: Codec::MessagePack, payload, keep: 2 };
    let store = SqliteStore::open(dir.path()).expect("it is free");
    store.save(key("till", "front"), 4, store.epoch(), 0, snapshot).await.expect("saved");
    store.close().await.expect("it is open");
    let faulty = tool(&["verify", at_dir(&dir)]);
    let text = String::from_utf8_lossy(&faulty.stdout);
    assert_eq!(faulty.status.code(), Some(1), "{text}");
    let fault = "fault: the snapshot at event 4 of till/front says {\"amounts\":[7],\"cents\":7}, and the events make ";
    assert!(text.starts_with(fault) && text.ends_with("2 snapshots compared with events, 1 faults\n"), "{text}");
    let plain = mainstay(&["verify", at_dir(&dir)]);
    assert_eq!(said(&plain), "3 entities verified, 0 faults\n", "without the type it cannot be seen");
}

#[tokio::test]
async fn it_reads_beside_a_running_system_and_writes_nothing() {
    let dir = shop().await;
    let system = hosting(System::open(dir.path())).start().await.expect("it is free");
    system.entity::<Till>("front").expect("hosted").sell(5).await.expect("stored");
    let before = said(&tool(&["stats", at_dir(&dir)]));
    for command in [&["check"][..], &["verify"], &["show", "till/front", "--at", "5"]] {
        let mut words = vec![command[0], at_dir(&dir)];
        words.extend(&command[1..]);
        said(&tool(&words));
    }
    assert_eq!(said(&tool(&["stats", at_dir(&dir)])), before, "the epoch too");
    system.entity::<Till>("front").expect("hosted").sell(6).await.expect("nobody has written in between");
    system.shutdown().await.expect("in order");
}

#[tokio::test]
async fn without_types_it_is_said_what_to_do() {
    let dir = shop().await;
    refused(&mainstay(&["check", at_dir(&dir)]), 2, "this program knows no types");
    refused(&mainstay(&["show", at_dir(&dir), "door/back", "--at", "1"]), 2, "does not know the type `door`");
}

#[tokio::test]
async fn a_copied_entity_knows_its_callers_and_sends_what_was_not_confirmed() {
    let first = tempfile::tempdir().expect("there is room");
    // The note cannot be made, so that what is sent to it stays unconfirmed.
    let broken = System::open(first.path()).host::<Till>().host_with(|_: &EntityId<Note>| Err("out of paper".into()));
    let system = broken.start().await.expect("it is free");
    let till = system.entity::<Till>("front").expect("hosted");
    till.sell(150).id("once").await.expect("stored");
    till.report(EntityId::new("ledger").expect("it is short")).await.expect("stored");
    system.shutdown().await.expect("in order");
    assert!(said(&tool(&["unconfirmed", at_dir(&first)])).starts_with("till/front  note.told  to "));

    let second = copied(&[(&first, "till/front")]);
    let system = hosting(System::open(second.path())).start().await.expect("it is free");
    system.entity::<Till>("front").expect("hosted").sell(150).id("once").await.expect("the reply that it had");
    let note = system.entity::<Note>("ledger").expect("hosted");
    while note.read().await.expect("recovered").is_empty() {
        tokio::task::yield_now().await;
    }
    system.shutdown().await.expect("in order");
    assert_eq!(last(&second, "till/front"), "till/front  last event 2");
    assert_eq!(last(&second, "note/ledger"), "note/ledger  last event 1");

    // The till as it was before it got the confirmation, and the note as it was after it had taken the message.
    let third = copied(&[(&first, "till/front"), (&second, "note/ledger")]);
    let system = hosting(System::open(third.path())).start().await.expect("it is free");
    let till = system.entity::<Till>("front").expect("hosted");
    while till.unconfirmed().await.expect("recovered") > 0 {
        tokio::task::yield_now().await;
    }
    system.shutdown().await.expect("in order");
    assert_eq!(last(&third, "note/ledger"), "note/ledger  last event 1", "taken once");
    assert!(said(&tool(&["verify", at_dir(&third)])).ends_with(" 0 faults\n"));
}

/// What snapshots of a till hold, for one that no till has taken.
#[derive(serde::Serialize)]
struct Other {
    cents: u64,
    amounts: Vec<u64>,
}

/// A store of entities of others.
fn copied(entities: &[(&tempfile::TempDir, &str)]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("there is room");
    for (of, entity) in entities {
        let file = dir.path().join("lines");
        std::fs::write(&file, said(&tool(&["export", at_dir(of), "--entity", entity]))).expect("room");
        said(&tool(&["import", "--add", at_dir(&dir), at_dir(&file)]));
    }
    dir
}

/// The number of the entity's last event, as it is told.
fn last(dir: &tempfile::TempDir, entity: &str) -> String {
    said(&tool(&["show", at_dir(dir), entity])).split(',').next().expect("a part").into()
}

/// A till with four sales and a snapshot after the third, a note, and a door that was opened.
async fn shop() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("there is room");
    let system = hosting(System::open(dir.path())).start().await.expect("it is free");
    let till = system.entity::<Till>("front").expect("hosted");
    for cents in [150, 250, 350, 400] {
        till.sell(cents).await.expect("stored");
    }
    system.entity::<Note>("hello").expect("hosted").write("hello".into()).await.expect("stored");
    system.entity::<Door>("back").expect("hosted").ask(Open).await.expect("stored");
    system.shutdown().await.expect("in order");
    dir
}

fn hosting(system: mainstay::system::SystemBuilder) -> mainstay::system::SystemBuilder {
    system.host::<Till>().host::<Note>().host_with(|_| Ok(Door))
}

async fn append(dir: &tempfile::TempDir, kind: &str, id: &str, events: Vec<NewEvent>) {
    let store = SqliteStore::open(dir.path()).expect("it is free");
    let command = CommandId { epoch: store.epoch(), number: 1 };
    store.append(Unit::new(key(kind, id), 0, store.epoch(), 0, command, events)).await.expect("it can be stored");
    store.close().await.expect("it is open");
}

fn event(name: &'static str, version: u32, payload: Vec<u8>) -> NewEvent {
    NewEvent { name: name.into(), version, codec: Codec::MessagePack, payload, tags: Vec::new() }
}

fn key(kind: &str, id: &str) -> EntityKey {
    EntityKey::new(kind, id).expect("it is short")
}

fn at_dir(dir: &(impl AsRef<Path> + ?Sized)) -> &str {
    dir.as_ref().to_str().expect("it is text")
}

/// The example. Cargo has built it beside this test.
fn tool(arguments: &[&str]) -> Output {
    let mut binary: PathBuf = std::env::current_exe().expect("a test has a path");
    binary.pop();
    binary.pop();
    binary.push("examples/shop_store");
    Command::new(binary).args(arguments).output().expect("the example is built with the tests")
}

/// The program without types.
fn mainstay(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mainstay")).args(arguments).output().expect("it is built")
}

fn said(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{}{text}", String::from_utf8_lossy(&output.stderr));
    text
}

fn refused(output: &Output, code: i32, cause: &str) {
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{error}");
    assert!(error.contains(cause) && error.lines().count() == 1, "{error}");
}
