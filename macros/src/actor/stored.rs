//! What `#[actor(persistent = ..)]` stores: its name, when a snapshot is taken, and which fields are in one.

use super::deliveries::{self, Deliveries};
use crate::diag::{Diagnostics, catalogue, nearest};
use crate::emit::fresh::Fresh;
use crate::emit::krate::Krate;
use crate::syntax::args::{Arg, Args};
use crate::syntax::attrs::last_name;
use crate::syntax::duration::{constant, duration};
use crate::syntax::fields::{field as described, serde as serde_of};
use crate::syntax::stored::check_name;
use crate::syntax::types::display;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, format_ident, quote};
use std::time::Duration;
use syn::ext::IdentExt as _;
use syn::{Attribute, Expr, Ident, ItemStruct, LitInt, LitStr, Member, Type};

/// Those options of `#[actor]` that only a persistent one has.
pub(super) const KEYS: [&str; 5] = ["persistent", "snapshot_every", "snapshot_version", "passivate_after", "removed"];

/// Those that only an actor in memory has.
const IN_MEMORY: [&str; 3] = ["on_failure", "strategy", "intensity"];

/// What a persistent actor's attribute says.
pub(super) struct Stored {
    /// `None` if it is missing, which has been reported.
    name: Option<LitStr>,
    removed: Vec<LitStr>,
    every: Option<LitInt>,
    version: Option<LitInt>,
    passivate_after: Option<PassivateAfter>,
    pub(super) deliveries: Deliveries,
}

enum PassivateAfter {
    Idle(Duration),
    Never,
}

/// One field of the struct.
pub(crate) struct Field {
    member: Member,
    ty: Type,
    /// `#[cfg(..)]` and `#[serde(..)]`, which hold for what is stored of the field too.
    attrs: Vec<Attribute>,
    volatile: Option<Attribute>,
}

/// Whether an attribute on a field is ours, or something that only a slip of the pen keeps from being it.
pub(super) fn is_helper(name: &str) -> bool {
    nearest(name, &["volatile"]).is_some()
}

impl Stored {
    /// Reads the options; `None` for an actor in memory.
    pub(super) fn parse(args: &Args, diag: &mut Diagnostics) -> Option<Self> {
        let Some(persistent) = args.get("persistent") else {
            for arg in KEYS.iter().chain(&deliveries::KEYS).filter_map(|key| args.get(key)) {
                let key = &arg.key;
                diag.error(key, catalogue::option_of_what_is_stored(&key));
            }
            return None;
        };
        for arg in IN_MEMORY.iter().filter_map(|key| args.get(key)) {
            let key = &arg.key;
            diag.error(key, catalogue::option_in_memory(&key));
        }
        if let Some(arg) = args.get("stash") {
            diag.error(&arg.key, catalogue::stash());
        }
        Some(Self {
            name: persistent.value("persistent = \"ledger\"", diag),
            removed: args.get("removed").map(|arg| arg.strings("removed(\"ledger.old\")", diag)).unwrap_or_default(),
            every: args.get("snapshot_every").and_then(|arg| number(arg, "snapshot_every = 1_000", diag)),
            version: args.get("snapshot_version").and_then(|arg| number(arg, "snapshot_version = 2", diag)),
            passivate_after: args.get("passivate_after").and_then(|arg| passivate_after(arg, diag)),
            deliveries: Deliveries::parse(args, diag),
        })
    }

    pub(super) fn check(&self, diag: &mut Diagnostics) {
        if let Some(name) = &self.name {
            check_name(name, "ledger", diag);
        }
        for name in &self.removed {
            check_name(name, "ledger.old", diag);
        }
    }

