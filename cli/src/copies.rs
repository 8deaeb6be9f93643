//! `export`, `import` and `backup`: from one store to another.

use crate::failure::Failure;
use crate::out::{Out, bar, waiting};
use mainstay::journal::{Copied, EntityKey, SqliteLook, fill};
use serde_json::json;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

pub(crate) fn export(look: &SqliteLook, only: Option<&EntityKey>, out: &mut Out) -> Result<(), Failure> {
    let bar = bar("entities", if only.is_some() { 1 } else { look.size()? });
    look.copy(only, |entry| {
        if matches!(entry, Copied::Entity { .. }) {
            bar.inc(1);
        }
        let line = serde_json::to_string(entry).map_err(|error| Failure::Output(error.into()))?;
        out.raw(line)
    })?;
    bar.finish_and_clear();
    Ok(())
}

pub(crate) fn import(dir: &Path, file: Option<&Path>, add: bool, out: &mut Out) -> Result<(), Failure> {
    let path = file.unwrap_or(Path::new("standard input"));
    let input = |source| Failure::Input { path: path.into(), source };
    let (read, bar): (Box<dyn Read>, _) = match file {
        Some(file) => {
            let file = File::open(file).map_err(input)?;
            let bar = bar("bytes", file.metadata().map_err(input)?.len());
            (Box::new(bar.wrap_read(file)), bar)
        }
        None => (Box::new(io::stdin()), waiting("reading standard input")),
    };
    let entries = BufReader::new(read).lines().zip(1..).map(|(text, line)| {
        let text = text.map_err(input)?;
        serde_json::from_str(&text).map_err(|error| Failure::Line { line, cause: error.to_string() })
    });
    let entities = fill(dir, add, entries)?;
    bar.finish_and_clear();
    out.line(&json!({ "entities": entities }), format_args!("{entities} entities imported"))
}

pub(crate) fn backup(look: &SqliteLook, to: &Path, out: &mut Out) -> Result<(), Failure> {
    let wait = waiting("copying the store");
    look.backup(to)?;
    wait.finish_and_clear();
    let entities = SqliteLook::open(to)?.counts()?.entities;
    let to = to.display();
    let text = format!("{entities} entities copied to {to}; to restore, open the store there");
    out.line(&json!({ "entities": entities, "to": to.to_string() }), text)
}
