//! Samples of what programs have stored, and contracts: what a later program makes of them, and what it is told that it broke.
#![allow(
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    clippy::unused_self,
    clippy::needless_pass_by_value,
    reason = "the tests are about what is stored of the types"
)]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use mainstay::entity::{Parts, ShapeKind, Split};
use mainstay::prelude::*;
use mainstay::testing::{Samples, contract, samples};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// The first program.
mod first {
    use super::*;

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "person.moved")]
    pub struct Moved {
        pub street: String,
        pub city: Option<String>,
    }

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "person.named", tags("names"))]
    pub struct Named {
        pub name: String,
    }

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "person.left")]
    pub struct Left;

    #[derive(Timer, Clone, Serialize, Deserialize)]
    #[timer(name = "person.birthday")]
    pub struct Birthday {
        pub year: u32,
    }

    #[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
    #[confirmable(name = "person.letter")]
    pub struct Letter {
        pub text: String,
    }

    #[actor(persistent = "person", snapshot_version = 1)]
    #[derive(Default)]
    pub struct Person {
        pub name: String,
        pub street: String,
    }

    #[handlers]
    impl Person {
        #[command]
        fn call(&self, name: String) -> Persist<Self, Named> {
            persist(Named { name })
        }

        #[command(message)]
        fn letter(&self, _: Letter) -> Persist<Self, Left> {
            nothing()
        }

        #[timer]
        fn birthday(&self, _: Birthday) -> Persist<Self, Left> {
            nothing()
        }

        #[query]
        fn name(&self) -> String {
            self.name.clone()
        }

        #[apply]
        fn moved(&mut self, event: &Moved) {
            self.street.clone_from(&event.street);
        }

        #[apply]
        fn named(&mut self, event: &Named) {
            self.name.clone_from(&event.name);
        }

        #[apply]
        fn left(&mut self, _: &Left) {}
    }

    pub fn all(folder: &Path) -> Samples<Person> {
        without_left(folder).event(&Left)
    }

    pub fn without_left(folder: &Path) -> Samples<Person> {
        samples::<Person>(folder)
            .event(&Moved { street: "First".into(), city: Some("Bern".into()) })
            .event(&Named { name: "Ann \"the\" first".into() })
            .timer(&Birthday { year: 2026 })
            .message(&Letter { text: "dear".into() })
            .snapshot(Person::default, &Person { name: "Ann".into(), street: "First".into() })
    }
}

/// The program after it: it splits an event, renames one, and has done with a third.
mod second {
    use super::*;

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "person.moved", version = 2, split(1 = MovedV1))]
    pub struct StreetChanged {
        pub street: String,
    }

    #[derive(Serialize, Deserialize)]
    pub struct MovedV1 {
        street: String,
        city: Option<String>,
    }

    impl Split for MovedV1 {
        fn split(self, into: &mut Parts) {
            into.add(&StreetChanged { street: self.street });
            if let Some(city) = self.city {
                into.add(&CityChanged { city });
            }
        }
    }

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "person.city_changed")]
    pub struct CityChanged {
        pub city: String,
    }

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "person.called", alias = "person.named", tags("names"))]
    pub struct Called {
        pub name: String,
        #[serde(default)]
        pub by: Option<String>,
    }

    #[derive(Timer, Clone, Serialize, Deserialize)]
    #[timer(name = "person.birthday", version = 2)]
    pub struct Birthday {
        pub year: u32,
        #[serde(default)]
        pub round: bool,
    }

    #[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
    #[confirmable(name = "person.letter")]
    pub struct Letter {
        #[serde(alias = "text")]
        pub words: String,
    }

    #[actor(persistent = "person", removed("person.left"), snapshot_version = 2)]
    #[derive(Default)]
    pub struct Person {
        pub name: String,
    }

    #[handlers]
    impl Person {
        #[command]
        fn call(&self, name: String, by: Option<String>) -> Persist<Self, Called> {
            persist(Called { name, by })
        }

        #[command(message)]
        fn letter(&self, _: Letter) -> Persist<Self, Called> {
            nothing()
        }

        #[timer]
        fn birthday(&self, _: Birthday) -> Persist<Self, Called> {
            nothing()
        }

        #[apply]
        fn street(&mut self, _: &StreetChanged) {}

        #[apply]
        fn city(&mut self, _: &CityChanged) {}

        #[apply]
        fn called(&mut self, event: &Called) {
            self.name.clone_from(&event.name);
        }
    }

    pub fn all(folder: &Path) -> Samples<Person> {
        samples::<Person>(folder)
            .event(&StreetChanged { street: "Second".into() })
            .event(&CityChanged { city: "Basel".into() })
            .event(&Called { name: "Bob".into(), by: None })
            .timer(&Birthday { year: 2027, round: true })
            .message(&Letter { words: "dear".into() })
            .snapshot(Person::default, &Person { name: "Bob".into() })
    }
}

