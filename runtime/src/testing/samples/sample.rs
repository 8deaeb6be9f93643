//! One sample: what was stored, and what it is read as.

use crate::entity::{ShapeKind, json};
use std::fmt;

/// What a sample is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Stored(ShapeKind),
    Snapshot,
}

/// What was stored, and what the program that wrote this file has read it as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sample {
    pub(super) kind: Kind,
    pub(super) name: String,
    pub(super) version: u32,
    pub(super) payload: Vec<u8>,
    /// What it was read as when that was last agreed to.
    pub(super) today: String,
}

/// The only way that payloads are written so far.
const CODEC: &str = "MessagePack";

/// So many bytes stand in a line.
const BYTES_IN_A_LINE: usize = 24;

const HEADINGS: [&str; 3] = ["payload", "bytes", "today"];

impl Kind {
    pub(super) const ALL: [Self; 4] = [
        Self::Stored(ShapeKind::Event),
        Self::Stored(ShapeKind::Timer),
        Self::Stored(ShapeKind::Message),
        Self::Snapshot,
    ];
}

impl Sample {
    /// Whether the two are of the same version of the same thing.
    pub(super) fn is_of(&self, kind: Kind, name: &str, version: u32) -> bool {
        self.kind == kind && self.name == name && self.version == version
    }

    /// The text of a file. Only the header, the bytes and what it is today are read again; the payload is there for people.
    pub(super) fn write(&self) -> String {
        let Self { kind, name, version, payload, today } = self;
        let bytes: String = payload.chunks(BYTES_IN_A_LINE).map(|line| hex(line) + "\n").collect();
        let [shown, raw, read] = HEADINGS;
        format!(
            "{kind} {name}\nversion {version}\ncodec {CODEC}\n\n{shown}\n{}\n\n{raw}\n{bytes}\n{read}\n{today}\n",
            json(payload)
        )
    }

    /// What a text says; `None` where it is no sample.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let text = text.replace("\r\n", "\n");
        let mut header = text.lines();
        let (kind, name) = header.next()?.split_once(' ')?;
        let kind = Kind::ALL.into_iter().find(|known| known.to_string() == kind)?;
        let version = header.next()?.strip_prefix("version ")?.parse().ok()?;
        header.next().filter(|line| *line == format!("codec {CODEC}"))?;
        let [_, raw, read] = HEADINGS;
        let (_, rest) = text.split_once(&format!("\n\n{raw}\n"))?;
        let (bytes, today) = rest.split_once(&format!("\n{read}\n"))?;
        let bytes = bytes.split_whitespace().map(|byte| u8::from_str_radix(byte, 16));
        Some(Self {
            kind,
            name: name.into(),
            version,
            payload: bytes.collect::<Result<_, _>>().ok()?,
            today: today.strip_suffix('\n').unwrap_or(today).into(),
        })
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stored(kind) => kind.fmt(f),
            Self::Snapshot => f.write_str("snapshot"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Sample};
    use crate::entity::ShapeKind;

    fn sample(payload: Vec<u8>) -> Sample {
        let kind = Kind::Stored(ShapeKind::Event);
        Sample { kind, name: "order.paid".into(), version: 2, payload, today: "event order.paid\n{}".into() }
    }

    #[test]
    fn v9_a_sample_is_read_as_it_was_written() {
        // Also one whose text has a heading in it, and one without bytes.
        let words = rmp_serde::to_vec_named("a\n\nbytes\nff\ntoday\n").unwrap_or_default();
        for payload in [words, Vec::new(), (0..=255).collect()] {
            let sample = sample(payload);
            assert_eq!(Sample::parse(&sample.write()).as_ref(), Some(&sample));
            assert_eq!(Sample::parse(&sample.write().replace('\n', "\r\n")), Some(sample));
        }
    }

    #[test]
    fn v9_what_is_no_sample_is_none() {
        let text = sample(vec![1, 2]).write();
        for (from, to) in [("event", "evening"), ("version 2", "version two"), ("MessagePack", "JSON"), ("01 02", "0g")]
        {
            assert_eq!(Sample::parse(&text.replacen(from, to, 1)), None, "{to}");
        }
        assert_eq!(Sample::parse(""), None);
    }
}
