//! Why a command was not carried out, and what is said of it.

use mainstay::journal::{CopyError, EntityKey, OpenError, ReadError};
use mainstay::system::{LookError, StartError};
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

/// The command line, the store or the input cannot be used.
const UNUSABLE: u8 = 2;
/// Something could not be read or written.
const FAILED: u8 = 3;

#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("{0}; `verify` lists all that is wrong")]
    Read(#[from] ReadError),
    #[error(transparent)]
    Copy(CopyError),
    #[error("the store has never had {key}; `entities` lists what it has")]
    Unknown { key: EntityKey },
    #[error("{key} has no state after event {seq}: its events are {first} to {last}")]
    NoEvent { key: EntityKey, seq: u64, first: u64, last: u64 },
    #[error(
        "this program does not know the type `{kind}`: states are shown by a tool of your own that hosts it, see `mainstay_cli::Tool`"
    )]
    Unhosted { kind: String },
    #[error(
        "this program knows no types: entities are checked by a tool of your own that hosts them, see `mainstay_cli::Tool`"
    )]
    Typeless,
    #[error("there is no command `{name}`; `--help` lists those that there are")]
    NoCommand { name: String },
    #[error("the state cannot be made: {0}")]
    State(LookError),
    #[error(transparent)]
    Hosting(StartError),
    #[error("the program cannot be set up: {0}")]
    Runtime(io::Error),
    #[error("{} cannot be read: {source}", path.display())]
    Input { path: PathBuf, source: io::Error },
    #[error("line {line} is not what `export` writes, and nothing was imported: {cause}")]
    Line { line: u64, cause: String },
    #[error("standard output cannot be written: {0}")]
    Output(io::Error),
    /// Whoever read the output has enough.
    #[error("nobody reads the output")]
    Hungup,
}

impl Failure {
    /// What the user is told, in one line. Nothing, if nobody listens.
    pub(crate) fn line(&self) -> Option<String> {
        (!matches!(self, Self::Hungup)).then(|| format!("mainstay: {self}").replace(['\n', '\r'], " "))
    }

    pub(crate) fn code(&self) -> ExitCode {
        match self {
            Self::Hungup => ExitCode::SUCCESS,
            Self::Read(_)
            | Self::State(_)
            | Self::Runtime(_)
            | Self::Output(_)
            | Self::Copy(CopyError::Read(_) | CopyError::Write { .. }) => FAILED.into(),
            _ => UNUSABLE.into(),
        }
    }
}

impl From<CopyError> for Failure {
    fn from(error: CopyError) -> Self {
        match error {
            CopyError::Open(error) => Self::Open(error),
            CopyError::Read(error) => Self::Read(error),
            CopyError::Unknown { key } => Self::Unknown { key },
            other => Self::Copy(other),
        }
    }
}

impl From<StartError> for Failure {
    fn from(error: StartError) -> Self {
        match error {
            StartError::Open(error) => Self::Open(error),
            StartError::Read(error) => Self::Read(error),
            other => Self::Hosting(other),
        }
    }
}

impl From<LookError> for Failure {
    fn from(error: LookError) -> Self {
        match error {
            LookError::Unhosted { kind } => Self::Unhosted { kind },
            other => Self::State(other),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Self::Hungup } else { Self::Output(error) }
    }
}
