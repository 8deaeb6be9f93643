//! The options of an attribute: `key`, `key = value` and `key(..)`, separated by commas.

use super::hidden::without;
use crate::diag::{Diagnostics, catalogue, did_you_mean, nearest};
use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt as _;
use syn::parse::Parse;
use syn::{Attribute, Ident, LitStr, Meta};

/// The options of one attribute, each known and given once.
pub(crate) struct Args {
    known: Vec<Arg>,
    whole: bool,
    /// The words that stand where a key does, also those that are none.
    words: Vec<Ident>,
}

/// One option.
pub(crate) struct Arg {
    pub(crate) key: Ident,
    value: Value,
}

enum Value {
    None,
    Is(TokenStream),
    List(TokenStream),
}

impl Args {
    /// Reads the options `tokens` of the attribute `of`, which is written as in `#[actor]`. `keys` are all it may have.
    pub(crate) fn parse(tokens: TokenStream, of: &str, keys: &[&str], diag: &mut Diagnostics) -> Self {
        Self::from_pieces(split(tokens), of, keys, diag)
    }

    /// As [`parse`](Self::parse), for attributes whose first argument has no key.
    pub(crate) fn parse_after_first(
        tokens: TokenStream,
        of: &str,
        keys: &[&str],
        diag: &mut Diagnostics,
    ) -> (Option<TokenStream>, Self) {
        let mut pieces = split(tokens).into_iter();
        let first = pieces.next();
        (first, Self::from_pieces(pieces.collect(), of, keys, diag))
    }

    /// Reads the options of all `attrs` as if they stood in one.
    pub(crate) fn of_attributes(attrs: &[Attribute], of: &str, keys: &[&str], diag: &mut Diagnostics) -> Self {
        let mut pieces = Vec::new();
        let mut whole = true;
        for attr in attrs {
            match &attr.meta {
                Meta::Path(_) => {}
                Meta::List(list) => pieces.extend(split(list.tokens.clone())),
                Meta::NameValue(pair) => {
                    whole = false;
                    diag.error(pair, catalogue::attribute_without_list(&of, &of.trim_end_matches(']')));
                }
            }
        }
        let mut args = Self::from_pieces(pieces, of, keys, diag);
        args.whole &= whole;
        args
    }

    fn from_pieces(pieces: Vec<TokenStream>, of: &str, keys: &[&str], diag: &mut Diagnostics) -> Self {
        let (mut args, mut misspelt): (Vec<Arg>, Vec<Arg>) = (Vec::new(), Vec::new());
        let words = pieces.iter().filter_map(|piece| match piece.clone().into_iter().next() {
            Some(TokenTree::Ident(word)) if word != "crate" => Some(word),
            _ => None,
        });
        let words = words.collect();
        let mut whole = true;
        for piece in pieces {
            let Some(mut arg) = Arg::parse(&piece, of, diag) else {
                whole = false;
                continue;
            };
            let name = arg.name();
            if !keys.contains(&&*name) {
                diag.error(&arg.key, catalogue::unknown_option(&of, &name, &did_you_mean(&name, keys)));
                whole = false;
                if let (Value::Is(_), Some(meant)) = (&arg.value, nearest(&name, keys)) {
                    arg.key = Ident::new(meant, arg.key.span());
                    misspelt.push(arg);
                }
            } else if let Some(first) = args.iter().find(|earlier| earlier.name() == name) {
                diag.error(&arg.key, catalogue::duplicate_option(&name)).first(&first.key);
                whole = false;
            } else {
                args.push(arg);
            }
        }
        // Taken for what was meant where that is not given, so that one slip of the pen is one mistake.
        for arg in misspelt {
            if args.iter().all(|given| given.name() != arg.name()) {
                args.push(arg);
            }
        }
        Self { known: args, whole, words }
    }

    /// Whether all of it could be used. If not, what seems to be missing may be what was meant.
    pub(crate) fn is_whole(&self) -> bool {
        self.whole
    }

    /// The keys as they are written so far: `in`, say, which becomes `intensity`. `crate` is none of them, since nothing can be called so.
    pub(crate) fn words(&self) -> &[Ident] {
        &self.words
    }

    /// The option `key`, if it is given.
    pub(crate) fn get(&self, key: &str) -> Option<&Arg> {
        self.known.iter().find(|arg| arg.name() == key)
    }
}

