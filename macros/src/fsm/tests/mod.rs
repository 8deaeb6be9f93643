//! Machines without a compiler: the whole expansion, mistakes, and rows that are still being typed.

mod half_typed;
mod mistakes;
mod picture;
mod snapshots;

use super::{Fsm, States};
use crate::pipeline;
use proc_macro2::{TokenStream, TokenTree};

fn source(text: &str) -> TokenStream {
    text.parse().expect("the text has balanced brackets")
}

/// What `#[derive(States)]` writes for the enum `text`.
fn states(text: &str) -> TokenStream {
    pipeline::derive::<States>(source(text))
}

/// What `#[fsm(args)]` writes for the struct `text`.
fn fsm(args: &str, text: &str) -> TokenStream {
    pipeline::attribute::<Fsm>(source(args), source(text))
}

/// The texts of all `compile_error!`s, in their order.
fn mistakes(tokens: TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        if matches!(&token, TokenTree::Ident(word) if word == "compile_error") {
            if let Some(TokenTree::Group(text)) = tokens.nth(1) {
                let text = syn::parse2::<syn::LitStr>(text.stream()).expect("it is given a text");
                found.push(text.value());
            }
        } else if let TokenTree::Group(group) = token {
            found.extend(mistakes(group.stream()));
        }
    }
    found
}

/// A machine of three states.
const ORDER: &str = r#"
    #[states(Order, name = "order")]
    #[otherwise(Note => Noted => stay)]
    #[query(Describe)]
    pub enum OrderState {
        #[initial]
        #[on(Add => ItemAdded => stay)]
        #[on(async Pay => PaymentTaken => Paid, PaymentRefused => reenter)]
        Open(Open),
        #[on(Ship => Shipped => Closed)]
        #[discard(Pay)]
        Paid(Paid),
        #[terminal]
        Closed,
    }
"#;
