//! What is wrong with settings.

/// What is wrong with settings that were read. Keys inside of tables are given with their path: `backoff.min`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// No setting is called so.
    #[error("unknown setting `{key}`; there are {}", list(.known))]
    Unknown {
        /// The key.
        key: String,
        /// The keys that there are in its place.
        known: &'static [&'static str],
    },
    /// The value is of the wrong kind.
    #[error("setting `{key}` is {found}, and must be {expected}")]
    Invalid {
        /// The key.
        key: String,
        /// What it must be.
        expected: &'static str,
        /// What it is.
        found: String,
    },
    /// The value is too small or too large.
    #[error("setting `{key}` is {found}, and must be {range}")]
    OutOfRange {
        /// The key.
        key: String,
        /// What it may be.
        range: String,
        /// What it is.
        found: String,
    },
    /// The file is not in order, in the words of the one who reads its format.
    #[error("settings cannot be read: {0}")]
    Format(String),
}

fn list(keys: &[&str]) -> String {
    keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ")
}
