//! The fields of something that is stored, as they are written.

use super::types::display;
use crate::emit::krate::Krate;
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::ext::IdentExt as _;
use syn::{Attribute, Fields, Item, Meta, Variant};

/// What a contract says of a field.
struct Written {
    name: String,
    ty: String,
    serde: String,
}

/// `const FIELDS: &'static [Field] = &[..];`, of a struct or an enum. Nothing where it has none, or cannot be read.
pub(crate) fn constant(krate: &Krate, item: &TokenStream) -> Option<TokenStream> {
    let written = of_item(item);
    (!written.is_empty()).then(|| {
        let fields = written.iter().map(|Written { name, ty, serde }| field(krate, name, ty, serde));
        quote!(const FIELDS: &'static [#krate::entity::Field] = &[#(#fields),*];)
    })
}

/// `Field::new("amount", "u64", "default")`.
pub(crate) fn field(krate: &Krate, name: &str, ty: &str, serde: &str) -> TokenStream {
    quote!(#krate::entity::Field::new(#name, #ty, #serde))
}

/// What serde is told by these attributes, as it is written.
pub(crate) fn serde(attrs: &[Attribute]) -> String {
    let lists = attrs.iter().filter(|attr| attr.path().is_ident("serde")).filter_map(|attr| match &attr.meta {
        Meta::List(list) => Some(display(&list.tokens)),
        Meta::Path(_) | Meta::NameValue(_) => None,
    });
    lists.collect::<Vec<_>>().join(", ")
}

fn of_item(item: &TokenStream) -> Vec<Written> {
    let (attrs, fields) = match syn::parse2(item.clone()) {
        Ok(Item::Struct(item)) => (item.attrs, of_fields("", &item.fields)),
        Ok(Item::Enum(item)) => (item.attrs, item.variants.iter().flat_map(of_variant).collect()),
        _ => return Vec::new(),
    };
    let of_all = serde(&attrs);
    let of_all = (!of_all.is_empty()).then(|| Written { name: "*".into(), ty: String::new(), serde: of_all });
    of_all.into_iter().chain(fields).collect()
}

/// A variant by itself where it has no fields, or where something is said of it.
fn of_variant(variant: &Variant) -> Vec<Written> {
    let (name, serde) = (variant.ident.unraw().to_string(), serde(&variant.attrs));
    let mut written = of_fields(&format!("{name}."), &variant.fields);
    if written.is_empty() || !serde.is_empty() {
        written.insert(0, Written { name, ty: String::new(), serde });
    }
    written
}

fn of_fields(before: &str, fields: &Fields) -> Vec<Written> {
    let named = fields.iter().enumerate().map(|(at, field)| {
        let name = field.ident.as_ref().map_or_else(|| at.to_string(), |name| name.unraw().to_string());
        let ty = display(field.ty.to_token_stream());
        Written { name: format!("{before}{name}"), ty, serde: serde(&field.attrs) }
    });
    named.collect()
}
