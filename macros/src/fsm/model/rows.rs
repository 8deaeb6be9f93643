//! What a row means.

use super::super::parse::{OutcomeInput, RowInput, words};
use super::build::{Builder, Place, last, same, seen_before};
use super::{Change, Dropped, EventType, Outcome, Row, Stored, Target};
use crate::diag::{Diagnostics, nearest};
use crate::emit::names::{derived, snake};
use proc_macro2::Span;
use syn::Path;
use syn::ext::IdentExt as _;

/// The targets that are no states.
const VERBS: &[&str] = &["stay", "reenter"];

impl Builder {
    pub(super) fn row(
        &mut self,
        input: RowInput,
        place: &Place,
        seen: &mut Vec<String>,
        diag: &mut Diagnostics,
    ) -> Option<Row> {
        let RowInput { asyncness, command, arrow, outcomes, broken } = input;
        let command = command?;
        let name = last(&command)?;
        let arrow = arrow.unwrap_or_else(|| name.span());
        let mut known: Vec<Outcome> = Vec::new();
        let mut whole = !outcomes.is_empty();
        for outcome in outcomes {
            match self.outcome(outcome, &command, place, broken, diag) {
                Some(mut outcome) => {
                    outcome.repeated = known.iter().any(|earlier| earlier.name == outcome.name);
                    known.push(outcome);
                }
                None => whole = false,
            }
        }
        let stored = match &*known {
            _ if !whole => Stored::Unknown,
            [] => Stored::Unknown,
            [only] => Stored::Event(only.event.clone()),
            _ => {
                let made = format!("{}{}{}", self.outcomes_of, place.middle, name.unraw());
                Stored::OneOf(derived(&made, arrow))
            }
        };
        let mut dropped = seen_before(seen, &name).then_some(Dropped::Repeated);
        let method = derived(&format!("{}_{}", place.prefix, snake(&name.unraw().to_string())), arrow);
        if dropped.is_none() {
            let why = format!("the command `{name}` in {}", place.shown);
            dropped = self.method(&method, &command, why);
        }
        self.command(&command, &name, asyncness);
        Some(Row { command, name, asyncness, method, arrow, outcomes: known, stored, dropped })
    }

    /// What an event of a row is and leads to. None if the event is not known.
    fn outcome(
        &mut self,
        input: OutcomeInput,
        command: &Path,
        place: &Place,
        broken: bool,
        diag: &mut Diagnostics,
    ) -> Option<Outcome> {
        let OutcomeInput { event, arrow, target } = input;
        let Some(word) = target else {
            // Of a row with one arrow, or of one that is still being typed.
            let shown = words(&event);
            let leads = self.names.iter().any(|state| event.is_ident(state)) || VERBS.contains(&&*shown);
            if leads && !broken {
                let row = format!("{} => Event => {shown}", words(command));
                diag.error(&event, format_args!("what does `{}` store on the way to `{shown}`?", words(command))).help(
                    format_args!("a row has two arrows: `{row}`; this version has no machines that store nothing"),
                );
            } else if !broken {
                let row = format!("{} => {shown} => State", words(command));
                diag.error(&event, format_args!("where does `{shown}` lead?"))
                    .help(format_args!("a row has two arrows: `{row}`; `stay` and `reenter` lead nowhere else"));
            }
            return if leads { None } else { self.event(event, None, Target::Broken, arrow) };
        };
        let target = self.target(&word, place, diag);
        self.event(event, Some(word), target, arrow)
    }

    fn event(&mut self, event: Path, word: Option<Path>, target: Target, arrow: Option<Span>) -> Option<Outcome> {
        let name = last(&event)?;
        let arrow = arrow.unwrap_or_else(|| name.span());
        match self.machine.events.iter_mut().find(|known| known.name == name) {
            Some(known) if same(&known.path, &event) => {}
            Some(known) => known.others.push(event.clone()),
            None => {
                self.machine.events.push(EventType { path: event.clone(), name: name.clone(), others: Vec::new() });
            }
        }
        Some(Outcome { event, name, arrow, word, target, contradicts: None, repeated: false })
    }

    fn target(&self, word: &Path, place: &Place, diag: &mut Diagnostics) -> Target {
        let shown = words(word);
        match &*shown {
            "stay" => return Target::Stay,
            "reenter" => return Target::Reenter,
            _ => {}
        }
        if let Some(at) = self.names.iter().position(|state| word.is_ident(state)) {
            return if place.state == Some(at) { Target::Own } else { Target::To(at) };
        }
        let is_lower = shown.chars().next().is_some_and(char::is_lowercase);
        if let Some(verb) = nearest(&shown, VERBS).filter(|_| is_lower) {
            diag.error(word, format_args!("`{shown}` is neither a state nor `stay` nor `reenter`"))
                .help(format_args!("did you mean `{verb}`?"));
            // Taken for what was meant, so that the user's method fits.
            return if verb == "stay" { Target::Stay } else { Target::Reenter };
        }
        if word.get_ident().is_none() {
            diag.error(word, "a target is the name of a state, alone");
            return Target::Broken;
        }
        Target::Unknown
    }

    /// What the events of a place do, each event once.
    pub(super) fn changes(&mut self, rows: &mut [Row], place: &Place) -> Vec<Change> {
        let mut changes: Vec<Change> = Vec::new();
        for row in rows {
            for outcome in &mut row.outcomes {
                if let Some(first) = changes.iter().find(|change| change.name == outcome.name) {
                    if first.target != outcome.target {
                        outcome.contradicts = Some(self.shown(&first.target));
                    }
                    continue;
                }
                let made = format!("{}_{}", place.prefix, snake(&outcome.name.unraw().to_string()));
                let method = derived(&made, outcome.arrow);
                let why = format!("the event `{}` in {}", outcome.name, place.shown);
                let dropped = self.method(&method, &outcome.event, why);
                changes.push(Change {
                    event: outcome.event.clone(),
                    name: outcome.name.clone(),
                    method,
                    arrow: outcome.arrow,
                    target: outcome.target.clone(),
                    dropped,
                });
            }
        }
        changes
    }

    fn shown(&self, target: &Target) -> String {
        match target {
            Target::Stay => "`stay`".into(),
            Target::Reenter | Target::Own => "`reenter`".into(),
            Target::To(state) => self.names.get(*state).map(|name| format!("`{name}`")).unwrap_or_default(),
            Target::Unknown | Target::Broken => "another place".into(),
        }
    }
}
