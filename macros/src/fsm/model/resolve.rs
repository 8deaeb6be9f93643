//! What holds in a state when its own rows, those of its group and those for all states are taken together: the nearest counts.

use super::{Change, Dropped, Group, Kind, List, Machine, Named, Row, State, Target, Unhandled};
use syn::Ident;

/// What a state does with a command.
#[derive(Clone, Copy)]
pub(in super::super) enum Answer<'a> {
    Row(&'a Row, Source<'a>),
    Discard,
    Postpone,
    /// It has no row, and this is what becomes of it.
    Unhandled(Unhandled),
}

/// Where a row or an event method stands.
#[derive(Clone, Copy)]
pub(in super::super) enum Source<'a> {
    State,
    Group(&'a Group),
    Otherwise,
}

impl Machine {
    /// What becomes of the command called `name` in `state`.
    pub(in super::super) fn answer<'a>(&'a self, state: &'a State, name: &Ident) -> Answer<'a> {
        let group = self.group_of(state);
        let near = state.list.answer(name, Source::State);
        let near = near.or_else(|| group.and_then(|group| group.list.answer(name, Source::Group(group))));
        if let Some(answer) = near {
            return answer;
        }
        if let Some(row) = self.otherwise.iter().find(|row| row.is_for(name)) {
            return Answer::Row(row, Source::Otherwise);
        }
        // A deadline ends with its state: one that comes late is no command that another state could take.
        let is_late = self.kind == Kind::Persistent && *name == self.own.elapsed;
        if self.postpones_rest(state) && !is_late {
            return Answer::Postpone;
        }
        match state.unhandled.unwrap_or(self.unhandled) {
            // The end waits for nothing.
            Unhandled::Postpone if state.terminal.is_none() && !is_late => Answer::Postpone,
            policy => Answer::Unhandled(policy),
        }
    }

    pub(in super::super) fn group_of(&self, state: &State) -> Option<&Group> {
        state.group.and_then(|group| self.groups.get(group))
    }

    /// The rows of a state, then those that it inherits.
    pub(in super::super) fn rows_in<'a>(&'a self, state: &'a State) -> impl Iterator<Item = (&'a Row, Source<'a>)> {
        let own = state.list.rows.iter().map(|row| (row, Source::State));
        own.chain(self.inherited(state).map(|(group, row)| (row, Source::Group(group))))
    }

    fn inherited<'a>(&'a self, state: &'a State) -> impl Iterator<Item = (&'a Group, &'a Row)> {
        let rows =
            self.group_of(state).into_iter().flat_map(|group| group.list.rows.iter().map(move |row| (group, row)));
        rows.filter(|(_, row)| state.list.answer(&row.name, Source::State).is_none())
    }

    /// What is discarded in a state.
    pub(in super::super) fn discards_in<'a>(&'a self, state: &'a State) -> impl Iterator<Item = &'a Named> {
        self.named_in(state, |list| &list.discards)
    }

    /// What is postponed in a state, by name.
    pub(in super::super) fn postpones_in<'a>(&'a self, state: &'a State) -> impl Iterator<Item = &'a Named> {
        self.named_in(state, |list| &list.postpones)
    }

    /// Whether a state postpones all that has no row.
    pub(in super::super) fn postpones_rest(&self, state: &State) -> bool {
        let rest = |list: &List| !list.postpones_rest.is_empty();
        rest(&state.list) || self.group_of(state).is_some_and(|group| rest(&group.list))
    }

    fn named_in<'a>(&'a self, state: &'a State, of: fn(&List) -> &Vec<Named>) -> impl Iterator<Item = &'a Named> {
        let inherited = self.group_of(state).into_iter().flat_map(move |group| of(&group.list));
        let inherited = inherited.filter(|named| state.list.answer(&named.name, Source::State).is_none());
        of(&state.list).iter().chain(inherited).filter(|named| !named.repeated)
    }

    /// What the events of a state's rows do, each event once: an event of the state and of its group is the state's.
    pub(in super::super) fn changes_in<'a>(
        &'a self,
        state: &'a State,
    ) -> impl Iterator<Item = (&'a Change, Source<'a>)> {
        let own = state.list.changes.iter().map(|change| (change, Source::State));
        let inherited = self.group_of(state).into_iter().flat_map(move |group| {
            let is_inherited = move |change: &&Change| {
                let mut rows = self.inherited(state).flat_map(|(_, row)| &row.outcomes);
                rows.any(|outcome| outcome.name == change.name)
                    && state.list.changes.iter().all(|own| own.name != change.name)
            };
            group.list.changes.iter().filter(is_inherited).map(move |change| (change, Source::Group(group)))
        });
        own.chain(inherited)
    }

    /// The states that rows of a state lead to.
    pub(in super::super) fn targets_in<'a>(&'a self, state: &'a State) -> impl Iterator<Item = usize> + 'a {
        let changes = self.changes_in(state).map(|(change, _)| &change.target);
        let goals = self.rows_in(state).flat_map(|(row, _)| &row.goals).map(|goal| &goal.target);
        changes.chain(goals).filter_map(|target| match target {
            Target::To(state) => Some(*state),
            _ => None,
        })
    }
}

impl List {
    /// What these rows say of a command.
    fn answer<'a>(&'a self, name: &Ident, source: Source<'a>) -> Option<Answer<'a>> {
        let has = |all: &[Named]| all.iter().any(|named| named.name == *name);
        if let Some(row) = self.rows.iter().find(|row| row.is_for(name)) {
            return Some(Answer::Row(row, source));
        }
        if has(&self.discards) {
            return Some(Answer::Discard);
        }
        has(&self.postpones).then_some(Answer::Postpone)
    }
}

impl Row {
    fn is_for(&self, command: &Ident) -> bool {
        !self.form.is_deadline() && self.name == *command && self.dropped != Some(Dropped::Repeated)
    }
}

impl Group {
    /// Whether the state of that number is in it.
    pub(in super::super) fn has(&self, state: Option<usize>) -> bool {
        state.is_some() && self.members.iter().any(|member| member.state == state)
    }
}
