//! From what stands in the source to what it means.

use super::super::parse::{Clause, Input, VariantInput, words};
use super::{Command, Discard, Dropped, Machine, Method, Model, Own, Query, State};
use crate::diag::Diagnostics;
use crate::emit::fresh::Fresh;
use crate::emit::krate::Krate;
use crate::emit::names::{derived, snake};
use crate::syntax::args::Args;
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::{Attribute, Fields, Ident, LitStr, Meta, Path, Type};

/// Builds the machine.
pub(crate) fn build(input: Input, diag: &mut Diagnostics) -> Model {
    let Input { is_usable, has_slips, tokens, vis, enum_span, ident, generics, clauses, variants } = input;
    if !is_usable {
        return Model::Unusable { krate: Krate::default(), ident, generics };
    }
    let Some((data, name, krate)) = states_attribute(&ident, &clauses, diag) else {
        return Model::Unusable { krate: Krate::default(), ident, generics };
    };
    let machine = last(&data).map_or_else(|| ident.clone(), |name| name.unraw());
    let mut builder = Builder {
        machine: Machine {
            has_slips,
            source: tokens.clone(),
            krate,
            vis,
            enum_span,
            handle: derived(&format!("{machine}Ref"), enum_span),
            flow: derived(&format!("{machine}Flow"), enum_span),
            ident,
            data,
            name,
            initial: variants.iter().position(is_initial).unwrap_or(0),
            states: Vec::new(),
            otherwise: Vec::new(),
            otherwise_changes: Vec::new(),
            queries: Vec::new(),
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
        later: name("Later"),
        any_event: name("AnyEvent"),
        written: name("Written"),
        recovered: name("Recovered"),
        names: name("NAMES"),
    }
}

fn is_initial(variant: &VariantInput) -> bool {
    variant.clauses.iter().any(|clause| matches!(clause, Clause::Initial(_)))
}

/// What `#[states(Order, name = "order")]` says.
fn states_attribute(
    ident: &Ident,
    clauses: &[Clause],
    diag: &mut Diagnostics,
) -> Option<(Path, Option<LitStr>, Krate)> {
    let of = "#[states]";
    let mut attributes = clauses.iter().filter_map(|clause| match clause {
        Clause::States(attribute) => Some(attribute),
        _ => None,
    });
    let Some(attribute) = attributes.next() else {
        diag.error(ident, format_args!("which struct is the machine of `{ident}`?"))
            .help("put `#[states(Machine, name = \"machine\")]` on the enum, below `#[derive(States)]`");
        return None;
    };
    for second in attributes {
        diag.error(second.path(), "`#[states]` is given twice");
    }
    let tokens = match &attribute.meta {
        Meta::List(list) => list.tokens.clone(),
        _ => TokenStream::new(),
    };
    let (first, args) = Args::parse_after_first(tokens, of, &["name", "crate"], diag);
    let krate = Krate::parse(&args, diag);
    let name = args.get("name").and_then(|arg| arg.value("name = \"..\"", diag));
    let Some(data) = first.clone().and_then(|first| syn::parse2(first).ok()) else {
        let at: &dyn ToTokens = match &first {
            Some(first) => first,
            None => attribute.path(),
        };
        diag.error(at, format_args!("which struct is the machine of `{ident}`?")).help(
            "write `#[states(Machine, name = \"machine\")]`, with the struct that has `#[fsm]` in place of `Machine`",
        );
        return None;
    };
    if args.get("name").is_none() && args.is_whole() {
        no_name(&data, attribute, diag);
    }
    Some((data, name, krate))
}

fn no_name(data: &Path, attribute: &Attribute, diag: &mut Diagnostics) {
    let name = words(data);
    let stored = snake(name.rsplit("::").next().unwrap_or(&name));
    // The name is not derived from the type, which somebody may rename without thinking of what is stored.
    diag.error(attribute.path(), "under which name is the machine stored?")
        .help(format_args!("write `#[states({name}, name = \"{stored}\")]`; the name must never change"));
}

/// The machine so far.
pub(super) struct Builder {
    pub(super) machine: Machine,
    /// What the names of outcome enums begin with.
    pub(super) outcomes_of: String,
    /// The names of all states.
    pub(super) names: Vec<Ident>,
}

/// A place that rows stand in.
pub(super) struct Place {
    /// What method names begin with.
    pub(super) prefix: String,
    /// What the names of outcome enums have in their middle.
    pub(super) middle: String,
    /// How a message says where it is.
    pub(super) shown: String,
    /// The number of the state, for rows of a state.
    pub(super) state: Option<usize>,
}

impl Builder {
    fn enum_clauses(&mut self, clauses: Vec<Clause>, diag: &mut Diagnostics) {
        let place =
            Place { prefix: "otherwise".into(), middle: "Otherwise".into(), shown: "any state".into(), state: None };
        let (mut rows, mut seen) = (Vec::new(), Vec::new());
        for clause in clauses {
            match clause {
                Clause::Otherwise(row) => rows.extend(self.row(row, &place, &mut seen, diag)),
                Clause::Query(paths) => paths.into_iter().for_each(|path| self.query(path)),
                _ => {}
            }
        }
        self.machine.otherwise_changes = self.changes(&mut rows, &place);
        self.machine.otherwise = rows;
    }

    fn variant(&mut self, at: usize, variant: VariantInput, diag: &mut Diagnostics) {
        let VariantInput { ident, fields, clauses } = variant;
        let plain = ident.unraw().to_string();
        let place = Place { prefix: snake(&plain), shown: format!("`{plain}`"), middle: plain, state: Some(at) };
        let is_unit = matches!(fields, Fields::Unit);
        let data = state_data(&ident, fields, diag);
        let mut state = State {
            is_broken: data.is_none() && !is_unit,
            data,
            ident,
            initials: Vec::new(),
            terminal: None,
            rows: Vec::new(),
            discards: Vec::new(),
            changes: Vec::new(),
        };
        let mut seen: Vec<String> = Vec::new();
        for clause in clauses {
            match clause {
                Clause::Initial(word) => state.initials.push(word),
                Clause::Terminal(word) => state.terminal = Some(word),
                Clause::On(row) => state.rows.extend(self.row(row, &place, &mut seen, diag)),
                Clause::Discard(paths) => {
                    for command in paths {
                        let Some(name) = last(&command) else { continue };
                        let repeated = seen_before(&mut seen, &name);
                        self.command(&command, &name, false);
                        state.discards.push(Discard { command, name, repeated });
                    }
                }
                _ => {}
            }
        }
        state.changes = self.changes(&mut state.rows, &place);
        self.machine.states.push(state);
    }

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
    pub(super) fn method(&mut self, name: &Ident, word: &Path, why: String) -> Option<Dropped> {
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

    pub(super) fn command(&mut self, path: &Path, name: &Ident, asyncness: bool) {
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
                asyncness,
                others: Vec::new(),
            }),
        }
    }
}

/// The user's struct behind a variant.
fn state_data(ident: &Ident, fields: Fields, diag: &mut Diagnostics) -> Option<Type> {
    match fields {
        Fields::Unit => None,
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => fields.unnamed.into_iter().next().map(|field| field.ty),
        fields => {
            diag.error(&fields, "a state holds one value, of a type of its own")
                .help(format_args!("put the fields into a struct and write `{ident}({ident})`"));
            None
        }
    }
}

/// The name of a type.
pub(super) fn last(path: &Path) -> Option<Ident> {
    path.segments.last().map(|segment| segment.ident.clone())
}

/// Whether both are written in the same way.
pub(super) fn same(a: &Path, b: &Path) -> bool {
    a.to_token_stream().to_string() == b.to_token_stream().to_string()
}

/// Whether `name` is there already. If not, it is now.
pub(super) fn seen_before(seen: &mut Vec<String>, name: &Ident) -> bool {
    let name = name.to_string();
    let before = seen.contains(&name);
    if !before {
        seen.push(name);
    }
    before
}
