//! The contract of a type, kept in a file.

use super::meaning::meaning;
use super::section;
use super::text::sections;
use crate::entity::Contracted;
use crate::testing::blessed::{self, Mismatch};
use crate::testing::diff::unified;
use std::path::PathBuf;

/// A file with what a type has promised. Made by [`contract`].
#[derive(Clone, Debug)]
#[must_use = "nothing is compared before it is told to"]
pub struct ContractFile {
    path: PathBuf,
    kind: &'static str,
    sections: Vec<section::Section>,
}

/// What the type has promised to its store, and a file that it is compared to: its events with their versions and fields, what it takes, and the
/// rows of a machine.
///
/// The file is text, committed beside the source. A test fails when the two differ, and shows the difference with what it means for events that are
/// stored already; `BLESS=1 cargo test` writes the file anew. A path begins at the folder of the test's package.
///
/// ```
/// use mainstay::prelude::*;
/// use mainstay::testing::contract;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Event, Serialize, Deserialize)]
/// #[event(name = "score.hit")]
/// struct Hit {
///     points: u32,
/// }
///
/// #[actor(persistent = "score")]
/// #[derive(Default)]
/// struct Score {
///     points: u32,
/// }
///
/// #[handlers]
/// impl Score {
///     #[command]
///     fn hit(&self, points: u32) -> Persist<Self, Hit> {
///         persist(Hit { points })
///     }
///
///     #[apply]
///     fn on_hit(&mut self, hit: &Hit) {
///         self.points += hit.points;
///     }
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("score.contract");
/// // In a test of yours: `contract::<Score>("contracts/score.contract").check()`.
/// contract::<Score>(&path).write()?;
/// contract::<Score>(&path).check();
/// let text = std::fs::read_to_string(&path)?;
/// assert!(text.ends_with("event score.hit version 1\n  field points: u32\n\ncommand hit(points: u32) -> ()\n"), "{text}");
/// # Ok(())
/// # }
/// ```
pub fn contract<A: Contracted>(path: impl Into<PathBuf>) -> ContractFile {
    ContractFile { path: path.into(), kind: A::CONTRACT.kind, sections: sections(&A::CONTRACT) }
}

impl ContractFile {
    /// Fails the test unless the file says what the type promises today; with `BLESS=1` in the environment, writes the file.
    ///
    /// # Panics
    ///
    /// With what is different.
    #[track_caller]
    pub fn check(&self) {
        blessed::settle(if blessed::is_blessed() { self.write() } else { self.compare() });
    }

    /// Whether the file says what the type promises today.
    ///
    /// # Errors
    ///
    /// It says something else, which is shown with what it means; or there is no such file.
    pub fn compare(&self) -> Result<(), Mismatch> {
        let (path, kind) = (self.path.display(), self.kind);
        let Some(committed) = blessed::read(&self.path)? else {
            return Err(Mismatch(format!("there is no contract of `{kind}` in {path}; `BLESS=1` writes it")));
        };
        // A checkout may have changed how lines end.
        let (committed, today) = (committed.replace("\r\n", "\n"), self.text());
        if committed == today {
            return Ok(());
        }
        let means = meaning(&section::parse(&committed), &self.sections);
        let means: String = means.iter().flat_map(|line| ["- ", line.as_ref(), "\n"]).collect();
        let means = if means.is_empty() { String::new() } else { format!("\n{means}") };
        let diff = unified(&committed, &today);
        Err(Mismatch(format!(
            "`{kind}` does not promise what {path} says:\n{diff}{means}\n`BLESS=1` writes the file anew, if this is meant"
        )))
    }

    /// Writes the file.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn write(&self) -> Result<(), Mismatch> {
        blessed::write(&self.path, &self.text())
    }

    fn text(&self) -> String {
        let kind = self.kind;
        format!(
            "# What `{kind}` has promised to its store and to its callers. `BLESS=1 cargo test` writes it anew.\n\n{}",
            section::write(&self.sections)
        )
    }
}
