//! What a row means.

use super::super::super::parse::{DelayInput, Form, OutcomeInput, RowInput, words};
use super::super::{Change, Delay, EventType, Goal, Kind, Outcome, Row, Stored, Target};
use super::{Builder, Dropped, Place, last, same, seen_before};
use crate::diag::{Diagnostics, catalogue, nearest};
use crate::emit::names::{derived, pascal, snake};
use proc_macro2::Span;
use syn::ext::IdentExt as _;
use syn::{Ident, Path};

/// The targets that are no states.
pub(super) const VERBS: &[&str] = &["stay", "reenter"];

impl Builder {
    pub(super) fn row(
        &mut self,
        input: RowInput,
        place: &Place,
        seen: &mut Vec<String>,
        diag: &mut Diagnostics,
    ) -> Option<Row> {
        let RowInput { form, asyncness, word, delay, arrow, outcomes, broken } = input;
        let word = word?;
        let name = last(&word)?;
        let arrow = arrow.unwrap_or_else(|| name.span());
        let before = if form.is_deadline() { format!("{name}: \"..\"") } else { words(&word) };
        let mut row = Row {
            form,
            word,
            name,
            delay: None,
            asyncness,
            method: derived("_", arrow),
            arrow,
            outcomes: Vec::new(),
            goals: Vec::new(),
            stored: Stored::Unknown,
            dropped: None,
        };
        let is_whole = !outcomes.is_empty() && !broken;
        let is_whole = match self.machine.kind {
            Kind::Persistent => {
                self.outcomes(&mut row, outcomes, &before, place, broken, diag) && !row.outcomes.is_empty()
            }
            Kind::Volatile => self.goals(&mut row, outcomes, place, diag) && is_whole,
        };
        let pascal =
            if form.is_deadline() { pascal(&row.name.unraw().to_string()) } else { row.name.unraw().to_string() };
        row.stored = match &*row.outcomes {
            _ if !is_whole => Stored::Unknown,
            [] => Stored::Nothing,
            [only] => Stored::Event(only.event.clone()),
            _ => Stored::OneOf(derived(&format!("{}{}{pascal}", self.outcomes_of, place.middle), arrow)),
        };
        row.dropped = seen_before(seen, &row.name).then_some(Dropped::Repeated);
        row.method = derived(&format!("{}_{}", place.prefix, snake(&row.name.unraw().to_string())), arrow);
        if row.dropped.is_none() {
            let what = match form {
                Form::Command => "command",
                Form::Timer => "timer",
                Form::After | Form::IdleAfter => "deadline",
            };
            let why = format!("the {what} `{}` in {}", row.name, place.shown);
            row.dropped = self.method(&row.method, &row.word, why);
        }
        row.delay = delay.map(|delay| self.delay(delay, &row, place));
        let is_message = match form {
            Form::Command => true,
            Form::Timer => self.machine.kind == Kind::Persistent,
            Form::After | Form::IdleAfter => false,
        };
        if is_message {
            self.command(form, &row.word, &row.name, asyncness);
        }
        Some(row)
    }

    /// The events of a row. Whether all of them are known.
    fn outcomes(
        &mut self,
        row: &mut Row,
        inputs: Vec<OutcomeInput>,
        before: &str,
        place: &Place,
        broken: bool,
        diag: &mut Diagnostics,
    ) -> bool {
        let mut is_whole = true;
        for input in inputs {
            match self.outcome(input, before, place, broken, diag) {
                Some(mut outcome) => {
                    outcome.repeated = row.outcomes.iter().any(|earlier| earlier.name == outcome.name);
                    row.outcomes.push(outcome);
                }
                None => is_whole = false,
            }
        }
        is_whole
    }

    /// Where a row of a machine that stores nothing may lead. Whether that is known.
    fn goals(&mut self, row: &mut Row, inputs: Vec<OutcomeInput>, place: &Place, diag: &mut Diagnostics) -> bool {
        let mut is_whole = true;
        for (at, OutcomeInput { first, others, .. }) in inputs.into_iter().enumerate() {
            if at > 0 {
                diag.error(&first, catalogue::comma_between_targets(&words(&first)));
            }
            for word in std::iter::once(first).chain(others) {
                let target = self.target(&word, place, diag);
                is_whole &= !matches!(target, Target::Unknown | Target::Broken);
                let repeated = row.goals.iter().any(|earlier| same(&earlier.word, &word));
                row.goals.push(Goal { word, target, repeated });
            }
        }
        is_whole
    }

    fn delay(&mut self, input: DelayInput, row: &Row, place: &Place) -> Delay {
        match input {
            DelayInput::Fixed { text, time } => Delay::Fixed { text, time },
            DelayInput::Constant(path) => Delay::Constant(path),
            DelayInput::Method => {
                let name = derived(&format!("{}_after", row.method.unraw()), row.arrow);
                let why = format!("the delay of `{}` in {}", row.name, place.shown);
                let dropped = row.dropped.or_else(|| self.method(&name, &row.word, why));
                Delay::Method { name, dropped }
            }
            DelayInput::Broken => Delay::Broken,
        }
    }

    /// What an event of a row is and leads to. None if the event is not known.
    fn outcome(
        &mut self,
        input: OutcomeInput,
        before: &str,
        place: &Place,
        broken: bool,
        diag: &mut Diagnostics,
    ) -> Option<Outcome> {
        let OutcomeInput { first: event, others, arrow, target } = input;
        let shown = words(&event);
        let leads = self.names.iter().any(|state| event.is_ident(state)) || VERBS.contains(&&*shown);
        if leads && target.is_none() {
            if !broken {
                let row = format!("{before} => Event => {shown}");
                diag.error(&event, catalogue::one_arrow_to_a_state(&before, &shown, &row));
            }
            return None;
        }
        if let Some(other) = others.first() {
            if !broken {
                diag.error(other, catalogue::alternatives_of_an_event());
            }
            return self.event(event, None, Target::Broken, arrow);
        }
        let Some(word) = target else {
            // Of a row with one arrow, or of one that is still being typed.
            if !broken {
                let row = format!("{before} => {shown} => State");
                diag.error(&event, catalogue::one_arrow_to_an_event(&shown, &row));
            }
            return self.event(event, None, Target::Broken, arrow);
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
        if let Some(target) = word.get_ident().and_then(|state| self.state(state, place)) {
            return target;
        }
        let is_lower = shown.chars().next().is_some_and(char::is_lowercase);
        if let Some(verb) = nearest(&shown, VERBS).filter(|_| is_lower) {
            diag.error(word, catalogue::near_miss_verb(&shown, &verb));
            // Taken for what was meant, so that the user's method fits.
            return if verb == "stay" { Target::Stay } else { Target::Reenter };
        }
        if word.get_ident().is_none() {
            diag.error(word, catalogue::path_as_target());
            // Taken for the state at its end, so that the user's method fits.
            return last(word).and_then(|state| self.state(&state, place)).unwrap_or(Target::Broken);
        }
        Target::Unknown
    }

    fn state(&self, name: &Ident, place: &Place) -> Option<Target> {
        let at = self.names.iter().position(|state| state == name)?;
        Some(if place.state == Some(at) { Target::Own } else { Target::To(at) })
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