    /// `impl Stored for Ledger`, and what its snapshots are if any are taken.
    pub(super) fn expand(&self, krate: &Krate, actor: &Ident, fields: &[Field]) -> TokenStream {
        let Self { name, removed, every, version, passivate_after, deliveries: _ } = self;
        let entity = quote!(#krate::entity);
        let name = name.as_ref().map_or_else(|| quote!(""), |name| quote!(#name));
        let removed = (!removed.is_empty())
            .then(|| quote!(const REMOVED: &'static [&'static ::core::primitive::str] = &[#(#removed),*];));
        let some = quote!(::core::option::Option::Some);
        let every_const = every
            .as_ref()
            .map(|every| quote!(const SNAPSHOT_EVERY: ::core::option::Option<::core::primitive::u64> = #some(#every);));
        let takes_snapshots = every.is_some() || version.is_some();
        let version = version.as_ref().map_or_else(|| quote!(1), |version| quote!(#version));
        let shape = takes_snapshots.then(|| {
            let ty = quote!(#entity::SnapshotShape);
            quote!(const SNAPSHOT: ::core::option::Option<#ty> = #some(#ty { name: Self::KIND, version: #version });)
        });
        let passivate_after = passivate_after.as_ref().map(|after| {
            let after = match after {
                PassivateAfter::Idle(time) => {
                    let time = constant(*time);
                    quote!(Idle(#time))
                }
                PassivateAfter::Never => quote!(Never),
            };
            let ty = quote!(#entity::PassivateAfter);
            quote!(const PASSIVATE_AFTER: ::core::option::Option<#ty> = #some(#ty::#after);)
        });
        let constants = quote! {
            const KIND: &'static ::core::primitive::str = #name;
            #removed
            #every_const
            #shape
            #passivate_after
        };
        if !takes_snapshots {
            return quote! {
                #[automatically_derived]
                impl #entity::Stored for #actor {
                    #constants
                    type Snapshot = ();
                }
            };
        }
        let Snapshot { items, ty } = snapshot(krate, actor, fields, &TokenStream::new());
        quote! {
            const _: () = {
                #items

                #[automatically_derived]
                impl #entity::Stored for #actor {
                    #constants
                    type Snapshot = #ty;
                }
            };
        }
    }
}

/// What a snapshot needs.
pub(crate) struct Snapshot {
    /// What is written, which lends the fields; what is read, which owns them; and how the actor becomes the one, and is made of the other.
    pub(crate) items: TokenStream,
    /// What is read.
    pub(crate) ty: Ident,
}

/// The snapshot of the fields that are stored. Names in `beside` are taken by what stands next to it.
pub(crate) fn snapshot(krate: &Krate, actor: &Ident, fields: &[Field], beside: &TokenStream) -> Snapshot {
    let fields: Vec<_> = fields.iter().filter(|field| field.volatile.is_none()).collect();
    let mut fresh = Fresh::default();
    fresh.take(beside);
    for field in &fields {
        fresh.take(&field.ty);
    }
    let written = fresh.name("Snapshot", Span::call_site());
    // Where the actor is: that a field cannot be stored is reported there.
    let read = fresh.name("Restored", actor.span());
    // A struct without fields has nothing that it could lend.
    let lifetime = (!fields.is_empty()).then(|| quote!(<'a>));
    let serde = quote!(#krate::__private::serde);
    let serde_path = display(&serde);
    let attrs: Vec<_> = fields.iter().map(|Field { attrs, .. }| quote!(#(#attrs)*)).collect();
    let cfgs: Vec<_> = fields.iter().map(|field| field.cfg()).collect();
    let names: Vec<_> = fields.iter().map(|field| field.stored_name()).collect();
    let members: Vec<_> = fields.iter().map(|field| &field.member).collect();
    let types: Vec<_> = fields.iter().map(|field| &field.ty).collect();
    // What the compiler does not check before it is used, so that a field that cannot be stored is one error. One that tells serde how it is
    // written, or that is not always there, is left to serde.
    let plain: Vec<_> = fields.iter().filter(|field| field.attrs.is_empty()).map(|field| &field.ty).collect();
    let kept = quote!(#krate::__private::KeptField);
    // serde reads its bounds out of a string.
    let bound = plain.iter().map(|ty| format!("for<'b> {}: {}<'b>", display(ty), display(&kept)));
    let bound = bound.collect::<Vec<_>>().join(", ");
    let puts = fields.iter().zip(names.iter().zip(&members)).map(|(field, (name, member))| {
        let put = quote!(actor.#member = #name;);
        // An attribute may stand on a block, and not on an assignment.
        let cfg = field.cfg();
        if cfg.is_empty() { put } else { quote!(#cfg { #put }) }
    });
    let field_constants = (!fields.is_empty()).then(|| {
        let of_field = |(field, name): (&&Field, &Ident)| {
            let cfg = field.cfg();
            let field = described(krate, &name.unraw().to_string(), &display(&field.ty), &serde_of(&field.attrs));
            quote!(#cfg #field)
        };
        let described = fields.iter().zip(&names).map(of_field);
        quote!(const FIELDS: &'static [#krate::entity::Field] = &[#(#described),*];)
    });
    let mutable = (!fields.is_empty()).then(|| quote!(mut));
    let result = quote!(::core::result::Result);
    let items = quote! {
        #[derive(#serde::Serialize)]
        #[serde(crate = #serde_path, bound = #bound)]
        struct #written #lifetime {
            #(#attrs #names: &'a #types,)*
        }

        #[derive(#serde::Deserialize)]
        #[serde(crate = #serde_path, bound = #bound)]
        pub struct #read {
            #(#attrs #names: #types,)*
        }

        #[automatically_derived]
        impl #krate::entity::SnapshotOf<#actor> for #read
        where
            #(for<'b> #plain: #kept<'b>,)*
        {
            #field_constants

            fn take(actor: &#actor) -> #result<::std::vec::Vec<::core::primitive::u8>, #krate::entity::UnitError> {
                #krate::entity::encode_state(&#written { #(#cfgs #names: &actor.#members,)* })
            }

            fn put_back(
                #mutable actor: #actor,
                snapshot: &[::core::primitive::u8],
            ) -> #result<#actor, #krate::entity::DecodeError> {
                let #read { #(#cfgs #names,)* } = #krate::entity::decode_state(snapshot)?;
                #(#puts)*
                #result::Ok(actor)
            }
        }
    };
    Snapshot { items, ty: read }
}

impl Field {
    /// What the field is called in a snapshot: those of a tuple have numbers for names.
    fn stored_name(&self) -> Ident {
        match &self.member {
            Member::Named(name) => name.clone(),
            Member::Unnamed(index) => format_ident!("field_{}", index.index),
        }
    }

    fn cfg(&self) -> TokenStream {
        let cfgs = self.attrs.iter().filter(|attr| attr.path().is_ident("cfg"));
        quote!(#(#cfgs)*)
    }
}

/// The fields of the struct; none if they cannot be read, which the compiler reports.
pub(crate) fn fields(item: TokenStream) -> Vec<Field> {
    let Ok(item) = syn::parse2::<ItemStruct>(item) else { return Vec::new() };
    let members: Vec<_> = item.fields.members().collect();
    let field = |(member, field): (Member, syn::Field)| {
        let volatile = field.attrs.iter().find(|attr| is_helper(&last_name(attr.path()))).cloned();
        let copied = |attr: &Attribute| ["cfg", "serde"].iter().any(|name| attr.path().is_ident(name));
        let attrs = field.attrs.into_iter().filter(copied).collect();
        Field { member, ty: field.ty, attrs, volatile }
    };
    members.into_iter().zip(item.fields).map(field).collect()
}

// Fields that are not stored, of an actor of which nothing is:
//
//     #[actor] struct Account { #[volatile] connection: Connection }
//
pub(super) fn check_volatile(fields: &[Field], stored: Option<&Stored>, diag: &mut Diagnostics) {
    for attr in fields.iter().filter_map(|field| field.volatile.as_ref()) {
        let name = last_name(attr.path());
        if name != "volatile" {
            diag.error(attr.path(), catalogue::near_miss_volatile(&name));
        } else if stored.is_none() {
            diag.error(attr, catalogue::volatile_of_an_actor_in_memory());
        } else if !attr.meta.to_token_stream().to_string().ends_with("volatile") {
            diag.error(attr, catalogue::volatile_with_options());
        }
    }
}

/// A number from 1.
pub(crate) fn number(arg: &Arg, shape: &str, diag: &mut Diagnostics) -> Option<LitInt> {
    let number: LitInt = arg.value(shape, diag)?;
    if !matches!(number.base10_parse::<u32>(), Ok(1..)) {
        let key = &arg.key;
        diag.error(&number, catalogue::bad_number(&key, &shape));
        return None;
    }
    Some(number)
}

fn passivate_after(arg: &Arg, diag: &mut Diagnostics) -> Option<PassivateAfter> {
    let shape = "passivate_after = \"120s\"` or `passivate_after = never";
    match arg.value(shape, diag)? {
        Expr::Path(path) if path.path.is_ident("never") => Some(PassivateAfter::Never),
        _ => duration(arg, shape, diag).map(PassivateAfter::Idle),
    }
}
