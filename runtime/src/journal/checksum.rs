//! The checksum of a record.

use super::record::{CommandId, EntityKey};
use crc32fast::Hasher;

/// Everything that is stored of one event, or of a snapshot or request as if it were one, borrowed from wherever it lies.
///
/// Engines compute [`checksum`](Header::checksum) when they write and compare it when they read. It covers the entity as well, so that a
/// record which turns up under another entity is found out.
///
/// ```
/// use mainstay::journal::{CommandId, EntityKey, Header};
///
/// let key = EntityKey::new("ledger", "alice")?;
/// let command = CommandId { epoch: 1, number: 7 };
/// let stored = Header { seq: 1, epoch: 1, at: 0, command, name: "opened", version: 1, codec: 1, tags: "", trace: "" };
/// assert_ne!(stored.checksum(&key, b"5"), stored.checksum(&key, b"6"));
/// # Ok::<(), mainstay::journal::InvalidId>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header<'a> {
    /// The number of the event within its entity.
    pub seq: u64,
    /// The epoch of the writer.
    pub epoch: u64,
    /// When the command was decided, in microseconds since 1970 UTC.
    pub at: i64,
    /// The command that caused the event.
    pub command: CommandId,
    /// The event's stable name.
    pub name: &'a str,
    /// The version of the event's shape.
    pub version: u32,
    /// The stored number of the codec: it may be one that this version does not know.
    pub codec: u8,
    /// The event's tags, with a space between them: see [`NewEvent::tag_text`](super::NewEvent::tag_text).
    pub tags: &'a str,
    /// The trace of the unit; empty if it has none.
    pub trace: &'a str,
}

impl Header<'_> {
    /// CRC-32 of the record of `key` that has this header and `payload`.
    ///
    /// The encoding is fixed, for it is compared with what an older version has stored: numbers in little endian, in the order of the
    /// code below, and texts and the payload each after their length, so that no two records share an encoding. Tags and trace are left out
    /// where there is neither, as in all records from before there were any.
    pub fn checksum(&self, key: &EntityKey, payload: &[u8]) -> u32 {
        let mut fixed = [0; 45];
        fixed[0..8].copy_from_slice(&self.seq.to_le_bytes());
        fixed[8..16].copy_from_slice(&self.epoch.to_le_bytes());
        fixed[16..24].copy_from_slice(&self.at.to_le_bytes());
        fixed[24..32].copy_from_slice(&self.command.epoch.to_le_bytes());
        fixed[32..40].copy_from_slice(&self.command.number.to_le_bytes());
        fixed[40..44].copy_from_slice(&self.version.to_le_bytes());
        fixed[44] = self.codec;

        let parts = [key.kind().as_bytes(), key.id().as_bytes(), self.name.as_bytes(), payload];
        let labels = [self.tags.as_bytes(), self.trace.as_bytes()];
        if labels == [b"", b""] { sum(&fixed, &[&parts]) } else { sum(&fixed, &[&parts, &labels]) }
    }
}

/// CRC-32 of a row of `key`.
#[cfg(feature = "sqlite")]
pub(super) fn of_row(key: &EntityKey, table: u8, id: &[u8], due: Option<i64>, payload: &[u8]) -> u32 {
    let mut fixed = [0; 10];
    fixed[0] = table;
    fixed[1] = u8::from(due.is_some());
    fixed[2..10].copy_from_slice(&due.unwrap_or_default().to_le_bytes());
    sum(&fixed, &[&[key.kind().as_bytes(), key.id().as_bytes(), id, payload]])
}

/// CRC-32 of what has a fixed length, and of `parts`, each after its length.
fn sum(fixed: &[u8], parts: &[&[&[u8]]]) -> u32 {
    let mut hasher = Hasher::new();
    hasher.update(fixed);
    for bytes in parts.iter().copied().flatten() {
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    }
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number itself is part of the format: a change here makes every stored record unreadable.
    #[test]
    fn the_encoding_never_changes() {
        let key = EntityKey::new("ledger", "alice").unwrap();
        let command = CommandId { epoch: 5, number: 6 };
        let header =
            Header { seq: 1, epoch: 2, at: -3, command, name: "opened", version: 4, codec: 1, tags: "", trace: "" };
        assert_eq!(header.checksum(&key, b"payload"), 0xf852_bbda);
        let labelled = Header { tags: "money vip", trace: "17", ..header };
        assert_eq!(labelled.checksum(&key, b"payload"), 0xfae7_1da7);
    }
}
