//! Source as somebody might write it by mistake, or have it half-typed: something right, with a few tokens changed at random.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::str::FromStr as _;

/// At most so many changes make one mutation.
const CHANGES: usize = 4;

/// Of so many changes, all but one leave bodies alone: no macro looks into them.
const BODIES: usize = 8;

/// How deep braces are looked into otherwise: an item has its parts in braces, and those have their bodies in braces.
const PARTS: usize = 1;

/// What may turn up anywhere: words that mean something to the macros or to the language, and what is easily left out or put twice.
const WORDS: [&str; 72] = [
    "fn",
    "async",
    "const",
    "unsafe",
    "extern",
    "mut",
    "self",
    "Self",
    "super",
    "crate",
    "pub",
    "pub(crate)",
    "where",
    "impl",
    "dyn",
    "struct",
    "enum",
    "union",
    "r#type",
    "r#move",
    "größe",
    "_",
    "__mainstay_inbox",
    "stay",
    "reenter",
    "ignore",
    "error",
    "on",
    "after",
    "name",
    "message",
    "version",
    "states",
    "Result",
    "Option<u8>",
    "Context<Self>",
    "Box<dyn Fn(u8)>",
    "impl Copy",
    "[u8; 4]",
    "'a",
    "&",
    "&mut self,",
    "<T>",
    "<const N: usize>",
    "<'a>",
    "for<'a>",
    ":",
    "::",
    "=>",
    "->",
    "=",
    ",",
    ";",
    "|",
    "..",
    "#",
    "!",
    "?",
    "$",
    "()",
    "[]",
    "{}",
    "#[cfg(never)]",
    "#[handle]",
    "#[handle(message)]",
    "#[command]",
    "#[on(A => B => stay)]",
    "#[initial]",
    "0",
    "1.5",
    "\"15m\"",
    "\"\"",
];

/// Numbers that look random and are the same for the same seed (splitmix64).
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `bound`, which is not zero.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        usize::try_from(mixed % bound as u64).expect("it is below a number of this type")
    }
}

/// `tokens` with a few changes, for which `other` lends some of its own.
pub(super) fn mutate(tokens: TokenStream, other: &TokenStream, dice: &mut Dice) -> TokenStream {
    let changes = 1 + dice.below(CHANGES);
    (0..changes).fold(tokens, |tokens, _| change(tokens, other, dice))
}

fn change(tokens: TokenStream, other: &TokenStream, dice: &mut Dice) -> TokenStream {
    let depth = if dice.below(BODIES) == 0 { usize::MAX } else { PARTS };
    let places = count(tokens.clone(), depth);
    if places == 0 {
        return word(dice);
    }
    let mut at = Some(dice.below(places));
    edit(tokens, depth, &mut at, &mut |list, index| change_at(list, index, other, dice))
}

/// Whether a change may be made inside of `group`: in braces only so many deep.
fn is_open(group: &Group, depth: usize) -> bool {
    group.delimiter() != Delimiter::Brace || depth > 0
}

/// The depth that is left inside of `group`.
fn inside(group: &Group, depth: usize) -> usize {
    if group.delimiter() == Delimiter::Brace { depth.saturating_sub(1) } else { depth }
}

/// How many places there are for a change.
fn count(tokens: TokenStream, depth: usize) -> usize {
    let of_token = |token: TokenTree| match token {
        TokenTree::Group(group) if is_open(&group, depth) => 1 + count(group.stream(), inside(&group, depth)),
        _ => 1,
    };
    tokens.into_iter().map(of_token).sum()
}

/// Changes the list that has the place `at`, counted as `count` does.
fn edit(
    tokens: TokenStream,
    depth: usize,
    at: &mut Option<usize>,
    change: &mut dyn FnMut(&mut Vec<TokenTree>, usize),
) -> TokenStream {
    let mut list: Vec<TokenTree> = tokens.into_iter().collect();
    for index in 0..list.len() {
        match at {
            None => break,
            Some(0) => {
                *at = None;
                change(&mut list, index);
                break;
            }
            Some(left) => *left -= 1,
        }
        if let TokenTree::Group(group) = &list[index]
            && is_open(group, depth)
        {
            let edited = edit(group.stream(), inside(group, depth), at, change);
            list[index] = Group::new(group.delimiter(), edited).into();
        }
    }
    list.into_iter().collect()
}

/// One change at one place.
fn change_at(list: &mut Vec<TokenTree>, index: usize, other: &TokenStream, dice: &mut Dice) {
    match dice.below(9) {
        0 => drop(list.remove(index)),
        // What has not been typed yet.
        1 => list.truncate(index),
        2 => list.insert(index, list[index].clone()),
        3 => {
            let with = dice.below(list.len());
            list.swap(index, with);
        }
        4 => drop(list.splice(index..=index, word(dice))),
        5 => drop(list.splice(index..index, word(dice))),
        6 => drop(list.splice(index..=index, lent(other, dice))),
        // What `macro_rules!` hands on stands in brackets that nobody sees.
        7 => {
            let end = index + 1 + dice.below(list.len() - index);
            let hidden = list[index..end].iter().cloned().collect();
            list.splice(index..end, [Group::new(Delimiter::None, hidden).into()]);
        }
        _ => {
            if let TokenTree::Group(group) = &list[index] {
                let brackets = [Delimiter::Parenthesis, Delimiter::Brace, Delimiter::Bracket, Delimiter::None];
                list[index] = Group::new(brackets[dice.below(brackets.len())], group.stream()).into();
            }
        }
    }
}

fn word(dice: &mut Dice) -> TokenStream {
    let word = WORDS[dice.below(WORDS.len())];
    TokenStream::from_str(word).expect("each word has balanced brackets")
}

/// A token of `other`, from anywhere in it.
fn lent(other: &TokenStream, dice: &mut Dice) -> TokenStream {
    let places = count(other.clone(), usize::MAX);
    if places == 0 {
        return word(dice);
    }
    let mut lent = TokenStream::new();
    edit(other.clone(), usize::MAX, &mut Some(dice.below(places)), &mut |list, index| {
        lent.extend([list[index].clone()]);
    });
    lent
}
