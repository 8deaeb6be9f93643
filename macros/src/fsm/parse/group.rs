//! Reading a group: `Active(Open, Paid), on(Cancel => Cancelled => Gone), postpone(Ship)`.

use super::clause::{Clause, Place, Written, clause};
use crate::diag::{Diagnostics, catalogue};
use crate::syntax::args::split;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::{Ident, Path};

/// What may stand in a group.
const CLAUSES: [&str; 6] = ["on", "after", "idle_after", "timer", "discard", "postpone"];

/// A group, as far as it can be read.
pub(in super::super) struct GroupInput {
    pub(in super::super) name: Ident,
    /// The states that are in it.
    pub(in super::super) members: Vec<Ident>,
    pub(in super::super) clauses: Vec<Clause>,
}

/// Reads a group. None if not even its name is known.
pub(super) fn group(tokens: &TokenStream, at: &Path, form: &str, diag: &mut Diagnostics) -> Option<GroupInput> {
    let mut pieces = split(tokens.clone()).into_iter();
    let Some((name, members)) = pieces.next().and_then(|first| word_and_list(&first)) else {
        diag.error(at, catalogue::broken_group(&form));
        return None;
    };
    let mut group = GroupInput { name, members: Vec::new(), clauses: Vec::new() };
    for member in split(members) {
        match syn::parse2(member.clone()) {
            Ok(member) => group.members.push(member),
            Err(_) => {
                diag.error(member, catalogue::group_member(&form));
            }
        }
    }
    if group.members.is_empty() {
        diag.error(&group.name, catalogue::group_without_states(&group.name, &form));
    }
    for piece in pieces {
        let Some((word, list)) = word_and_list(&piece) else {
            diag.error(piece, catalogue::group_row(&form));
            continue;
        };
        let path = Path::from(word);
        let written = Written { attr: None, path: &path, list: Some(&list), all: piece };
        if CLAUSES.iter().any(|clause| path.is_ident(clause)) {
            group.clauses.extend(clause(&written, Place::Group, diag));
        } else {
            let forms = CLAUSES.map(|clause| format!("`{clause}(..)`")).join(", ");
            diag.error(&path, catalogue::strange_group_row(&forms));
        }
    }
    Some(group)
}

/// `Active(Open, Paid)`.
fn word_and_list(piece: &TokenStream) -> Option<(Ident, TokenStream)> {
    let mut tokens = piece.clone().into_iter();
    match (tokens.next(), tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(word)), Some(TokenTree::Group(list)), None)
            if list.delimiter() == Delimiter::Parenthesis =>
        {
            Some((word, list.stream()))
        }
        _ => None,
    }
}
