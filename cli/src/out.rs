//! Standard output: for people, or for programs.

use crate::failure::Failure;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use std::fmt::Display;
use std::io::{BufWriter, Stdout, Write, stdout};
use std::time::Duration;

/// So often a work of unknown length shows that it goes on.
const TICK: Duration = Duration::from_millis(100);

#[derive(Debug)]
pub(crate) struct Out {
    json: bool,
    stdout: BufWriter<Stdout>,
}

impl Out {
    pub(crate) fn new(json: bool) -> Self {
        Self { json, stdout: BufWriter::new(stdout()) }
    }

    /// One line: `value` for programs, `text` for people.
    pub(crate) fn line(&mut self, value: &Value, text: impl Display) -> Result<(), Failure> {
        if self.json {
            return self.raw(value);
        }
        self.raw(text)
    }

    /// One line that is the same for both.
    pub(crate) fn raw(&mut self, text: impl Display) -> Result<(), Failure> {
        Ok(writeln!(self.stdout, "{text}")?)
    }

    /// Tells people how the list goes on, beside the output.
    pub(crate) fn more(&self, how: impl Display) {
        if !self.json {
            eprintln!("there may be more: {how}");
        }
    }

    /// A whole text, which for programs is the field `what` of one object.
    pub(crate) fn text(&mut self, what: &str, text: &[u8]) -> Result<(), Failure> {
        if self.json {
            return self.raw(json!({ what: String::from_utf8_lossy(text) }));
        }
        Ok(self.stdout.write_all(text)?)
    }

    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.stdout.flush()?)
    }
}

/// Shows how far a long work is, if standard error is a terminal.
pub(crate) fn bar(what: &'static str, length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length);
    match ProgressStyle::with_template(&format!("{{bar:40}} {{pos}}/{{len}} {what}, {{eta}} left")) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Shows that a work goes on whose length nobody knows, if standard error is a terminal.
pub(crate) fn waiting(what: &'static str) -> ProgressBar {
    let bar = ProgressBar::new_spinner().with_message(what);
    bar.enable_steady_tick(TICK);
    bar
}
