//! From what stands in the source to what it means.

mod clauses;
mod options;
mod rows;

use super::super::parse::{Clause, Form, Input, VariantInput};
use super::{Command, Dropped, Kind, Machine, Method, Model, Own, Query};
use crate::diag::Diagnostics;
use crate::emit::fresh::Fresh;
use crate::emit::krate::Krate;
use crate::emit::names::{derived, snake};
use options::Options;
pub(crate) use options::for_editors;
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::{Ident, Path, parse_quote};

/// Builds the machine.
pub(crate) fn build(input: Input, diag: &mut Diagnostics) -> Model {
    let Input { is_usable, has_slips, tokens, vis, enum_span, ident, generics, clauses, variants } = input;
    if !is_usable {
        return Model::Unusable { krate: Krate::default(), ident, generics };
    }
    let kind = kind(&clauses, &variants);
    let Some(options) = options::read(&ident, &clauses, kind, diag) else {
        return Model::Unusable { krate: Krate::default(), ident, generics };
    };
    let Options { data, name, removed, krate, unhandled, allows } = options;
    let machine = last(&data).map_or_else(|| ident.clone(), |name| name.unraw());
    let mut builder = Builder {
        machine: Machine {
            has_slips,
            source: tokens.clone(),
            kind,
            krate,
            vis,
            enum_span,
            handle: derived(&format!("{machine}Ref"), enum_span),
            flow: derived(&format!("{machine}Flow"), enum_span),
            ident,
            data,
            name,
            removed,
            unhandled,
            allows,
            initial: variants.iter().position(is_initial).unwrap_or(0),
            states: Vec::new(),
            groups: Vec::new(),
            otherwise: Vec::new(),
            otherwise_changes: Vec::new(),
            queries: Vec::new(),
            on_stop: None,
            commands: Vec::new(),
            events: Vec::new(),
            own: own(tokens),
            methods: Vec::new(),
        },
        outcomes_of: machine.to_string(),
        names: variants.iter().map(|variant| variant.ident.clone()).collect(),
    };
    builder.enum_clauses(clauses, diag);
    for (at, variant) in variants.into_iter().enumerate() {
        builder.variant(at, variant, diag);
    }
    builder.elapsed();
    let Machine { queries, commands, .. } = &mut builder.machine;
    for query in queries.iter_mut().filter(|query| query.dropped.is_none()) {
        query.dropped = commands.iter().any(|command| command.name == query.name).then_some(Dropped::HasRows);
    }
    Model::Machine(Box::new(builder.machine))
}

/// Names that the enum and its rows do not use.
fn own(tokens: TokenStream) -> Own {
    let mut fresh = Fresh::default();
    fresh.take(tokens);
    let mut name = |name| fresh.name(name, Span::call_site());
    Own {
        inbox: name("Inbox"),
        state_name: name("StateName"),
        permitted: name("Permitted"),
        subscribe: name("Subscribe"),
        elapsed: name("Elapsed"),
        later: name("Later"),
        any_event: name("AnyEvent"),
        written: name("Written"),
        recovered: name("Recovered"),
        names: name("NAMES"),
        deadline: name("Deadline"),
        enter: name("enter"),
        leave: name("leave"),
    }
}

/// Whether the rows store events: as soon as one row has two arrows, those with one are mistakes.
fn kind(clauses: &[Clause], variants: &[VariantInput]) -> Kind {
    let inner = clauses.iter().flat_map(|clause| match clause {
        Clause::Group(group) => &*group.clauses,
        _ => &[],
    });
    let all = clauses.iter().chain(inner).chain(variants.iter().flat_map(|variant| &variant.clauses));
    let outcomes = all.filter_map(|clause| match clause {
        Clause::Row(row) => Some(&row.outcomes),
        _ => None,
    });
    let outcomes: Vec<_> = outcomes.flatten().collect();
    let leads = |path: &Path| {
        rows::VERBS.iter().any(|verb| path.is_ident(verb)) || variants.iter().any(|state| path.is_ident(&state.ident))
    };
    let stores = outcomes.iter().any(|outcome| outcome.arrow.is_some());
    if !stores && outcomes.iter().any(|outcome| leads(&outcome.first)) { Kind::Volatile } else { Kind::Persistent }
}

fn is_initial(variant: &VariantInput) -> bool {
    variant.clauses.iter().any(|clause| matches!(clause, Clause::Initial(_)))
}

/// The machine so far.
struct Builder {
    machine: Machine,
    /// What the names of outcome enums begin with.
    outcomes_of: String,
    /// The names of all states.
    names: Vec<Ident>,
}

/// A place that rows stand in.
struct Place {
    /// What method names begin with.
    prefix: String,
    /// What the names of outcome enums have in their middle.
    middle: String,
    /// How a message says where it is.
    shown: String,
    /// The number of the state, for rows of a state.
    state: Option<usize>,
}

impl Builder {
    fn query(&mut self, command: Path) {
        let Some(name) = last(&command) else { return };
        let method = derived(&snake(&name.unraw().to_string()), name.span());
        let repeated = self.machine.queries.iter().any(|earlier| earlier.name == name);
        let dropped = if repeated {
            Some(Dropped::Repeated)
        } else {
            self.method(&method, &command, format!("the query `{name}`"))
        };
        self.machine.queries.push(Query { command, name, method, dropped });
    }

    /// Takes note of a method, which is dropped if there is one of that name.
    fn method(&mut self, name: &Ident, word: &Path, why: String) -> Option<Dropped> {
        let initial = self.machine.initial;
        let taken_by = match self.machine.methods.iter().find(|earlier| earlier.name == *name) {
            Some(earlier) => Some(earlier.why.clone()),
            None if name == "initial" && self.names.get(initial).is_some() => Some("the first state".to_owned()),
            None => None,
        };
        let dropped = taken_by.is_some().then_some(Dropped::NameTaken);
        self.machine.methods.push(Method { name: name.clone(), word: word.clone(), why, taken_by });
        dropped
    }

    /// All deadlines come to the machine as one message.
    fn elapsed(&mut self) {
        let deadlines: Vec<_> = self.machine.rows().filter(|row| row.form.is_deadline()).collect();
        if self.machine.kind == Kind::Volatile || deadlines.is_empty() {
            return;
        }
        let asyncness = deadlines.iter().any(|row| row.asyncness);
        let krate = &self.machine.krate;
        let (path, name) = (parse_quote!(#krate::fsm::Elapsed), self.machine.own.elapsed.clone());
        self.command(Form::After, &path, &name, asyncness);
    }

    fn command(&mut self, form: Form, path: &Path, name: &Ident, asyncness: bool) {
        match self.machine.commands.iter_mut().find(|known| known.name == *name) {
            Some(known) => {
                known.asyncness |= asyncness;
                if !same(&known.path, path) {
                    known.others.push(path.clone());
                }
            }
            None => self.machine.commands.push(Command {
                path: path.clone(),
                name: name.clone(),
                form,
                asyncness,
                others: Vec::new(),
            }),
        }
    }
}

/// The name of a type.
fn last(path: &Path) -> Option<Ident> {
    path.segments.last().map(|segment| segment.ident.clone())
}

/// Whether both are written in the same way.
fn same(a: &Path, b: &Path) -> bool {
    a.to_token_stream().to_string() == b.to_token_stream().to_string()
}

/// Whether `name` is there already. If not, it is now.
fn seen_before(seen: &mut Vec<String>, name: &Ident) -> bool {
    let name = name.to_string();
    let before = seen.contains(&name);
    if !before {
        seen.push(name);
    }
    before
}
