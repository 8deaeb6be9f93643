//! What an editor shows of macro-made actors and machines, while they are typed: a real rust-analyzer with a fixture of ours open.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod bodies;
mod navigation;
mod rows;
mod writing;
use mainstay_ide_tests::Editor;
use std::io::Write as _;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

/// One server for all tests: loading a fixture takes longer than all questions about it.
static EDITOR: LazyLock<Option<Mutex<Editor>>> = LazyLock::new(|| {
    let editor = Editor::open("ours", &["counter.rs", "order.rs", "shop.rs"]);
    if editor.is_none() {
        assert!(std::env::var_os("MAINSTAY_IDE").is_none(), "there is no rust-analyzer");
        // Not by `eprintln!`, of which nothing is seen when the test passes.
        let _ = writeln!(std::io::stderr(), "the tests of the editor skip: there is no rust-analyzer");
    }
    editor.map(Mutex::new)
});

/// The editor, for one test at a time. `None` where there is no rust-analyzer.
fn editor() -> Option<MutexGuard<'static, Editor>> {
    let editor = EDITOR.as_ref()?;
    // Each question first shows the server all files, so a test that failed leaves nothing behind.
    Some(editor.lock().unwrap_or_else(PoisonError::into_inner))
}
