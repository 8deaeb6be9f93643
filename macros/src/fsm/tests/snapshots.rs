//! Expansions, each in a file of its own. `UPDATE_EXPECT=1` writes them anew.

use super::{ORDER, fsm, states};
use expect_test::expect_file;
use proc_macro2::{TokenStream, TokenTree};

/// The tokens as formatted source, in the form that the compiler sees.
fn pretty(tokens: TokenStream) -> String {
    let tokens = for_compiler(tokens);
    let text = tokens.to_string();
    match syn::parse2(tokens) {
        Ok(file) => prettyplease::unparse(&file),
        Err(error) => panic!("{error}: {text}"),
    }
}

/// The tokens with the second of the two forms in place of `::mainstay::__ide! { {..} {..} }`.
fn for_compiler(tokens: TokenStream) -> TokenStream {
    let mut output: Vec<TokenTree> = Vec::new();
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        if !matches!(&token, TokenTree::Ident(word) if word == "__ide") {
            output.push(token);
            continue;
        }
        // The rest of its path is before it, `! {..}` behind it.
        let is_path = |token: &TokenTree| match token {
            TokenTree::Punct(punct) => punct.as_char() == ':',
            other => matches!(other, TokenTree::Ident(_)),
        };
        while output.pop_if(|token| is_path(token)).is_some() {}
        let Some(TokenTree::Group(forms)) = tokens.nth(1) else { panic!("`__ide!` has braces") };
        let Some(TokenTree::Group(form)) = forms.stream().into_iter().nth(1) else { panic!("`__ide!` has two forms") };
        output.extend(form.stream());
    }
    output.into_iter().collect()
}

#[test]
fn a_machine() {
    let mut output = fsm("states = OrderState, mailbox = 64", "pub struct Order { #[volatile] gateway: Gateway }");
    output.extend(states(ORDER));
    expect_file!["../../../tests/snapshots/order.rs"].assert_eq(&pretty(output));
}

#[test]
fn the_smallest_machine() {
    let enum_of_one = r#"
        #[states(m::Switch, name = "switch", crate = ::other::mainstay)]
        enum SwitchState {
            #[initial]
            #[on(r#move::Flip => Flipped => On)]
            Off,
            #[on(r#move::Flip => Flipped => Off)]
            On,
        }
    "#;
    expect_file!["../../../tests/snapshots/switch.rs"].assert_eq(&pretty(states(enum_of_one)));
}
