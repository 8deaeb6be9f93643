//! The log: read and checked whole, before anything is stored.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};

/// What one row says happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// `Confirmation of receipt`.
    Register,
    /// `T02` to `T20`.
    Step(u8),
}

/// One case with its rows in order. The number of a row is its place here, from 1.
#[derive(Debug)]
pub struct Case {
    pub id: String,
    pub rows: Vec<Activity>,
}

/// What is wrong with a log: one line that names file, line and reason.
#[derive(Debug, thiserror::Error)]
#[error("{}{}: {reason}", .file.display(), Line(*.line))]
pub struct BadLog {
    file: PathBuf,
    line: Option<u64>,
    reason: String,
}

struct Line(Option<u64>);

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |line| write!(f, ":{line}"))
    }
}

/// A made-up log of a few cases, for a first look.
const SAMPLE: &str = include_str!("sample.csv");

/// Reads the log in `file`, or the sample.
pub fn read(file: Option<&Path>) -> Result<Vec<Case>, BadLog> {
    let Some(file) = file else { return parse(Path::new("sample.csv"), SAMPLE.as_bytes()) };
    let text = std::fs::read(file).map_err(|error| BadLog {
        file: file.into(),
        line: None,
        reason: format!("cannot be read: {error}"),
    })?;
    parse(file, &text)
}

fn parse(file: &Path, text: &[u8]) -> Result<Vec<Case>, BadLog> {
    let bad = |line, reason: String| BadLog { file: file.into(), line, reason };
    let mut csv = csv::Reader::from_reader(text);
    let header = csv.headers().map_err(|error| bad(Some(1), error.to_string()))?.clone();
    let column = |name: &str| {
        let missing =
            || bad(Some(1), format!("there is no column `{name}`; `case`, `activity` and `timestamp` are needed"));
        header.iter().position(|known| known.trim() == name).ok_or_else(missing)
    };
    let (case, activity, _) = (column("case")?, column("activity")?, column("timestamp")?);

    let mut cases: Vec<Case> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for row in csv.records() {
        let row = row.map_err(|error| bad(error.position().map(csv::Position::line), reason(&error)))?;
        let line = row.position().map(csv::Position::line);
        let id = row.get(case).unwrap_or_default().trim();
        if id.is_empty() {
            return Err(bad(line, "the case is empty".into()));
        }
        if id.len() > mainstay::journal::MAX_ID_BYTES {
            return Err(bad(line, format!("the case has {} bytes, and at most 255 are possible", id.len())));
        }
        let text = row.get(activity).unwrap_or_default();
        let activity = Activity::parse(text).ok_or_else(|| {
            bad(line, format!("unknown activity `{text}`: `Confirmation of receipt` and `T02` to `T20` are known"))
        })?;
        let at = *known.entry(id.to_owned()).or_insert_with(|| {
            cases.push(Case { id: id.to_owned(), rows: Vec::new() });
            cases.len() - 1
        });
        if let Some(case) = cases.get_mut(at) {
            case.rows.push(activity);
        }
    }
    Ok(cases)
}

/// What is wrong with a row, without its place, which is said before it.
fn reason(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("the row has {len} fields, and the header {expected_len}")
        }
        csv::ErrorKind::Utf8 { err, .. } => format!("the row is not UTF-8: {err}"),
        _ => error.to_string(),
    }
}

impl Activity {
    /// The code is the first word, cut at a `-`: `T07-1 Draft ..` is `T07`.
    fn parse(text: &str) -> Option<Self> {
        if text.trim() == "Confirmation of receipt" {
            return Some(Self::Register);
        }
        let code = text.split_whitespace().next()?.split('-').next()?;
        let digits =
            code.strip_prefix('T').filter(|digits| digits.len() == 2 && digits.bytes().all(|b| b.is_ascii_digit()));
        digits?.parse().ok().filter(|number| (2..=20).contains(number)).map(Self::Step)
    }
}