/// A program that breaks what is stored.
mod broken {
    use super::*;

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "person.moved")]
    pub struct Moved {
        pub street: String,
        /// New, and nothing says what it was before.
        pub number: u32,
    }

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "person.named")]
    pub struct Named {
        #[serde(default)]
        pub full_name: String,
    }

    #[actor(persistent = "person")]
    #[derive(Default)]
    pub struct Person {}

    #[handlers]
    impl Person {
        #[apply]
        fn moved(&mut self, _: &Moved) {}

        #[apply]
        fn named(&mut self, _: &Named) {}
    }

    pub fn all(folder: &Path) -> Samples<Person> {
        samples::<Person>(folder)
            .event(&Moved { street: "First".into(), number: 1 })
            .event(&Named { full_name: "Ann".into() })
    }
}

fn files(folder: &Path) -> Vec<String> {
    let folders = ["events", "messages", "snapshots", "timers"];
    let mut files = Vec::new();
    for name in folders.iter().filter(|name| folder.join(name).exists()) {
        for entry in fs::read_dir(folder.join(name)).expect("it can be read") {
            files.push(format!("{name}/{}", entry.expect("it can be read").file_name().to_string_lossy()));
        }
    }
    files.sort();
    files
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("there is room")
}

#[test]
fn v9_every_event_timer_message_and_snapshot_has_a_sample_or_is_named() {
    let folder = folder();
    let folder = folder.path();
    let nothing = samples::<first::Person>(folder).compare().expect_err("nothing is there").to_string();
    let named = [
        "event `person.moved` is not given as it is today, version 1: give one with `.event(&..)`",
        "event `person.named` is not given",
        "event `person.left` is not given",
        "message `person.letter` is not given as it is today, version 1: give one with `.message(&..)`",
        "timer `person.birthday` is not given as it is today, version 1: give one with `.timer(&..)`",
        "snapshots of `person` have no sample: give a state with `.snapshot(factory, &state)`",
    ];
    for named in named {
        assert!(nothing.contains(named), "{named}: {nothing}");
    }
    let unwritten = first::all(folder).compare().expect_err("no file is there").to_string();
    assert!(unwritten.contains("snapshot `person`, version 1: what is given is written otherwise"), "{unwritten}");
    let missing = first::without_left(folder).write().expect_err("one is missing").to_string();
    assert!(missing.contains("event `person.left` is not given"), "{missing}");
    assert_eq!(missing.lines().count(), 2, "only that one is missing: {missing}");
    first::all(folder).write().expect("all are given");
    first::all(folder).compare().expect("all are there");
    let expected = [
        "events/person.left.v1.txt",
        "events/person.moved.v1.txt",
        "events/person.named.v1.txt",
        "messages/person.letter.v1.txt",
        "snapshots/person.v1.txt",
        "timers/person.birthday.v1.txt",
    ];
    assert_eq!(files(folder), expected);
    let text = fs::read_to_string(folder.join("events/person.moved.v1.txt")).expect("it is there");
    let expected = "\
event person.moved
version 1
codec MessagePack

payload
{
  \"street\": \"First\",
  \"city\": \"Bern\"
}

bytes
82 a6 73 74 72 65 65 74 a5 46 69 72 73 74 a4 63 69 74 79 a4 42 65 72 6e

today
event person.moved version 1
{
  \"street\": \"First\",
  \"city\": \"Bern\"
}
";
    assert_eq!(text, expected);
}

