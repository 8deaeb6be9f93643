//! `entities`: which there are.

use crate::args::Page;
use crate::failure::Failure;
use crate::name;
use crate::out::Out;
use mainstay::journal::{EntityKey, Known, SqliteLook};
use serde_json::{Value, json};

pub(crate) fn run(look: &SqliteLook, kind: Option<&str>, page: &Page, out: &mut Out) -> Result<(), Failure> {
    let found = look.entities(kind, page.after.as_ref(), page.limit)?;
    for known in &found {
        out.line(&value(known), text(known))?;
    }
    if let Some(last) = found.last().filter(|_| found.len() == page.limit) {
        out.more(format_args!("go on with --after {}", name::write(&last.key)));
    }
    Ok(())
}

/// An entity for programs.
pub(crate) fn value(known: &Known) -> Value {
    let Known { key, last, epoch, deleted, origin, is_purged } = known;
    json!({
        "type": **key.kind(), "id": **key.id(), "last": last, "epoch": epoch,
        "deleted": deleted, "origin": origin, "purged": is_purged,
    })
}

/// An entity for people.
pub(crate) fn text(known: &Known) -> String {
    let Known { key, last, epoch, deleted, is_purged, .. } = known;
    let name = name::write(key);
    match (is_purged, deleted) {
        (true, _) => format!("{name}  purged after event {last}"),
        (false, 0) => format!("{name}  last event {last}, epoch {epoch}"),
        (false, deleted) => format!("{name}  last event {last}, epoch {epoch}, deleted up to {deleted}"),
    }
}

/// Every page of the entities that `ask` gives.
pub(crate) fn each(
    mut ask: impl FnMut(Option<&EntityKey>) -> Result<Vec<EntityKey>, Failure>,
    mut take: impl FnMut(&EntityKey) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut after = None;
    loop {
        let page = ask(after.as_ref())?;
        page.iter().try_for_each(&mut take)?;
        let Some(last) = page.into_iter().last() else { return Ok(()) };
        after = Some(last);
    }
}
