//! The pipeline with items that nobody would write: it never panics, never loses the item, and always writes items.
//!
//! `cargo test -p mainstay-macros` tries some hundred of them; with `MAINSTAY_FUZZ_SECONDS=60` it goes on for that long. What fails is printed with
//! its seed, and `MAINSTAY_FUZZ_SEED=7` begins with that one. No nightly compiler is needed, which `cargo fuzz` would ask for.

use super::corpus::{Annotated, annotated, files};
use super::mutate::{Dice, mutate};
use crate::dump::for_compiler;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::panic::catch_unwind;
use std::time::{Duration, Instant};

/// So many seeds are tried if nothing else is said.
const SEEDS: u64 = 300;

/// Where items stand that somebody wrote: right ones, and all the mistakes that the compile-fail cases know.
const FOLDERS: [&str; 4] = ["tests/ui", "tests/tests", "examples", "runtime/tests"];

#[test]
fn whatever_is_written_the_item_stays_and_items_come_out() {
    let corpus = corpus();
    let first = number("MAINSTAY_FUZZ_SEED").unwrap_or(0);
    let until = number("MAINSTAY_FUZZ_SECONDS").map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let goes_on = |seed: u64| until.map_or(seed < first + SEEDS, |until| Instant::now() < until);
    let mut tried = 0_u64;
    for seed in (first..).take_while(|seed| goes_on(*seed)) {
        let mutant = mutant(&corpus, seed);
        if let Err(wrong) = catch_unwind(|| check(&mutant)).unwrap_or_else(|_| Err("a panic".to_owned())) {
            let Annotated { which, args, item } = mutant;
            panic!("seed {seed}: {wrong}\nof {which:?} with ({args}) on\n{item}");
        }
        tried += 1;
    }
    println!("{tried} mutants from seed {first}");
}

/// What is changed: every annotated item of the repository.
pub(super) fn corpus() -> Vec<Annotated> {
    let texts = FOLDERS.iter().flat_map(|folder| files(folder)).map(std::fs::read_to_string);
    let corpus: Vec<Annotated> = texts.flat_map(|text| annotated(&text.expect("sources are text"))).collect();
    assert!(corpus.len() > 500, "there are {} annotated items", corpus.len());
    corpus
}

fn number(variable: &str) -> Option<u64> {
    let value = std::env::var(variable).ok()?;
    Some(value.parse().unwrap_or_else(|error| panic!("{variable}: {error}")))
}

fn mutant(corpus: &[Annotated], seed: u64) -> Annotated {
    let mut dice = Dice::new(seed);
    let mut mutant = corpus[dice.below(corpus.len())].clone();
    let other = &corpus[dice.below(corpus.len())];
    if mutant.which.keeps_item() && dice.below(4) == 0 {
        mutant.args = mutate(mutant.args, &other.args, &mut dice);
    } else {
        mutant.item = mutate(mutant.item, &other.item, &mut dice);
    }
    mutant
}

fn check(mutant: &Annotated) -> Result<(), String> {
    let mutant = mutant.clone();
    let (which, args, item) = (mutant.which, mutant.args.clone(), mutant.item.clone());
    let written = mutant.expand();
    let beside = if which.keeps_item() { after(&item, written)? } else { written };
    // As it would be read from a file, and below as the compiler is given it. What cannot be a file to begin with, for half a lifetime is in it,
    // need not become one.
    if is_text(&item) && is_text(&args) && !is_text(&beside) {
        return Err("no tokens come out".to_owned());
    }
    let beside = for_compiler(beside);
    match syn::parse2::<syn::File>(beside.clone()) {
        Ok(_) => Ok(()),
        Err(error) => Err(format!("no items come out: {error}: {beside}")),
    }
}

/// Whether the tokens can be written down and read again.
fn is_text(tokens: &TokenStream) -> bool {
    tokens.to_string().parse::<TokenStream>().is_ok()
}

/// What comes after the item in what was written. In the item's last brackets, attributes may be missing; else it is there whole.
fn after(item: &TokenStream, written: TokenStream) -> Result<TokenStream, String> {
    let mut written = written.into_iter();
    for token in item.clone() {
        let Some(kept) = written.next() else { return Err(format!("the item ends before `{token}`")) };
        match (&token, &kept) {
            (TokenTree::Group(whole), TokenTree::Group(kept)) if whole.delimiter() == kept.delimiter() => {
                same_but_for_attributes(whole.stream(), kept.stream())?;
            }
            _ if token.to_string() == kept.to_string() => {}
            _ => return Err(format!("`{kept}` stands where `{token}` was")),
        }
    }
    Ok(written.collect())
}

fn same_but_for_attributes(whole: TokenStream, kept: TokenStream) -> Result<(), String> {
    let (whole, kept) = (words(whole), words(kept));
    let (mut whole, mut kept) = (whole.as_slice(), kept.as_slice());
    loop {
        (whole, kept) = match (whole, kept) {
            ([], []) => return Ok(()),
            // An attribute is two tokens, and both are there or neither.
            ([pound, brackets, rest @ ..], _) if is_attribute(pound, brackets) && !kept.starts_with(&whole[..2]) => {
                (rest, kept)
            }
            ([token, rest @ ..], [same, others @ ..]) if token == same => (rest, others),
            ([token, ..], _) => return Err(format!("`{token}` is gone from the item")),
            ([], [token, ..]) => return Err(format!("`{token}` has come into the item")),
        };
    }
}

/// The tokens as text. What is in brackets that nobody sees counts as if it were in none: those around items go.
fn words(tokens: TokenStream) -> Vec<String> {
    let of_token = |token: TokenTree| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => words(group.stream()),
        token => vec![token.to_string()],
    };
    tokens.into_iter().flat_map(of_token).collect()
}

fn is_attribute(pound: &str, brackets: &str) -> bool {
    pound == "#" && brackets.starts_with('[')
}
