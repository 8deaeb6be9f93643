//! A part of a contract's text: a line, and those below it that are set in.

/// How far lines below a first one are set in.
pub(super) const INDENT: &str = "  ";

/// One thing that was promised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Section {
    /// `event order.paid version 2`.
    pub(super) title: String,
    /// What is said of it, a line for each.
    pub(super) lines: Vec<String>,
}

impl Section {
    pub(super) fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), lines: Vec::new() }
    }

    /// What it is, by its first word: `event`.
    pub(super) fn kind(&self) -> &str {
        self.title.split(' ').next().unwrap_or_default()
    }

    /// What it is called, by its second word: `order.paid`.
    pub(super) fn name(&self) -> &str {
        self.title.split([' ', '(', ',']).nth(1).unwrap_or_default()
    }

    /// The version, where it has one.
    pub(super) fn version(&self) -> Option<u32> {
        self.title.split_once(" version ")?.1.parse().ok()
    }

    /// The lines that begin with that word, without it.
    pub(super) fn said<'a>(&'a self, word: &'a str) -> impl Iterator<Item = &'a str> {
        self.lines.iter().filter_map(move |line| line.strip_prefix(word)?.strip_prefix(' '))
    }

    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.kind() == other.kind() && self.name() == other.name()
    }
}

/// The sections of a text.
pub(super) fn parse(text: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match (line.strip_prefix(INDENT), sections.last_mut()) {
            (Some(said), Some(section)) => section.lines.push(said.into()),
            _ => sections.push(Section::new(line)),
        }
    }
    sections
}

/// The text of the sections.
pub(super) fn write(sections: &[Section]) -> String {
    let text = sections.iter().map(|Section { title, lines }| {
        let lines: String = lines.iter().flat_map(|line| [INDENT, line.as_ref(), "\n"]).collect();
        format!("{title}\n{lines}")
    });
    text.collect::<Vec<_>>().join("\n")
}
