//! Why a store could not be copied.

use crate::journal::sqlite::error::OpenError;
use crate::journal::{EntityKey, ReadError};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// Why a store could not be copied, filled, erased from or backed up. Where it does not say otherwise, what was there before is as it was.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CopyError {
    /// The store cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Something in it cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The entity was never stored.
    #[error("the store has never had {key}")]
    Unknown {
        /// The entity.
        key: EntityKey,
    },
    /// The store that is to be filled has the entity already.
    #[error("{key} is in the store already: nothing was imported")]
    Exists {
        /// The entity.
        key: EntityKey,
    },
    /// An entry does not follow from those before it, or cannot be stored.
    #[error("entry {entry} cannot be imported, and nothing was: {cause}")]
    Entry {
        /// The entry's number, from 1.
        entry: u64,
        /// What is wrong.
        cause: Arc<str>,
    },
    /// Somebody reads the store that is to be written anew.
    #[error("the store in {} is read by somebody, so that what was deleted is still in its files: try again when nobody looks at it", dir.display())]
    InUse {
        /// The directory of the store.
        dir: PathBuf,
    },
    /// The copy cannot be written.
    #[error("{} cannot be written: {source}", path.display())]
    Write {
        /// The file or the directory.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
}

impl CopyError {
    pub(super) fn entry(entry: u64, cause: impl Into<Arc<str>>) -> Self {
        Self::Entry { entry, cause: cause.into() }
    }
}
