//! What a macro can know of a type: how it is written.

use super::attrs::last_name;
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{GenericArgument, PathArguments, ReturnType, Type};

/// The type without the invisible group that a `$t:ty` of a `macro_rules` arrives in.
pub(crate) fn ungroup(mut ty: &Type) -> &Type {
    while let Type::Group(group) = ty {
        ty = &group.elem;
    }
    ty
}

/// Whether the type is written as a `Result`, by its last segment: `io::Result<T>` is, a private alias of another name is not.
pub(crate) fn is_result(ty: &Type) -> bool {
    matches!(ungroup(ty), Type::Path(path) if last_name(&path.path) == "Result")
}

/// `T` and `E` of something written `Result<T, E>`.
pub(crate) fn result_parts(ty: &Type) -> Option<(&Type, &Type)> {
    let Type::Path(path) = ungroup(ty) else { return None };
    let PathArguments::AngleBracketed(list) = &path.path.segments.last()?.arguments else { return None };
    let mut args = list.args.iter();
    match (args.next(), args.next(), args.next()) {
        (Some(GenericArgument::Type(reply)), Some(GenericArgument::Type(refusal)), None) => Some((reply, refusal)),
        _ => None,
    }
}

/// The tokens as somebody would write them, for a message.
pub(crate) fn display(tokens: impl ToTokens) -> String {
    let spaced = tokens.into_token_stream().to_string();
    let replaced = [("& ", "&"), (" <", "<"), ("< ", "<"), (" >", ">"), (" ::", "::"), (":: ", "::"), (" ,", ",")];
    replaced.iter().fold(spaced, |text, (from, to)| text.replace(from, to))
}

/// Whether the type is `&mut Context<..>`, under whatever path.
pub(crate) fn is_context(ty: &Type) -> bool {
    match ungroup(ty) {
        Type::Reference(reference) => {
            reference.mutability.is_some()
                && matches!(ungroup(&reference.elem), Type::Path(path) if last_name(&path.path) == "Context")
        }
        _ => false,
    }
}

/// `T` and `E` of `ReplyTo<T, E>`, under whatever path; `None` if the type is not written so. What is left out is `None` too.
pub(crate) fn reply_to(ty: &Type) -> Option<(Option<&Type>, Option<&Type>)> {
    let Type::Path(path) = ungroup(ty) else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "ReplyTo")?;
    let PathArguments::AngleBracketed(args) = &last.arguments else { return Some((None, None)) };
    let mut types = args.args.iter().filter_map(|arg| match arg {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    Some((types.next(), types.next()))
}

/// The first part of the type that is borrowed for some time other than `'static`.
pub(crate) fn borrowed(ty: &Type) -> Option<TokenStream> {
    find(ty, &|ty| match ty {
        Type::Reference(reference) => {
            let is_static = reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static");
            (!is_static).then(|| ty.to_token_stream())
        }
        Type::Path(path) => path.path.segments.iter().find_map(|segment| match &segment.arguments {
            PathArguments::AngleBracketed(list) => list.args.iter().find_map(|arg| match arg {
                GenericArgument::Lifetime(lifetime) if lifetime.ident != "static" => Some(lifetime.to_token_stream()),
                _ => None,
            }),
            _ => None,
        }),
        _ => None,
    })
}

/// The first `impl Trait` in the type.
pub(crate) fn impl_trait(ty: &Type) -> Option<TokenStream> {
    find(ty, &|ty| matches!(ty, Type::ImplTrait(_)).then(|| ty.to_token_stream()))
}

/// The owned type that somebody who borrows should take: `String` for `&str`, `Vec<T>` for `&[T]`, `T` for `&T`.
pub(crate) fn owned(ty: &Type) -> TokenStream {
    let Type::Reference(reference) = ungroup(ty) else {
        return ty.to_token_stream();
    };
    match ungroup(&reference.elem) {
        Type::Path(path) if path.path.is_ident("str") => quote!(String),
        Type::Slice(slice) => {
            let elem = &slice.elem;
            quote!(Vec<#elem>)
        }
        elem => elem.to_token_stream(),
    }
}

/// The type that a function returns.
pub(crate) fn returned(output: &ReturnType) -> Option<&Type> {
    match output {
        ReturnType::Default => None,
        ReturnType::Type(_, ty) => Some(ty),
    }
}

/// The tokens with `Self` replaced by the type that it stands for, to be written where `Self` is another one.
pub(crate) fn replace_self(tokens: impl ToTokens, self_ty: &Type) -> TokenStream {
    let mut output = TokenStream::new();
    let mut tokens = tokens.into_token_stream().into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(ident) if ident == "Self" => {
                // `Account<T>::Item` is no path, `<Account<T>>::Item` is one.
                let is_path = matches!(tokens.peek(), Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
                output.extend(if is_path { quote!(<#self_ty>) } else { quote!(#self_ty) });
            }
            TokenTree::Group(group) => {
                let mut replaced = Group::new(group.delimiter(), replace_self(group.stream(), self_ty));
                replaced.set_span(group.span());
                output.extend([TokenTree::Group(replaced)]);
            }
            other => output.extend([other]),
        }
    }
    output
}

/// Walks the types inside of `ty`, itself first, until `look` finds something.
fn find(ty: &Type, look: &dyn Fn(&Type) -> Option<TokenStream>) -> Option<TokenStream> {
    let ty = ungroup(ty);
    if let Some(found) = look(ty) {
        return Some(found);
    }
    match ty {
        Type::Array(array) => find(&array.elem, look),
        Type::Paren(paren) => find(&paren.elem, look),
        Type::Ptr(pointer) => find(&pointer.elem, look),
        Type::Reference(reference) => find(&reference.elem, look),
        Type::Slice(slice) => find(&slice.elem, look),
        Type::Tuple(tuple) => tuple.elems.iter().find_map(|ty| find(ty, look)),
        Type::Path(path) => path.path.segments.iter().find_map(|segment| match &segment.arguments {
            // Not the arguments of `Fn(..)`, where a borrow is for the time of one call.
            PathArguments::AngleBracketed(list) => list.args.iter().find_map(|arg| match arg {
                GenericArgument::Type(ty) => find(ty, look),
                _ => None,
            }),
            PathArguments::None | PathArguments::Parenthesized(_) => None,
        }),
        _ => None,
    }
}
