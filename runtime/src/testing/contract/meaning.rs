//! What a change of a contract means for what is stored.

use super::section::Section;

/// What became of a contract, a line for each change of which there is something to say.
pub(super) fn meaning(old: &[Section], new: &[Section]) -> Vec<String> {
    let is_kept = |section: &Section| new.iter().any(|now| is_successor(now, section));
    let gone = old.iter().filter(|section| !is_kept(section)).filter_map(|section| gone_means(section, new));
    let changed = new.iter().flat_map(|now| match old.iter().find(|before| is_successor(now, before)) {
        Some(before) => changed_means(before, now),
        None => new_means(now, old).into_iter().collect(),
    });
    gone.chain(changed).collect()
}

/// Whether the two are the same thing, also where it had another name.
fn is_successor(now: &Section, before: &Section) -> bool {
    now.is_same(before) || now.kind() == before.kind() && now.said("alias").any(|alias| alias == before.name())
}

fn gone_means(section: &Section, new: &[Section]) -> Option<String> {
    let name = section.name();
    let is_removed = new.iter().any(|now| now.said("removed").any(|removed| removed == name));
    Some(match section.kind() {
        "event" | "stored-timer" if is_removed => {
            let kind = of(section);
            format!("{kind} is removed: those that are stored are counted, and change nothing")
        }
        "event" => format!(
            "event `{name}` is gone: an entity that has stored one cannot be recovered; say `removed(\"{name}\")`, or \
             give its name to another event as `alias`"
        ),
        "stored-timer" => format!(
            "timer `{name}` is gone: one that is set already cannot fire; say `removed(\"{name}\")`, or keep its method"
        ),
        "stored-message" => {
            format!("message `{name}` is gone: one that is under way is not taken, and its sender is told")
        }
        "snapshot" => "snapshots are gone: those that are stored are not used, and the history is read instead".into(),
        "state" => format!(
            "state `{name}` is gone: an entity that is in it, or went through it, may not be recovered; keep it as \
             `#[deprecated_state]`"
        ),
        "type" => format!("the type is not called `{name}` any more: nothing that is stored under that name is found"),
        "command" | "query" => format!("{} is gone: who calls it has to be changed", of(section)),
        _ => return None,
    })
}

fn new_means(section: &Section, old: &[Section]) -> Option<String> {
    // Of something without a contract until now, all is new.
    let is_event = !old.is_empty() && section.kind() == "event";
    is_event.then(|| {
        format!("{} is new: a program before this one cannot recover an entity that has stored one", of(section))
    })
}

fn changed_means(before: &Section, now: &Section) -> Vec<String> {
    let (what, is_snapshot) = (of(now), now.kind() == "snapshot");
    let mut means = Vec::new();
    if now.name() != before.name() {
        let old = before.name();
        means.push(format!("{what} was called `{old}`: those that are stored are read, and a program before this one cannot read new ones"));
    }
    let mut was_raised = false;
    if let (Some(old), Some(new)) = (before.version(), now.version()) {
        was_raised = new > old;
        if is_snapshot && new != old {
            means.push(format!(
                "snapshots have version {new}: those of version {old} are not used, and the history is read instead"
            ));
            return means;
        } else if was_raised {
            means.push(format!("{what} has version {new}: a program before this one cannot read it"));
        } else if new < old {
            means.push(format!("{what} has version {new}: those that are stored as version {old} cannot be read"));
        }
    }
    // What earlier versions are read as says what their fields become.
    let was_raised = was_raised && now.said("version").next().is_some();
    let gone = before.lines.iter().filter(|line| !now.lines.contains(line));
    means.extend(gone.filter_map(|line| line_gone(&what, line, now, was_raised)));
    let added = now.lines.iter().filter(|line| !before.lines.contains(line));
    means.extend(added.filter_map(|line| line_added(&what, line, before, was_raised)));
    if matches!(now.kind(), "command" | "query") && before.title != now.title {
        means.push(format!("{what} is another one now: who calls it has to be changed"));
    }
    means
}

fn line_gone(what: &str, line: &str, now: &Section, was_raised: bool) -> Option<String> {
    let (word, rest) = line.split_once(' ')?;
    match word {
        "field" => field_gone(what, rest, now, was_raised),
        "alias" => {
            Some(format!("{what} gave up its earlier name `{rest}`: those that are stored under it cannot be read"))
        }
        "removed" => Some(format!(
            "`{rest}` is not listed as removed any more: an entity that has stored one cannot be recovered"
        )),
        "row" => {
            let (cause, target) = rest.rsplit_once(" => ")?;
            let other = now.said("row").filter_map(|row| row.rsplit_once(" => ")).find(|(other, _)| *other == cause);
            Some(match other {
                Some((_, now)) => format!(
                    "{what}: `{cause}` led to `{target}` and leads to `{now}`, also in the histories that have it"
                ),
                None => format!(
                    "{what} has no row `{cause}` any more: an entity that took it cannot be recovered, unless another \
                     row of the state stores the same event"
                ),
            })
        }
        _ => None,
    }
}

fn field_gone(what: &str, field: &str, now: &Section, was_raised: bool) -> Option<String> {
    let (name, ty) = (field_name(field), field_type(field));
    if let Some(other) = now.said("field").find(|other| is_renamed(other, name)) {
        return Some(format!(
            "field `{name}` of {what} is called `{}` now, and is read under both names",
            field_name(other)
        ));
    }
    Some(match now.said("field").find(|other| field_name(other) == name).map(field_type) {
        Some(_) | None if was_raised => return None,
        Some(now) if now != ty => format!(
            "field `{name}` of {what} was `{ty}`: what is stored is read as `{now}` only if serde takes the one for the \
             other; if not, raise the version and say `from(..)`"
        ),
        Some(_) => format!("serde is told something else of field `{name}` of {what}: see what its samples become"),
        None => format!(
            "field `{name}` of {what} is gone: what is stored of it is skipped, and what is stored from now on lacks it"
        ),
    })
}

fn line_added(what: &str, line: &str, before: &Section, was_raised: bool) -> Option<String> {
    let field = line.strip_prefix("field ")?;
    let name = field_name(field);
    let is_known = before.said("field").any(|other| field_name(other) == name || is_renamed(field, field_name(other)));
    if is_known || was_raised {
        return None;
    }
    let has_default = field.split_once(", serde(").is_some_and(|(_, serde)| serde.contains("default"));
    Some(if has_default || field_type(field).starts_with("Option<") {
        format!("field `{name}` of {what} is new: what was stored before lacks it, and gets its default")
    } else {
        format!(
            "field `{name}` of {what} is new and has no default: what was stored before cannot be read; write \
             `#[serde(default)]`, or raise the version and say what it was"
        )
    })
}

/// ``event `order.paid` ``.
fn of(section: &Section) -> String {
    format!("{} `{}`", section.kind().trim_start_matches("stored-"), section.name())
}

/// Whether the field is still read under that earlier name.
fn is_renamed(field: &str, name: &str) -> bool {
    field.contains(&format!("alias = \"{name}\""))
}

/// `amount` of `amount: u64, serde(default)`.
fn field_name(field: &str) -> &str {
    field.split([':', ',']).next().unwrap_or_default()
}

/// `u64` of it.
fn field_type(field: &str) -> &str {
    let ty = field.split_once(": ").map_or("", |(_, ty)| ty);
    ty.split_once(", serde(").map_or(ty, |(ty, _)| ty)
}
