//! One owner at a time.

use super::error::OpenError;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// Held for as long as the store is open; the system lets go of it when the process dies, however it dies.
///
/// SQLite itself would let a second process write in between, and the second one would then be found only by its conflicts.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
}

impl Lock {
    /// Makes the directory `dir` if need be, and becomes the owner of the store in it.
    pub(super) fn acquire(dir: &Path) -> Result<Self, OpenError> {
        let setup = |source| OpenError::Setup { dir: dir.into(), source };
        create_durably(dir).map_err(setup)?;
        let path = dir.join("lock");
        let mut file = File::options().read(true).write(true).create(true).truncate(false).open(path).map_err(setup)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(OpenError::Locked { dir: dir.into(), owner: owner(&mut file) });
            }
            Err(TryLockError::Error(source)) => return Err(setup(source)),
        }
        file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id())).map_err(setup)?;
        Ok(Self { file })
    }

    /// Lets the next owner in.
    pub(super) fn release(mut self) {
        // A lock file that names nobody is better than one that names a process which has let go. If that fails, the name is only
        // out of date; and closing the file releases it in any case.
        let _ = self.file.set_len(0).and_then(|()| self.file.rewind());
        let _ = self.file.unlock();
    }
}

/// The process id in the lock file. On Windows a locked file cannot be read, so that the owner stays unknown.
fn owner(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    file.read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}

/// Makes `dir` and what is missing above it, so that it is still there after a loss of power.
fn create_durably(dir: &Path) -> io::Result<()> {
    let missing: Vec<PathBuf> = dir.ancestors().take_while(|dir| !dir.exists()).map(Path::to_path_buf).collect();
    fs::create_dir_all(dir)?;
    for made in missing {
        sync_parent(&made)?;
    }
    Ok(())
}

/// A new directory is durable once the directory that lists it is.
#[cfg(unix)]
fn sync_parent(dir: &Path) -> io::Result<()> {
    match dir.parent() {
        Some(parent) if parent.as_os_str().is_empty() => File::open(".")?.sync_all(),
        Some(parent) => File::open(parent)?.sync_all(),
        None => Ok(()),
    }
}

/// Other systems do not open a directory as a file; there the file system itself keeps its structure.
#[cfg(not(unix))]
fn sync_parent(_: &Path) -> io::Result<()> {
    Ok(())
}
