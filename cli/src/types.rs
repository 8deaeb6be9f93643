//! The types that the program knows, over the store that is looked at.

use crate::failure::Failure;
use mainstay::entity::{DecodeError, StateAfter};
use mainstay::journal::{EntityKey, NewEvent, Record};
use mainstay::system::{CheckReport, CheckedType, Hosted, LookError, System, SystemBuilder};
use std::path::Path;
use tokio::runtime::{Builder, Runtime};

pub(crate) struct Types {
    hosted: Hosted,
    runtime: Runtime,
}

impl Types {
    pub(crate) fn open(dir: &Path, hosting: impl Fn(SystemBuilder) -> SystemBuilder) -> Result<Self, Failure> {
        let runtime = Builder::new_current_thread().enable_all().build().map_err(Failure::Runtime)?;
        Ok(Self { hosted: hosting(System::open(dir)).look()?, runtime })
    }

    /// The stable names.
    pub(crate) fn kinds(&self) -> Vec<&'static str> {
        self.hosted.kinds()
    }

    pub(crate) fn state_after(&self, key: &EntityKey, upto: u64) -> Result<StateAfter, LookError> {
        self.runtime.block_on(self.hosted.state_after(key, upto))
    }

    /// What events make, without the snapshot at `upto`.
    pub(crate) fn replayed(&self, key: &EntityKey, upto: u64) -> Result<StateAfter, LookError> {
        self.runtime.block_on(self.hosted.replayed(key, upto))
    }

    /// The events of today that a stored one is, if the program knows the type.
    pub(crate) fn as_today(&self, key: &EntityKey, record: &Record) -> Option<Result<Vec<NewEvent>, DecodeError>> {
        self.hosted.as_today(key.kind(), record)
    }

    pub(crate) fn check(
        &self,
        progress: impl FnMut(&CheckedType) + Send,
        failed: impl FnMut(&dyn std::fmt::Display) + Send,
    ) -> Result<CheckReport, Failure> {
        let check = self.hosted.check().progress(progress).failed(failed);
        Ok(self.runtime.block_on(async { check.await })?)
    }
}
