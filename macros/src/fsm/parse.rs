//! Reading the rows: what stands in the attributes, without what it means.

mod clause;
mod delay;
mod group;
mod row;

pub(super) use clause::{Clause, Listed};
pub(super) use delay::DelayInput;
pub(super) use group::GroupInput;
pub(super) use row::{Form, OutcomeInput, RowInput};

use crate::diag::{Diagnostics, catalogue};
use crate::syntax::variants::with_commas;
use clause::{Place, clauses, is_slip};
use proc_macro2::{Span, TokenStream};
use syn::ext::IdentExt as _;
use syn::{Attribute, Expr, ExprLit, Fields, Generics, Ident, Item, ItemEnum, ItemStruct, Lit, Meta, Path, Visibility};

/// The enum as it is written.
pub(crate) struct Input {
    /// Whether it is an enum at all, and one without parameters. If not, that has been reported.
    pub(super) is_usable: bool,
    /// Whether an attribute is a slip of one of ours. The compiler reports it, for it knows no such attribute.
    pub(super) has_slips: bool,
    /// All of it.
    pub(super) tokens: TokenStream,
    pub(super) vis: Visibility,
    pub(super) enum_span: Span,
    pub(super) ident: Ident,
    pub(super) generics: Generics,
    pub(super) clauses: Vec<Clause>,
    pub(super) variants: Vec<VariantInput>,
}

/// A variant as it is written.
pub(super) struct VariantInput {
    pub(super) ident: Ident,
    /// The first line of its documentation.
    pub(super) docs: Option<String>,
    pub(super) fields: Fields,
    pub(super) clauses: Vec<Clause>,
}

/// Reads the enum.
pub(super) fn parse(item: TokenStream, diag: &mut Diagnostics) -> Option<Input> {
    let tokens = item.clone();
    let item = syn::parse2(item).or_else(|error| syn::parse2(with_commas(tokens.clone())).map_err(|_| error));
    let item: Item = diag.keep(item)?;
    let (is_usable, item) = match item {
        Item::Enum(item) => (check_generic(&item.generics, diag), item),
        Item::Struct(ItemStruct { struct_token, vis, ident, generics, .. }) => {
            diag.error(struct_token, catalogue::states_on_a_struct());
            (false, syn::parse_quote!(#vis enum #ident #generics {}))
        }
        _ => {
            diag.error(&item, catalogue::states_on_a_struct());
            return None;
        }
    };
    let ItemEnum { attrs, vis, enum_token, ident, generics, variants, .. } = item;
    let has_slips = attrs.iter().chain(variants.iter().flat_map(|variant| &variant.attrs)).any(is_slip);
    let enum_clauses = clauses(&attrs, Place::Enum, diag);
    let variants = variants.into_iter().map(|variant| {
        let of_variant = clauses(&variant.attrs, Place::Variant, diag);
        for field in &variant.fields {
            clauses(&field.attrs, Place::Field, diag);
        }
        let docs = first_doc_line(&variant.attrs);
        VariantInput { ident: variant.ident, docs, fields: variant.fields, clauses: of_variant }
    });
    let variants = variants.collect();
    Some(Input {
        is_usable,
        has_slips,
        tokens,
        vis,
        enum_span: enum_token.span,
        ident,
        generics,
        clauses: enum_clauses,
        variants,
    })
}

// A machine with parameters:
//
//     enum OrderState<T> { Open(T) }
//
fn check_generic(generics: &Generics, diag: &mut Diagnostics) -> bool {
    let Some(parameter) = generics.params.first() else { return true };
    diag.error(parameter, catalogue::generic_states());
    false
}

/// The first line of the documentation.
fn first_doc_line(attrs: &[Attribute]) -> Option<String> {
    let text = |attr: &Attribute| match &attr.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    };
    let lines: Vec<String> = attrs.iter().filter_map(text).collect();
    lines.iter().flat_map(|lines| lines.lines()).map(str::trim).find(|line| !line.is_empty()).map(str::to_owned)
}

/// Whether the path ends in a name: of `self`, `Self`, `super` and `crate` no method or variant can be called.
fn is_named(path: &Path) -> bool {
    let unnamed = ["self", "Self", "super", "crate"];
    path.segments.last().is_some_and(|last| !unnamed.iter().any(|word| last.ident == word))
}

/// A path as it is written, to be shown in a message: `commands::Pay`.
pub(super) fn words(path: &Path) -> String {
    let segments = path.segments.iter().map(|segment| segment.ident.unraw().to_string());
    segments.collect::<Vec<_>>().join("::")
}
