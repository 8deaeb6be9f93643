//! `timers` and `unconfirmed`: what entities keep beside their events. Both formats name their fields, so that they are read without types.

use crate::failure::Failure;
use crate::out::Out;
use crate::{decode, entities, name, time};
use mainstay::journal::{EntityKey, Row, SqliteLook, Table};
use serde_json::{Value, json};

/// So many are asked for at a time.
const PAGE: usize = 256;

/// How the id of the row begins that counts the messages of an entity, and is none.
const HEAD: u8 = 0;

pub(crate) fn run(look: &SqliteLook, table: Table, out: &mut Out) -> Result<(), Failure> {
    let ask = |after: Option<&EntityKey>| Ok(look.with_rows(table, after, PAGE)?);
    entities::each(ask, |key| {
        let mut after: Option<Vec<u8>> = None;
        loop {
            let page = look.rows(key, table, after.as_deref(), PAGE)?;
            let Some(last) = page.last() else { return Ok(()) };
            after = Some(last.id.clone());
            for row in &page {
                match table {
                    Table::Timer => timer(key, row, out)?,
                    Table::Outbox | Table::Seen if row.id.first() == Some(&HEAD) => {}
                    Table::Outbox | Table::Seen => message(key, row, out)?,
                }
            }
        }
    })
}

/// What is known of a timer without its type, and then the timer.
fn timer(key: &EntityKey, row: &Row, out: &mut Out) -> Result<(), Failure> {
    let mut values = decode::all(row.payload.as_deref().unwrap_or_default()).into_iter();
    let (header, payload) = (values.next().unwrap_or_default(), values.next().unwrap_or_default());
    let value = json!({ "type": **key.kind(), "id": **key.id(), "due": row.due, "timer": header, "payload": payload });
    let due = row.due.map_or_else(|| "fired".into(), |due| format!("due {}", time::utc(due)));
    out.line(&value, format_args!("{}  {}  {due}  {payload}", name::write(key), said(&header["name"])))
}

/// A message that is on its way, and to whom.
fn message(key: &EntityKey, row: &Row, out: &mut Out) -> Result<(), Failure> {
    let mut header = decode::payload(row.payload.as_deref().unwrap_or_default());
    let payload = header.as_object_mut().and_then(|header| header.remove("message")).unwrap_or_default();
    let payload = decode::bytes(&payload).map_or(payload, |bytes| decode::payload(&bytes));
    let value = json!({ "type": **key.kind(), "id": **key.id(), "delivery": header, "message": payload });
    let (name, to) = (said(&header["name"]), &header["to"]);
    out.line(&value, format_args!("{}  {name}  to {to}  {payload}", name::write(key)))
}

/// A name without quotation marks.
fn said(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), |text| text.escape_debug().to_string())
}
