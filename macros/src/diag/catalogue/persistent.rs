//! Persistent actors: what decides, what changes, what is stored.

use crate::diag::message::catalogue;

catalogue! {
    handle_of_a_persistent_actor() => "a persistent actor has no `#[handle]`: what it changes would not be stored",
        help "write `#[command]` for what decides a change, `#[query]` for what only reads";
    idempotent_without_message() => "only what is delivered can come twice, and only a message can be delivered",
        help "write `#[command(message, idempotent)]`, with a message that has `#[derive(Confirmable)]`";
    command_that_changes() => "a command only reads: what it changes would be gone after a restart",
        help "take `&self`, return `persist(event)`, and make the change in the `#[apply]` method of the event";
    query_that_changes() => "a query only reads: what it changes would be gone after a restart",
        help "take `&self`, or write a `#[command]` that stores an event";
    later_reply(attribute, instead) => "a `{attribute}` answers with what it returns, once that is durable",
        help "{instead}";
    async_query() => "a query looks at the state once, and waits for nothing",
        help "let the caller wait, or write a `#[command]` that returns `nothing().reply(value)`";
    command_that_decides_nothing() => "a command returns what it decided",
        help "return `Persist<Self, Event, Reply>`, or `Decided<Self, Event, Reply, Refusal>` if it may be refused; what only reads is a `#[query]`";
    command_of_a_value(ty) in command_that_decides_nothing => "a command returns what it decided, and `{ty}` is no decision",
        help "return `Persist<Self, Event, Reply>`, or `Decided<Self, Event, Reply, Refusal>` if it may be refused; what only reads is a `#[query]`";

    async_apply() => "an `#[apply]` waits for nothing: it runs again in every recovery",
        help "let the command wait, and store in the event what it has learnt";
    generic_apply() => "an `#[apply]` cannot be generic: it belongs to one event",
        help "write one method for each event";
    apply_that_only_reads(name) => "an `#[apply]` changes the state: it takes `&mut self`",
        help "write `fn {name}(&mut self, event: &..)`";
    apply_with_context() => "an `#[apply]` has no context: it runs again in every recovery",
        help "what has an effect belongs to the command: `persist(event).then(|cx| ..)` runs once the event is stored";
    apply_of_two_events() => "an `#[apply]` takes one event",
        help "write one method for each event; `meta: &EventMeta` says when it was stored";
    apply_of_no_event() => "an event is a type with `#[derive(Event)]`",
        help "write a struct for what has happened, and take `&` of that";
    apply_by_value(name, event) => "an `#[apply]` is lent the event, which is stored as it is",
        help "take `{name}: &{event}`";
    apply_without_event(name) => "an `#[apply]` takes the event that it belongs to",
        help "write `fn {name}(&mut self, event: &..)`";
    applied_twice(event) => "`{event}` is applied twice",
        help "call one method from the other";
    apply_that_refuses() => "nobody takes what an `#[apply]` returns: the event has happened",
        help "refuse in the command, before the event is stored";

    stored_hook(attribute) in hook_of_the_other_kind => "an actor in memory is not recovered, so it has no `{attribute}` hook",
        help "write `#[started]`";
    hook_in_memory(attribute) in hook_of_the_other_kind => "a persistent actor comes and goes unseen, so it has no `{attribute}` hook",
        help "`#[recovered]` runs when its state is there again";
    hook_that_changes(name) => "a `#[recovered]` hook only reads: what it changes would not be stored",
        help "write `fn {name}(&self)`";
    recovered_without_self(name) in hook_that_changes => "a `#[recovered]` hook sees the state",
        help "write `fn {name}(&self)`";
    recovery_failed_with_self(name) in hook_that_changes => "there is no `self` when recovery has failed",
        help "write `fn {name}(why: &RecoveryError)`";
    async_hook(attribute) => "a `{attribute}` hook waits for nothing: commands wait for it",
        help "take `async` away";

    generic_actor() => "a persistent actor has one stored shape, so it cannot be generic",
        help "write one actor for each type, or let a `#[volatile]` field hold a boxed trait";
    near_miss_volatile(written) => "`#[{written}]` says nothing of a field",
        help "did you mean `#[volatile]`?";
    volatile_with_options() => "`#[volatile]` takes no options",
        help "write `#[volatile]`";
    volatile_of_an_actor_in_memory() => "nothing of an actor in memory is stored, so all of its fields are volatile",
        help "take it away, or store the actor: `#[actor(persistent = \"..\")]`";
    option_of_what_is_stored(key) in options_of_the_other_kind => "an actor in memory has no option `{key}`",
        help "write `persistent = \"..\"` first: the name that the actor is stored under";
    option_in_memory(key) in options_of_the_other_kind => "a persistent actor has no option `{key}`: it always starts over",
        help "`backoff(..)` says how long it waits";
    stash() => "a persistent actor has no stash: a command that cannot be taken now is refused",
        help "take the option away; what waits while the state is recovered needs none";
    rigid_shape(option, why, instead) => "what is stored cannot be `{option}`: {why}",
        help "{instead}";
}