#[test]
fn v9_a_later_program_reads_the_samples_of_an_earlier_one_and_says_what_they_become() {
    let folder = folder();
    let folder = folder.path();
    first::all(folder).write().expect("all are given");
    let stored = fs::read_to_string(folder.join("events/person.moved.v1.txt")).expect("it is there");
    let otherwise = second::all(folder).compare().expect_err("nobody has agreed to it").to_string();
    for became in [
        "  +event person.city_changed version 1",
        "  +event person.called version 1",
        "  +removed",
        "  +  \"words\": \"dear\"",
    ] {
        assert!(otherwise.contains(became), "{became}: {otherwise}");
    }
    second::all(folder).write().expect("all can be read");
    second::all(folder).compare().expect("it is agreed to");
    let now = fs::read_to_string(folder.join("events/person.moved.v1.txt")).expect("it is there");
    let (before, _) = stored.split_once("\ntoday\n").expect("there is such a heading");
    let expected = "\ntoday\nevent person.moved version 2\n{\n  \"street\": \"First\"\n}\nevent person.city_changed version 1\n{\n  \"city\": \"Bern\"\n}\n";
    assert_eq!(now, format!("{before}{expected}"), "what was stored stays");
    let snapshot = fs::read_to_string(folder.join("snapshots/person.v1.txt")).expect("it is there");
    assert!(snapshot.ends_with("today\nnot used: the history is read in its place\n"), "{snapshot}");
    let timer = fs::read_to_string(folder.join("timers/person.birthday.v1.txt")).expect("it is there");
    assert!(
        timer.ends_with("timer person.birthday version 2\n{\n  \"year\": 2026,\n  \"round\": false\n}\n"),
        "{timer}"
    );
    // The same version is written otherwise, and both forms lie in stores.
    assert!(files(folder).contains(&"messages/person.letter.v1-2.txt".into()), "{:?}", files(folder));
}

#[test]
fn v9_a_version_that_was_never_sampled_is_named_and_so_is_an_earlier_name() {
    let folder = folder();
    let folder = folder.path();
    let missing = second::all(folder).write().expect_err("there are none of the first program").to_string();
    let expected = "\
samples of `person`:
- event `person.moved` has no sample of version 1: give what it was with `.earlier(ShapeKind::Event, \"person.moved\", 1, &..)`
- event `person.called` has no sample under its earlier name `person.named`: give what it was with `.earlier(ShapeKind::Event, \"person.named\", 1, &..)`
- timer `person.birthday` has no sample of version 1: give what it was with `.earlier(ShapeKind::Timer, \"person.birthday\", 1, &..)`";
    assert_eq!(missing, expected);
    let given = second::all(folder)
        .earlier(ShapeKind::Event, "person.moved", 1, &first::Moved { street: "First".into(), city: None })
        .earlier(ShapeKind::Event, "person.named", 1, &first::Named { name: "Ann".into() })
        .earlier(ShapeKind::Timer, "person.birthday", 1, &first::Birthday { year: 2026 });
    given.write().expect("now all are given");
    second::all(folder).compare().expect("an earlier one is given once");
}

