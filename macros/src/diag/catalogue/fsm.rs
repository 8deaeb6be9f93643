//! Machines: the struct, the enum, the states, and the graph that the rows make.

use crate::diag::message::catalogue;

catalogue! {
    fsm_on_an_enum() => "`#[fsm]` stands on the struct with what all states of a machine share",
        help "the states are an enum of its own, with `#[derive(States)]`";
    generic_machine() => "a machine has no generic parameters in this version",
        help "let the fields hold concrete types; what varies can be a boxed trait";
    no_states_option(name) => "which enum holds the states of `{name}`?",
        help "write `#[fsm(states = ..)]` with the enum that has `#[derive(States)]`";

    states_on_a_struct() => "the states of a machine are the variants of an enum",
        help "put `#[derive(States)]` on an enum, and `#[fsm(states = ..)]` on the struct with what all states share";
    generic_states() => "a machine has no generic parameters in this version",
        help "let the states hold concrete types; what varies can be a boxed trait in the struct with `#[fsm]`";
    no_states(states) => "which struct is the machine of `{states}`?",
        help "put `#[states(Machine, name = \"machine\")]` on the enum, below `#[derive(States)]`";
    no_machine(states) in no_states => "which struct is the machine of `{states}`?",
        help "write `#[states(Machine, name = \"machine\")]`, with the struct that has `#[fsm]` in place of `Machine`";
    volatile_name() => "no row of this machine stores an event, so that it is stored under no name",
        help "remove the name, or say in each row what it stores: `Command => Event => State`";
    unknown_policy(word, meant) => "`{word}` is nothing that can become of a command without a row",
        help "{meant}";
    no_policy(form) in unknown_policy => "what becomes of a command without a row?",
        help "write `{form}`";
    unknown_rule(rule, meant) => "`{rule}` is no rule that a machine may break",
        help "{meant}";

    no_variants() => "a machine has states: the variants of its enum",
        help "write a variant for each state, and put `#[initial]` on the first one";
    fields_in_a_variant(state) => "a state holds one value, of a type of its own",
        help "put the fields into a struct and write `{state}({state})`";
    no_initial(machine) => "in which state does `{machine}` start?",
        help "put `#[initial]` on it";
    two_initial(first) => "a machine starts in one state, and `{first}` is marked already",
        help "take one of the two away";
    deprecated_initial(state) => "a new machine starts in `{state}`",
        help "put `#[initial]` on another state";
    terminal_rows(state) => "`{state}` is terminal, so it has no rows",
        help "remove `#[terminal]`; a command that is answered in every state goes into `#[otherwise(..)]` on the enum";
    terminal_member(state, group) in terminal_rows => "`{state}` is terminal, so it has no rows, not those of a group either",
        help "take it out of `{group}`, or remove `#[terminal]`";
    terminal_exit(state) => "`{state}` is terminal, so it is never left",
        help "what is done at the end goes into `#[enter]`";
    deprecated_target(state) => "`{state}` is deprecated, so no row leads there",
        help "let the row lead to another state, or remove `#[deprecated_state]`";
    on_stop_stored() => "what is stored does not stop: it leaves the memory, and goes on later",
        help "what is done at the end of a machine goes into `#[enter]` on its `#[terminal]` states";

    unreachable(state) => "no row leads to `{state}`",
        help "let a row end in `=> {state}`, or remove the state";
    dead_end(state) => "nothing leaves `{state}`",
        help "give it a row to another state, or mark it `#[terminal]`";
    never_retried(state, command) => "no state that `{state}` leads to takes `{command}`, so that it waits for ever",
        help "give one of them a row for `{command}`, or write `#[discard({command})]` on `{state}`";
    postpone_cycle(one, other) => "`{one}` and `{other}` postpone what leads from one to the other",
        help "what waits sends the machine to and fro; if that is meant, write `allow(postpone_cycle)` into `#[states(..)]`";
    two_groups(state, group) => "`{state}` is in the group `{group}` already",
        help "a state is in one group at most, so that there is no question which row counts";
    group_target(state, group, row) => "`{state}` is in `{group}`, and has this row too",
        help "give `{state}` a row of its own for `{row}`, with `stay` or `reenter`, or take it out of the group";
    group_event(event, state) => "`{event}` leads elsewhere in a row that `{state}` inherits",
        help "recovery sees the event and not the command, so that an event leads to one place; use another event";
    two_paths(first) => "the rows above call this `{first}`",
        help "write it in the same way everywhere; if it is another type, import it under another name";
    equal_methods(what, method, taken_by) => "{what} needs a method `{method}`, which is that of {taken_by}",
        help "give one of the two another name";
    query_with_rows(name) => "`{name}` is a query, which is answered in every state and has no rows",
        help "remove the rows, or take it out of `#[query(..)]`";
    repeated_query(name) in query_with_rows => "`{name}` is a query already",
        help "take one of the two away";

    removed_of_nothing() => "no row of this machine stores an event, so that none was removed",
        help "take `removed(..)` away";
}
