//! From the clauses of the enum, of a state and of a group to what they mean.

use super::super::super::parse::{Clause, Form, GroupInput, Listed, VariantInput};
use super::super::{Group, Hook, List, Member, Named, State};
use super::options::policy;
use super::{Builder, Place, last, seen_before};
use crate::diag::{Diagnostics, catalogue};
use crate::emit::names::{derived, snake};
use syn::ext::IdentExt as _;
use syn::{Fields, Ident, Path, Type};

impl Builder {
    pub(super) fn enum_clauses(&mut self, clauses: Vec<Clause>, diag: &mut Diagnostics) {
        let place =
            Place { prefix: "otherwise".into(), middle: "Otherwise".into(), shown: "any state".into(), state: None };
        let (mut rows, mut seen) = (Vec::new(), Vec::new());
        for clause in clauses {
            match clause {
                Clause::Row(row) => rows.extend(self.row(row, &place, &mut seen, diag)),
                Clause::Query(paths) => paths.into_iter().for_each(|path| self.query(path)),
                Clause::Group(group) => self.group(group, diag),
                Clause::OnStop(word) => self.on_stop(&word),
                _ => {}
            }
        }
        self.machine.otherwise_changes = self.changes(&mut rows, &place);
        self.machine.otherwise = rows;
    }

    pub(super) fn variant(&mut self, at: usize, variant: VariantInput, diag: &mut Diagnostics) {
        let VariantInput { ident, docs, fields, mut clauses } = variant;
        let plain = ident.unraw().to_string();
        let place = Place { prefix: snake(&plain), shown: format!("`{plain}`"), middle: plain, state: Some(at) };
        let is_unit = matches!(fields, Fields::Unit);
        let data = state_data(&ident, fields, diag);
        let group =
            self.machine.groups.iter().position(|group| {
                group.members.iter().any(|member| member.state == Some(at) && member.taken_by.is_none())
            });
        let (mut initials, mut terminal, mut deprecated, mut unhandled) = (Vec::new(), None, None, None);
        let (mut enter, mut exit) = (None, None);
        clauses.retain(|clause| {
            match clause {
                Clause::Initial(word) => initials.push(word.clone()),
                Clause::Terminal(word) => terminal = Some(word.clone()),
                Clause::Deprecated(word) => deprecated = Some(word.clone()),
                Clause::Unhandled(word) => unhandled = policy(word, diag),
                Clause::Enter(word) => self.hook(&mut enter, word, "enter", &place),
                Clause::Exit(word) => self.hook(&mut exit, word, "exit", &place),
                _ => return true,
            }
            false
        });
        let list = self.list(clauses, &place, diag);
        let is_broken = data.is_none() && !is_unit;
        self.machine.states.push(State {
            ident,
            data,
            is_broken,
            docs,
            initials,
            terminal,
            deprecated,
            enter,
            exit,
            unhandled,
            group,
            list,
        });
    }

    fn group(&mut self, group: GroupInput, diag: &mut Diagnostics) {
        let GroupInput { name, members, clauses } = group;
        let mut known: Vec<Member> = Vec::new();
        for word in members {
            let state = self.names.iter().position(|state| *state == word);
            let earlier = self.machine.groups.iter().find(|group| group.has(state));
            let taken_by = earlier.map(|group| group.name.clone());
            let taken_by = taken_by.or_else(|| known.iter().any(|member| member.word == word).then(|| name.clone()));
            known.push(Member { word, state, taken_by });
        }
        let plain = name.unraw().to_string();
        let shown = format!("the group `{plain}`");
        let place = Place { prefix: snake(&plain), shown, middle: plain, state: None };
        let list = self.list(clauses, &place, diag);
        self.machine.groups.push(Group { name, members: known, list });
    }

    /// The rows of one place.
    fn list(&mut self, clauses: Vec<Clause>, place: &Place, diag: &mut Diagnostics) -> List {
        let mut list = List::default();
        let mut seen: Vec<String> = Vec::new();
        for clause in clauses {
            match clause {
                Clause::Row(row) => list.rows.extend(self.row(row, place, &mut seen, diag)),
                Clause::Discard(paths) => {
                    list.discards.extend(paths.into_iter().filter_map(|path| self.named(path, &mut seen)));
                }
                Clause::Postpone(listed) => {
                    for listed in listed {
                        match listed {
                            Listed::Command(path) => list.postpones.extend(self.named(path, &mut seen)),
                            Listed::Rest(rest) => list.postpones_rest.push(rest),
                        }
                    }
                }
                _ => {}
            }
        }
        list.changes = self.changes(&mut list.rows, place);
        list
    }

    /// A command that is discarded or postponed.
    fn named(&mut self, command: Path, seen: &mut Vec<String>) -> Option<Named> {
        let name = last(&command)?;
        let repeated = seen_before(seen, &name);
        self.command(Form::Command, &command, &name, false);
        Some(Named { command, name, repeated })
    }

    fn hook(&mut self, hook: &mut Option<Hook>, word: &Path, what: &str, place: &Place) {
        if let Some(hook) = hook {
            return hook.repeated.push(word.clone());
        }
        *hook =
            Some(self.new_hook(word, &format!("{}_{what}", place.prefix), format!("`#[{what}]` of {}", place.shown)));
    }

    fn on_stop(&mut self, word: &Path) {
        if let Some(hook) = &mut self.machine.on_stop {
            return hook.repeated.push(word.clone());
        }
        self.machine.on_stop = Some(self.new_hook(word, "on_stop", "`#[on_stop]`".to_owned()));
    }

    fn new_hook(&mut self, word: &Path, method: &str, why: String) -> Hook {
        let at = last(word).map_or_else(proc_macro2::Span::call_site, |word| word.span());
        let method = derived(method, at);
        let dropped = self.method(&method, word, why);
        Hook { word: word.clone(), method, repeated: Vec::new(), dropped }
    }
}

/// The user's struct behind a variant.
fn state_data(ident: &Ident, fields: Fields, diag: &mut Diagnostics) -> Option<Type> {
    match fields {
        Fields::Unit => None,
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => fields.unnamed.into_iter().next().map(|field| field.ty),
        fields => {
            diag.error(&fields, catalogue::fields_in_a_variant(ident));
            None
        }
    }
}
