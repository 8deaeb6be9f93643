//! What `#[derive(States)]` writes beside the enum of a machine that stores nothing, in this order.

mod commands;
mod deadlines;
mod dispatch;
mod flow;
mod goals;
mod messages;
mod moves;
mod phases;

use super::super::model::Machine;
use super::{handle, table};
use proc_macro2::TokenStream;
use quote::quote;

/// Everything that is generated for the machine.
pub(super) fn expand(machine: &Machine) -> TokenStream {
    let handle = handle::expand(machine);
    let flow = flow::expand(machine);
    let goals = goals::expand(machine);
    let table = table::expand(machine);
    let messages = messages::expand(machine);
    let phases = phases::expand(machine);
    let dispatch = dispatch::expand(machine);
    quote! {
        #handle
        #flow
        #goals
        #table
        // What nobody needs to name.
        const _: () = {
            #messages
            #phases
            #dispatch
        };
    }
}
