//! A file as somebody has it in his editor.

use std::path::Path;

/// Where the cursor is in a text.
const CURSOR: &str = "$0";

/// A file of a fixture, changed, perhaps with the cursor in it.
#[derive(Clone, Debug)]
#[must_use]
pub struct Page {
    pub(crate) file: &'static str,
    text: String,
}

impl Page {
    /// The file as it is on disk, in the folder `src` of a fixture: `fixtures/<fixture>`.
    pub fn of(fixture: &str, file: &'static str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(fixture).join("src").join(file);
        let text = std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        Self { file, text }
    }

    /// With `new`, which may have the cursor `$0` in it, in the place of `old`.
    pub fn with(&self, old: &str, new: &str) -> Self {
        assert_eq!(self.text.matches(old).count(), 1, "`{old}` stands once in {}", self.file);
        Self { file: self.file, text: self.text.replace(old, new) }
    }

    /// With the cursor at the beginning of `word`, in the one place where it stands `after` something.
    pub fn at(&self, after: &str, word: &str) -> Self {
        self.with(&format!("{after}{word}"), &format!("{after}{CURSOR}{word}"))
    }

    /// The same file with another text.
    pub fn after(&self, text: &str) -> Self {
        Self { file: self.file, text: text.to_owned() }
    }

    /// The text without the cursor.
    pub fn text(&self) -> String {
        self.text.replace(CURSOR, "")
    }

    /// Line and column of the cursor, from zero.
    pub fn cursor(&self) -> Option<(usize, usize)> {
        let before = &self.text[..self.text.find(CURSOR)?];
        let line = before.matches('\n').count();
        let column = before.len() - before.rfind('\n').map_or(0, |newline| newline + 1);
        Some((line, column))
    }
}
