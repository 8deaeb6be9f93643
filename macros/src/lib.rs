//! The macros of mainstay.

mod actor;
mod derive;
mod diag;
mod emit;
mod fsm;
mod pipeline;
mod syntax;
#[cfg(test)]
mod tests;

use proc_macro::TokenStream;

/// Makes a struct the part of a machine that all its states share.
#[proc_macro_attribute]
pub fn fsm(args: TokenStream, item: TokenStream) -> TokenStream {
    pipeline::attribute::<fsm::Fsm>(args, item).into()
}

/// Makes an enum a machine.
#[proc_macro_derive(
    States,
    attributes(
        states, initial, terminal, on, discard, otherwise, query, after, idle_after, timer, postpone, enter, exit,
        group
    )
)]
pub fn states(item: TokenStream) -> TokenStream {
    pipeline::derive::<fsm::States>(item).into()
}

#[proc_macro_attribute]
pub fn actor(args: TokenStream, item: TokenStream) -> TokenStream {
    pipeline::attribute::<actor::Declare>(args, item).into()
}

#[proc_macro_attribute]
pub fn handlers(args: TokenStream, item: TokenStream) -> TokenStream {
    pipeline::attribute::<actor::Handlers>(args, item).into()
}

#[proc_macro_attribute]
pub fn handle(_args: TokenStream, item: TokenStream) -> TokenStream {
    pipeline::misplaced(item, "`#[handle]` may only stand on a method inside an `#[handlers] impl`").into()
}

#[proc_macro_derive(Message, attributes(message))]
pub fn message(item: TokenStream) -> TokenStream {
    pipeline::derive::<derive::message::Message>(item).into()
}

#[proc_macro_derive(Event, attributes(event))]
pub fn event(item: TokenStream) -> TokenStream {
    pipeline::derive::<derive::event::Event>(item).into()
}
