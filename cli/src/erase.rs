//! `purge` and `vacuum`: so that nothing of an entity is left in the directory.

use crate::failure::Failure;
use crate::out::{Out, waiting};
use mainstay::journal::{EntityKey, erase};
use serde_json::json;
use std::path::Path;

pub(crate) fn purge(dir: &Path, entities: &[EntityKey], out: &mut Out) -> Result<(), Failure> {
    let wait = waiting("writing the store anew");
    erase(dir, entities)?;
    wait.finish_and_clear();
    let purged = entities.len();
    let text = format!("{purged} entities purged; backups and exports that were made before still have them");
    out.line(&json!({ "purged": purged }), text)
}

pub(crate) fn vacuum(dir: &Path, out: &mut Out) -> Result<(), Failure> {
    let wait = waiting("writing the store anew");
    erase(dir, &[])?;
    wait.finish_and_clear();
    out.line(&json!({ "vacuumed": true }), "the store was written anew, without what was deleted")
}
