//! An entity as it is named on the command line.

use mainstay::journal::EntityKey;

/// Reads `TYPE/ID`. Whatever comes after the first slash is the id.
pub(crate) fn read(text: &str) -> Result<EntityKey, String> {
    let (kind, id) = text.split_once('/').ok_or("an entity is written TYPE/ID")?;
    EntityKey::new(kind, id).map_err(|error| error.to_string())
}

/// Writes `TYPE/ID`, with what would disturb a terminal escaped.
pub(crate) fn write(key: &EntityKey) -> String {
    format!("{}/{}", key.kind().escape_debug(), key.id().escape_debug())
}
