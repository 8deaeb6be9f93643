//! A row that is being typed takes nothing away from the others, nor from what is known of itself.

use super::{ORDER, states};

/// Methods of the rows that nobody is typing in.
const OTHERS: [&str; 5] = ["fn initial", "fn paid_ship", "fn otherwise_note", "fn describe", "fn paid_shipped"];

/// What a row may look like while it is being typed, and the methods that are known of it.
const ROWS: [(&str, &[&str]); 16] = [
    ("", &[]),
    ("#[on()]", &[]),
    ("#[on(Add)]", &["open_add"]),
    ("#[on(Add =)]", &["open_add"]),
    ("#[on(Add =>)]", &["open_add"]),
    ("#[on(Add => Item)]", &["open_add", "open_item"]),
    ("#[on(Add => ItemAdded)]", &["open_add", "open_item_added"]),
    ("#[on(Add => ItemAdded =>)]", &["open_add", "open_item_added"]),
    ("#[on(Add => ItemAdded => Pa)]", &["open_add", "open_item_added"]),
    ("#[on(Add => ItemAdded => stay,)]", &["open_add", "open_item_added"]),
    ("#[on(Add => ItemAdded => stay, Gone)]", &["open_add", "open_item_added", "open_gone"]),
    ("#[on(Add => ItemAdded => stay, Gone =>)]", &["open_add", "open_item_added", "open_gone"]),
    ("#[on(Add => m:: => stay, Gone => Paid)]", &["open_add", "open_gone"]),
    ("#[on(async Add => ItemAdded => )]", &["open_add", "open_item_added"]),
    ("#[on(async)]", &[]),
    ("#[on]", &[]),
];

#[test]
fn the_other_rows_stay() {
    for (row, known) in ROWS {
        let machine = ORDER.replace("#[on(Add => ItemAdded => stay)]", row);
        let written = states(&machine).to_string();
        for method in OTHERS {
            assert!(written.contains(method), "`{method}` is gone with `{row}`: {written}");
        }
        for method in known {
            assert!(written.contains(&format!("fn {method} ")), "`{method}` is not known of `{row}`: {written}");
        }
        assert!(syn::parse_str::<syn::File>(&written).is_ok(), "`{row}` makes no items: {written}");
    }
}

#[test]
fn an_unfinished_state_takes_nothing_away() {
    let states_before = ["Lost", "Lost()", "Lost(u8, u8)", "Lost { }", "#[on(Ship => )] Lost"];
    for state in states_before.iter().flat_map(|state| [format!("{state},"), (*state).to_owned()]) {
        let written = states(&ORDER.replace("#[terminal]", &format!("{state} #[terminal]"))).to_string();
        for method in OTHERS {
            assert!(written.contains(method), "`{method}` is gone with `{state}`: {written}");
        }
    }
}

/// What a deadline may look like while it is being typed, and the methods that are known of it.
const DEADLINES: [(&str, &[&str]); 8] = [
    ("#[after]", &[]),
    ("#[after()]", &[]),
    ("#[after(lost)]", &["open_lost"]),
    ("#[after(lost:)]", &["open_lost"]),
    ("#[after(lost: \"15m\")]", &["open_lost"]),
    ("#[after(lost: \"15\" => Expired => Closed)]", &["open_lost", "open_expired"]),
    ("#[after(lost: _ => Expired)]", &["open_lost", "open_lost_after", "open_expired"]),
    ("#[idle_after(lost: \"15m\" => Expired =>)]", &["open_lost", "open_expired"]),
];

/// What a group may look like, and the methods that are known of it.
const GROUPS: [(&str, &[&str]); 7] = [
    ("#[group]", &[]),
    ("#[group()]", &[]),
    ("#[group(Active)]", &[]),
    ("#[group(Active(Op))]", &[]),
    ("#[group(Active(Open), on)]", &[]),
    ("#[group(Active(Open), on(Cancel))]", &["active_cancel"]),
    ("#[group(Active(Open), on(Cancel => Cancelled =>))]", &["active_cancel", "active_cancelled"]),
];

#[test]
fn a_deadline_or_a_group_that_is_being_typed_takes_nothing_away() {
    let deadlines = DEADLINES.map(|(text, known)| (ORDER.replace("#[initial]", &format!("#[initial] {text}")), known));
    let groups = GROUPS.map(|(text, known)| (ORDER.replace("#[query", &format!("{text} #[query")), known));
    for (machine, known) in deadlines.into_iter().chain(groups) {
        let written = states(&machine).to_string();
        for method in OTHERS {
            assert!(written.contains(method), "`{method}` is gone: {machine}: {written}");
        }
        for method in known {
            assert!(written.contains(&format!("fn {method} ")), "`{method}` is not known: {machine}: {written}");
        }
        assert!(syn::parse_str::<syn::File>(&written).is_ok(), "{machine} makes no items: {written}");
    }
}
