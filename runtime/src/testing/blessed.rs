//! Files that a test compares, and writes anew when it is told to.

use std::path::Path;
use std::{env, fs, io};

/// The variable with which files are written anew: `BLESS=1 cargo test`.
const BLESS: &str = "BLESS";

/// What is committed is not what the program would write today.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Mismatch(pub(super) String);

/// Whether files are to be written anew.
pub(super) fn is_blessed() -> bool {
    env::var_os(BLESS).is_some_and(|value| value == "1")
}

/// The text of a file; nothing where there is none.
pub(super) fn read(path: &Path) -> Result<Option<String>, Mismatch> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(unusable(path, &cause)),
    }
}

/// Writes a file, and the folders above it.
pub(super) fn write(path: &Path, text: &str) -> Result<(), Mismatch> {
    let above = path.parent().map_or(Ok(()), fs::create_dir_all);
    above.and_then(|()| fs::write(path, text)).map_err(|cause| unusable(path, &cause))
}

pub(super) fn unusable(path: &Path, cause: &io::Error) -> Mismatch {
    Mismatch(format!("{}: {cause}", path.display()))
}

/// Fails the test if there is a mismatch.
#[track_caller]
#[allow(clippy::panic, reason = "this is how a test fails")]
pub(super) fn settle(outcome: Result<(), Mismatch>) {
    if let Err(Mismatch(what)) = outcome {
        panic!("{what}");
    }
}
