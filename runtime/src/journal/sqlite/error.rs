//! Why a store cannot be opened.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why a store on disk cannot be opened. Nothing was changed in what is stored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The directory, the lock file or a thread could not be made.
    #[error("the store in {} cannot be set up: {source}", dir.display())]
    Setup {
        /// The directory of the store.
        dir: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// Somebody else has the store open.
    #[error("the store in {} is open already, {}: close it there first", dir.display(), owned_by(*owner))]
    Locked {
        /// The directory of the store.
        dir: PathBuf,
        /// The id of the process that has it open, when the lock file could be read.
        owner: Option<u32>,
    },
    /// The file is there, but mainstay has not made it.
    #[error("{} is not a store of mainstay ({cause}): move it away, or choose another directory", file.display())]
    Foreign {
        /// The file.
        file: PathBuf,
        /// How that was seen.
        cause: Arc<str>,
    },
    /// A newer version has written the file.
    #[error(
        "{} has format {found}, and this version of mainstay knows formats up to {known}: run a newer version, \
         or restore a copy that this one has made",
        file.display()
    )]
    Newer {
        /// The file.
        file: PathBuf,
        /// The format of the file.
        found: i64,
        /// The highest format that this version knows.
        known: i64,
    },
    /// An older version has written the file, and it was to be read as it is.
    #[error(
        "{} has format {found}, and reading alone needs format {known}: start the program once, which brings the store to it",
        file.display()
    )]
    Older {
        /// The file.
        file: PathBuf,
        /// The format of the file; 0 for an empty one.
        found: i64,
        /// The format that can be read.
        known: i64,
    },
    /// There is no store to look at.
    #[error("there is no store in {}: give the directory that holds `journal.sqlite`", dir.display())]
    Missing {
        /// The directory.
        dir: PathBuf,
    },
    /// A store is to be filled that holds something already.
    #[error("the store in {} is not empty: choose another directory", dir.display())]
    NotEmpty {
        /// The directory of the store.
        dir: PathBuf,
    },
    /// The engine failed.
    #[error("{} cannot be opened: {cause}", file.display())]
    Engine {
        /// The file.
        file: PathBuf,
        /// What the engine said.
        cause: Arc<str>,
    },
}

impl OpenError {
    /// The engine said `cause` of `file`.
    pub(super) fn engine(file: &Path, cause: &rusqlite::Error) -> Self {
        let (file, text) = (file.into(), cause.to_string().into());
        match cause.sqlite_error_code() {
            Some(rusqlite::ErrorCode::NotADatabase) => Self::Foreign { file, cause: text },
            _ => Self::Engine { file, cause: text },
        }
    }
}

fn owned_by(owner: Option<u32>) -> String {
    owner.map_or_else(|| "here or in another process".into(), |id| format!("by process {id}"))
}