impl Arg {
    fn parse(piece: &TokenStream, of: &str, diag: &mut Diagnostics) -> Option<Self> {
        let mut tokens = piece.clone().into_iter();
        let Some(TokenTree::Ident(key)) = tokens.next() else {
            diag.error(piece, catalogue::malformed_option(&of));
            return None;
        };
        let value = match tokens.next() {
            None => Value::None,
            Some(TokenTree::Punct(equals)) if equals.as_char() == '=' && equals.spacing() == Spacing::Alone => {
                Value::Is(without(tokens.collect()))
            }
            Some(TokenTree::Group(list)) if list.delimiter() == Delimiter::Parenthesis && tokens.next().is_none() => {
                Value::List(list.stream())
            }
            Some(_) => {
                diag.error(piece, catalogue::malformed_option(&of));
                return None;
            }
        };
        Some(Self { key, value })
    }

    fn name(&self) -> String {
        self.key.unraw().to_string()
    }

    /// What stands after the `=`. `shape` is an example for those who write something else.
    pub(crate) fn value<T: Parse>(&self, shape: &str, diag: &mut Diagnostics) -> Option<T> {
        let name = self.name();
        let Value::Is(value) = &self.value else {
            diag.error(self, catalogue::option_without_value(&name, &shape));
            return None;
        };
        if value.is_empty() {
            diag.error(self, catalogue::option_without_value(&name, &shape));
            return None;
        }
        // Not what syn says, which knows the grammar but not the option.
        let read = self.peek();
        if read.is_none() {
            diag.error(value, catalogue::bad_value(&name, &shape));
        }
        read
    }

    /// What stands after the `=`, if it is a `T`. If not, nothing is said about it.
    pub(crate) fn peek<T: Parse>(&self) -> Option<T> {
        match &self.value {
            Value::Is(value) => syn::parse2(value.clone()).ok(),
            Value::None | Value::List(_) => None,
        }
    }

    /// The options inside of the parentheses. `shape` is an example for those who write something else.
    pub(crate) fn list(&self, keys: &[&str], shape: &str, diag: &mut Diagnostics) -> Option<Args> {
        let name = self.name();
        match &self.value {
            Value::List(list) if !list.is_empty() => Some(Args::parse(list.clone(), &name, keys, diag)),
            _ => {
                diag.error(self, catalogue::option_without_list(&name, &shape));
                None
            }
        }
    }

    /// What stands between the commas in the parentheses, at least one. `shape` is an example for those who write something else.
    pub(crate) fn pieces(&self, shape: &str, diag: &mut Diagnostics) -> Option<Vec<TokenStream>> {
        match &self.value {
            Value::List(list) if !list.is_empty() => Some(split(list.clone())),
            _ => {
                let name = self.name();
                diag.error(self, catalogue::option_without_items(&name, &shape));
                None
            }
        }
    }

    /// The strings that are given: `alias = "a"` or `alias("a", "b")`. `shape` is an example for those who write something else.
    pub(crate) fn strings(&self, shape: &str, diag: &mut Diagnostics) -> Vec<LitStr> {
        if let Value::Is(_) = self.value {
            return self.value(shape, diag).into_iter().collect();
        }
        let pieces = self.pieces(shape, diag).unwrap_or_default();
        let read = |piece: TokenStream| {
            syn::parse2(piece.clone())
                .map_err(|_| {
                    diag.error(piece, catalogue::not_a_string(&shape));
                })
                .ok()
        };
        pieces.into_iter().filter_map(read).collect()
    }

    /// Whether the option stands there, which is all that it may do.
    pub(crate) fn flag(&self, diag: &mut Diagnostics) -> bool {
        if !matches!(self.value, Value::None) {
            let name = self.name();
            diag.error(self, catalogue::value_of_a_flag(&name));
        }
        true
    }
}

impl ToTokens for Arg {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let key = &self.key;
        tokens.extend(match &self.value {
            Value::None => quote!(#key),
            Value::Is(value) => quote!(#key = #value),
            Value::List(list) => quote!(#key(#list)),
        });
    }
}

/// What stands between the commas. Those inside of `<..>` separate nothing: `Result<A, B>` is one piece.
pub(crate) fn split(tokens: TokenStream) -> Vec<TokenStream> {
    let mut pieces = Vec::new();
    let mut piece = TokenStream::new();
    let mut depth = 0_usize;
    let mut arrow = false;
    for token in tokens {
        let punct = match &token {
            TokenTree::Punct(punct) => Some(punct.as_char()),
            _ => None,
        };
        match punct {
            Some(',') if depth == 0 => {
                pieces.push(std::mem::take(&mut piece));
                continue;
            }
            Some('<') => depth += 1,
            Some('>') if !arrow => depth = depth.saturating_sub(1),
            _ => {}
        }
        arrow = matches!(punct, Some('-' | '='));
        piece.extend([token]);
    }
    pieces.push(piece);
    pieces.retain(|piece| !piece.is_empty());
    pieces
}
