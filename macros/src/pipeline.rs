//! How every macro runs: parse, model, check, expand. The only place where mistakes become tokens.

use crate::diag::{Diagnostics, catalogue};
use crate::dump::dump;
use crate::syntax::strip::strip;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// One macro, as its four stages. Each but the last may note mistakes and go on.
pub(crate) trait Macro {
    /// What it is called where it is used, without brackets.
    const NAME: &'static str;

    /// What stands in the source, with everything that is none of the macro's business left as tokens.
    type Input;
    /// What it means. Parts that make no sense have been reported and left out.
    type Model;

    /// Whether an attribute of this name, on a part of the item, is for this macro to take out.
    fn is_helper(_name: &str) -> bool {
        false
    }

    /// Reads the source. `None` only if nothing of it can be used.
    fn parse(args: TokenStream, item: TokenStream, diag: &mut Diagnostics) -> Option<Self::Input>;

    /// What only editors are told, also of what makes no sense yet.
    fn for_editors(_input: &Self::Input) -> TokenStream {
        TokenStream::new()
    }

    /// Gives meaning to what was read.
    fn model(input: Self::Input, diag: &mut Diagnostics) -> Option<Self::Model>;

    /// Rules that concern more than one part of the model.
    fn check(_model: &Self::Model, _diag: &mut Diagnostics) {}

    /// Everything that is written beside the item.
    fn expand(model: &Self::Model) -> TokenStream;
}

/// Runs an attribute macro: the user's item, then what is generated, then the mistakes.
///
/// The item stands first because rust-analyzer prefers the first place that a span occurs at (rust-analyzer#18438), and it is always
/// there: what the user wrote must not vanish because something about it is wrong.
pub(crate) fn attribute<M: Macro>(args: impl Into<TokenStream>, item: impl Into<TokenStream>) -> TokenStream {
    let item = item.into();
    let kept = strip(item.clone(), M::is_helper);
    let generated = run::<M>(args.into(), item.clone());
    let output = quote!(#kept #generated);
    dump(M::NAME, &item, &output);
    output
}

/// Runs a derive macro: what is generated, then the mistakes.
pub(crate) fn derive<M: Macro>(item: impl Into<TokenStream>) -> TokenStream {
    let item = item.into();
    let output = run::<M>(TokenStream::new(), item.clone());
    dump(M::NAME, &item, &output);
    output
}

/// Says that a helper attribute stands where no macro takes it out. The item stays.
pub(crate) fn misplaced(item: impl Into<TokenStream>, attribute: &str) -> TokenStream {
    let item = item.into();
    let mut diag = Diagnostics::new();
    diag.error_at(proc_macro2::Span::call_site(), catalogue::misplaced(&attribute));
    quote!(#item #diag)
}

fn run<M: Macro>(args: TokenStream, item: TokenStream) -> TokenStream {
    let mut diag = Diagnostics::new();
    let input = M::parse(args, item, &mut diag);
    let mut output = input.as_ref().map_or_else(TokenStream::new, M::for_editors);
    let model = input.and_then(|input| M::model(input, &mut diag));
    // Expanded in spite of mistakes: a handle that is missing would be a second mistake at every place that uses it.
    if let Some(model) = model {
        M::check(&model, &mut diag);
        output.extend(M::expand(&model));
    }
    diag.to_tokens(&mut output);
    output
}
