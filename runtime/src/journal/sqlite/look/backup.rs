//! A copy of the file while it is written to.

use super::error::CopyError;
use super::open::SqliteLook;
use crate::journal::sqlite::error::OpenError;
use crate::journal::sqlite::events::failed;
use std::fs::{self, File};
use std::path::Path;

impl SqliteLook {
    /// Writes what is stored at this moment as a store of its own into the directory `to`, which is made. A system that has the store open
    /// goes on meanwhile. The copy is whole and durable on return; pages of what was deleted are not in it. To restore, open the copy.
    ///
    /// # Errors
    ///
    /// There is a store in `to` already, or it cannot be written. A copy that was begun has another name, so that nobody takes it for one.
    pub fn backup(&self, to: impl AsRef<Path>) -> Result<(), CopyError> {
        let to = to.as_ref();
        let (file, begun) = (to.join("journal.sqlite"), to.join("journal.begun"));
        let write = |source| CopyError::Write { path: to.into(), source };
        fs::create_dir_all(to).map_err(write)?;
        if file.exists() {
            return Err(OpenError::NotEmpty { dir: to.into() }.into());
        }
        if begun.exists() {
            fs::remove_file(&begun).map_err(write)?;
        }
        // SQLite takes the path as text.
        let path = begun.to_str().ok_or_else(|| write(std::io::ErrorKind::InvalidFilename.into()))?;
        self.connection.execute("VACUUM INTO ?1", [path]).map_err(failed)?;
        File::options().write(true).open(&begun).and_then(|copy| copy.sync_all()).map_err(write)?;
        fs::rename(&begun, &file).map_err(write)?;
        sync(to).map_err(write)
    }
}

/// A new name is durable once the directory that lists it is.
#[cfg(unix)]
fn sync(dir: &Path) -> std::io::Result<()> {
    File::open(dir)?.sync_all()
}

/// Other systems do not open a directory as a file; there the file system itself keeps its structure.
#[cfg(not(unix))]
fn sync(_: &Path) -> std::io::Result<()> {
    Ok(())
}