#[test]
fn v3_v6_v7_samples_that_cannot_be_read_any_more_are_named_with_the_cause() {
    let folder = folder();
    let folder = folder.path();
    second::all(folder).write().expect_err("there are none of the first program");
    first::all(folder).write().expect_err("it is older than what is there");
    let broken = broken::all(folder).compare().expect_err("nothing fits").to_string();
    let named = [
        ("events/person.moved.v1.txt: cannot be read any more: ", "missing field `number`"),
        (
            "events/person.moved.v2.txt: cannot be read any more: ",
            "it has version 2, and this program knows versions up to 1",
        ),
        ("events/person.left.v1.txt: cannot be read any more: ", "no event is called that"),
        ("timers/person.birthday.v1.txt: cannot be read any more: ", "no event is called that"),
        (
            "events/person.named.v1.txt: is read otherwise:\n  @@",
            "  -  \"name\": \"Ann \\\"the\\\" first\"\n  +  \"full_name\": \"\"",
        ),
    ];
    for (file, why) in named {
        let (_, rest) = broken.split_once(file).unwrap_or_else(|| panic!("{file}: {broken}"));
        let item = rest.split("\n- ").next().unwrap_or_default();
        assert!(item.contains(why), "{file}: {item}");
    }
    let before = files(folder);
    broken::all(folder).write().expect_err("what cannot be read cannot be agreed to");
    assert_eq!(before.iter().filter(|file| !files(folder).contains(file)).count(), 0, "no sample goes away");
}

#[test]
fn v9_a_file_that_is_no_sample_is_named() {
    let folder = folder();
    fs::create_dir(folder.path().join("events")).expect("there is room");
    fs::write(folder.path().join("events/notes.txt"), "these are notes").expect("there is room");
    let why = first::all(folder.path()).compare().expect_err("it is none").to_string();
    assert!(why.ends_with("notes.txt: this is no sample"), "{why}");
}

#[test]
fn a_contract_says_what_is_stored_and_taken() {
    let folder = folder();
    let path = folder.path().join("below/person.contract");
    let none = contract::<second::Person>(&path).compare().expect_err("there is none").to_string();
    assert!(none.starts_with("there is no contract of `person` in "), "{none}");
    contract::<second::Person>(&path).write().expect("there is room");
    contract::<second::Person>(&path).compare().expect("it is what was written");
    let text = fs::read_to_string(&path).expect("it is there");
    assert_eq!(text, include_str!("golden/second.contract"));
    // As a checkout on another system may have it.
    fs::write(&path, text.replace('\n', "\r\n")).expect("there is room");
    contract::<second::Person>(&path).compare().expect("line ends say nothing");
}

#[test]
fn a_change_of_a_contract_is_shown_with_what_it_means_for_what_is_stored() {
    let folder = folder();
    let path = folder.path().join("person.contract");
    contract::<first::Person>(&path).write().expect("there is room");
    let shown = |why: String| why.replace(&path.display().to_string(), "person.contract") + "\n";
    let good = contract::<second::Person>(&path).compare().expect_err("much has changed").to_string();
    assert_eq!(shown(good), include_str!("golden/second.diff"));
    let bad = contract::<broken::Person>(&path).compare().expect_err("much has changed").to_string();
    assert_eq!(shown(bad), include_str!("golden/broken.diff"));
}

/// Two events that some file systems take for one.
mod alike {
    use super::*;

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "note.kept")]
    pub struct Kept;

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "note.KEPT")]
    pub struct Shouted;

    #[actor(persistent = "note")]
    #[derive(Default)]
    pub struct Note {}

    #[handlers]
    impl Note {
        #[apply]
        fn kept(&mut self, _: &Kept) {}

        #[apply]
        fn shouted(&mut self, _: &Shouted) {}
    }
}

#[test]
fn v9_no_two_samples_have_files_whose_names_differ_in_case_alone() {
    let folder = tempfile::tempdir().expect("there is room");
    let all = || samples::<alike::Note>(folder.path()).event(&alike::Kept).event(&alike::Shouted);
    all().write().expect("both are given");
    let files = fs::read_dir(folder.path().join("events")).expect("it was made");
    let names = files.map(|file| file.expect("readable").file_name().to_string_lossy().to_lowercase());
    let names: std::collections::BTreeSet<_> = names.collect();
    assert_eq!(names.into_iter().collect::<Vec<_>>(), ["note.kept.v1-2.txt", "note.kept.v1.txt"]);
    all().check();
}
