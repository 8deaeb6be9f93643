//! Both engines of ours, tested as one of a third party would be: `mainstay::conformance` says what for.

#![cfg(all(feature = "sqlite", feature = "conformance"))]
#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

use mainstay::conformance::{Engine, OpenFailed};
use mainstay::journal::{MemoryStore, SqliteStore, Store};
use std::sync::Arc;
use tempfile::TempDir;

struct Memory(MemoryStore);

impl Engine for Memory {
    async fn open(&mut self) -> Result<Arc<dyn Store>, OpenFailed> {
        Ok(Arc::new(self.0.restart()))
    }
}

struct Sqlite(TempDir);

impl Engine for Sqlite {
    async fn open(&mut self) -> Result<Arc<dyn Store>, OpenFailed> {
        Ok(Arc::new(SqliteStore::open(self.0.path())?))
    }
}

/// As an engine that cannot find again what it had.
struct Volatile;

impl Engine for Volatile {
    async fn open(&mut self) -> Result<Arc<dyn Store>, OpenFailed> {
        Ok(Arc::new(MemoryStore::new()))
    }

    fn restarts(&self) -> bool {
        false
    }
}

mainstay::conformance!(volatile, Volatile);
mainstay::conformance!(memory, Memory(MemoryStore::new()));
mainstay::conformance!(sqlite, Sqlite(tempfile::tempdir().expect("a directory")));
