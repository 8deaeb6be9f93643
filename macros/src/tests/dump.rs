//! `MAINSTAY_EXPAND` writes what it is asked for, as it would stand in a file.

use super::{account, pretty, source};
use std::process::Command;

#[test]
fn the_expansions_of_a_type_are_written_where_it_is_said() {
    // Variables belong to the process, and so does this test: it runs in one of its own, where it comes by again.
    if std::env::var_os("MAINSTAY_EXPAND").is_some() {
        account();
        return;
    }
    let target = std::env::temp_dir().join(format!("mainstay-dump-{}", std::process::id()));
    let child = Command::new(std::env::current_exe().expect("the test is running"))
        .args(["--exact", "tests::dump::the_expansions_of_a_type_are_written_where_it_is_said", "--nocapture"])
        .env("MAINSTAY_EXPAND", "Account")
        .env("CARGO_TARGET_DIR", &target)
        .output()
        .expect("the test can be run again");
    let said = String::from_utf8(child.stderr).expect("what was said is text");
    let mut written = String::new();
    for name in ["actor", "handlers"] {
        let file = target.join("mainstay-expand").join(format!("Account.{name}.rs"));
        assert!(said.contains(&format!("MAINSTAY_EXPAND: {}", file.display())), "{said}");
        let text = std::fs::read_to_string(&file).expect("it was written");
        assert!(text.lines().count() > 5, "it has lines:\n{text}");
        written.push_str(&text);
    }
    assert!(!target.join("mainstay-expand/Close.Message.rs").exists(), "nobody asked for it");
    std::fs::remove_dir_all(&target).expect("it can be removed");

    // The macro of the message between the two was not asked for.
    let all = pretty(account());
    for line in pretty(source(&written)).lines() {
        assert!(all.contains(line), "`{line}` is not what is compiled");
    }
}
