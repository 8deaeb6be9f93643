//! A record as SQLite keeps it.

use crate::journal::{Codec, CommandId, EntityKey, Header, ReadError, Record};
use rusqlite::Row;
use rusqlite::types::{FromSql, FromSqlResult, ValueRef};

/// Makes a record of a row of `key` that should have the number `seq`, after checking it.
///
/// The columns are those of the table `event`, from `seq` on.
///
/// # Errors
///
/// The row has another number, or anything in it differs from what was written.
pub(super) fn record(key: &EntityKey, seq: u64, row: &Row<'_>) -> Result<Record, ReadError> {
    let corrupt = |cause: String| ReadError::Corrupt { key: key.clone(), seq, cause: cause.into() };
    let found: u64 = unsigned(row, 0).map_err(corrupt)?;
    if found != seq {
        return Err(ReadError::Gap { key: key.clone(), expected: seq, found });
    }
    checked(key, seq, row).map_err(corrupt)
}

fn checked(key: &EntityKey, seq: u64, row: &Row<'_>) -> Result<Record, String> {
    let name = value(row, 5, |value| value.as_str())?;
    let payload = value(row, 9, |value| value.as_blob())?;
    let header = Header {
        seq,
        epoch: unsigned(row, 1)?,
        at: column(row, 2)?,
        command: CommandId { epoch: unsigned(row, 3)?, number: unsigned(row, 4)? },
        name,
        version: column(row, 6)?,
        codec: column(row, 7)?,
        tags: value(row, 10, |value| value.as_str())?,
        trace: value(row, 11, |value| value.as_str())?,
    };
    let (stored, computed) = (column::<u32>(row, 8)?, header.checksum(key, payload));
    if stored != computed {
        return Err(format!("`{name}` has checksum {computed:08x}, and {stored:08x} was written"));
    }
    let codec = Codec::from_number(header.codec)
        .ok_or_else(|| format!("`{name}` is written in codec {}, which this version does not know", header.codec))?;
    Ok(Record {
        seq,
        epoch: header.epoch,
        at: header.at,
        command: header.command,
        name: name.into(),
        version: header.version,
        codec,
        payload: payload.into(),
        tags: header.tags.split_whitespace().map(Into::into).collect(),
        trace: (!header.trace.is_empty()).then(|| header.trace.into()),
    })
}

/// A column that holds a number of ours.
pub(super) fn unsigned(row: &Row<'_>, index: usize) -> Result<u64, String> {
    let number: i64 = column(row, index)?;
    u64::try_from(number).map_err(|_| format!("column `{}` is {number}", name_of(row, index)))
}

pub(super) fn column<T: FromSql>(row: &Row<'_>, index: usize) -> Result<T, String> {
    value(row, index, T::column_result)
}

/// A column, as `take` understands it.
pub(super) fn value<'a, T>(
    row: &'a Row<'_>,
    index: usize,
    take: impl FnOnce(ValueRef<'a>) -> FromSqlResult<T>,
) -> Result<T, String> {
    let value = row.get_ref(index).map_err(|error| error.to_string())?;
    take(value).map_err(|error| format!("column `{}`: {error}", name_of(row, index)))
}

fn name_of<'a>(row: &'a Row<'_>, index: usize) -> &'a str {
    row.as_ref().column_name(index).unwrap_or("?")
}
