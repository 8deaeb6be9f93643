//! The rows of a machine, and what else stands on its states.

use crate::diag::message::catalogue;

catalogue! {
    misplaced_clause(word, home) in misplaced => "`#[{word}]` belongs on {home}",
        help "move it there";
    clause_with_arguments(word, form) in empty_row => "`#[{word}]` takes no arguments",
        help "write `{form}`";
    empty_row(word, form) => "`#[{word}]` says in parentheses what it is about",
        help "write `{form}`";
    row_of_nothing(form) in empty_row => "a row says what it is for, and where that leads",
        help "write `{form}`";
    list_of_nothing(form) in empty_row => "for which command?",
        help "write `{form}`";

    missing_arrow(word, form) => "expected `=>` after `{word}`",
        help "write `{form}`";
    row_without_target(word, form) in missing_arrow => "where does `{word}` lead?",
        help "write `{form}`";
    broken_row(what, form) => "expected {what}",
        help "write `{form}`";
    one_arrow_to_a_state(command, target, row) => "what does `{command}` store on the way to `{target}`?",
        help "rows of this machine store events, and then all of them do: `{row}`";
    one_arrow_to_an_event(event, row) => "where does `{event}` lead?",
        help "a row has two arrows: `{row}`; `stay` and `reenter` lead nowhere else";
    comma_between_targets(target) => "a row that stores nothing has its targets between `|`",
        help "write `| {target}` in place of the comma";
    near_miss_verb(word, verb) => "`{word}` is neither a state nor `stay` nor `reenter`",
        help "did you mean `{verb}`?";
    path_as_target() => "a target is the name of a state, alone",
        help "write the variant without what leads to it";
    own_state(state) => "`{state}` is the state that this row is in",
        help "write `stay` to stay in it, or `reenter` to leave it and enter it again";

    repeated_row(word, place, several) => "`{word}` has a row in `{place}` already",
        help "{several}";
    repeated_otherwise(word, several) in repeated_row => "`{word}` has a row for all states already",
        help "{several}";
    repeated_rest() => "everything that has no row is postponed already",
        help "take one of the two away";
    hidden_row(command) => "every state that this row is for has one of its own for `{command}`",
        help "remove one of them";
    repeated_event(word) => "`{word}` stands twice in this row",
        help "take one of the two away";
    two_targets(event, first) => "`{event}` leads to {first} in this state already",
        help "recovery sees the event and not the command, so that an event leads to one place; use another event";
    alternatives_of_an_event() in two_targets => "each event of a row leads to one place",
        help "write `Event => State, OtherEvent => OtherState`";
    otherwise_target() => "a row for all states leads to none of them",
        help "write `stay`; a way to a state goes into rows of the states that it starts from";
    otherwise_event(event) => "`{event}` belongs to a row for all states",
        help "recovery sees the event and not the command, so that it could not tell the two apart; use another event";

    bad_delay(form) => "a delay is a number and a unit: `ms`, `s`, `m`, `h` or `d`",
        help "write {form}";
    negative_delay(form) in bad_delay => "a delay is not negative",
        help "write {form}";
    delay_without_unit(form) in bad_delay => "a delay is written with its unit",
        help "write {form}";
    long_delay(days, form) in bad_delay => "a delay is at most {days} days",
        help "write {form}";
    no_delay(word, form) in bad_delay => "how long after is `{word}`?",
        help "write `{form}`";
    bad_deadline_name(written, name) => "`{written}` is no name for a deadline, which is one word",
        help "write `{name}: ..`";

    broken_group(form) => "a group has a name and, in parentheses, its states",
        help "write `{form}`";
    group_without_states(group, form) in broken_group => "which states are in `{group}`?",
        help "write `{form}`";
    group_member(form) in broken_group => "expected the name of a state",
        help "write `{form}`";
    group_row(form) in broken_group => "expected a row of the group",
        help "write `{form}`";
    strange_group_row(forms) in broken_group => "a group has rows of the forms {forms}",
        help "what else a state has stands on the state";
}
