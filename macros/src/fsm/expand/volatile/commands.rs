//! What the machine takes: commands and timers, each once, and what becomes of them in which state.

use super::super::super::model::{Answer, Machine, Row, Source, State};
use super::super::super::parse::Form;
use syn::{Ident, Path};

/// A type that has rows: of a command, or of a timer.
pub(super) struct Taken<'a> {
    pub(super) name: &'a Ident,
    pub(super) path: &'a Path,
    is_timer: bool,
}

/// All of them, in the order of the source.
pub(super) fn taken(machine: &Machine) -> Vec<Taken<'_>> {
    let commands = machine.commands.iter();
    let mut all: Vec<_> =
        commands.map(|command| Taken { name: &command.name, path: &command.path, is_timer: false }).collect();
    for row in machine.rows().filter(|row| row.form == Form::Timer) {
        if all.iter().all(|known| known.name != &row.name) {
            all.push(Taken { name: &row.name, path: &row.word, is_timer: true });
        }
    }
    all
}

impl<'a> Taken<'a> {
    /// What becomes of it in `state`.
    pub(super) fn answer(&self, machine: &'a Machine, state: &'a State) -> Answer<'a> {
        match machine.answer(state, self.name) {
            Answer::Unhandled(_) | Answer::Postpone if self.is_timer => self.timer(machine, state),
            answer => answer,
        }
    }

    /// Of a timer, which no catch-all postpones.
    fn timer(&self, machine: &'a Machine, state: &'a State) -> Answer<'a> {
        let is_this = |row: &Row| row.form == Form::Timer && row.name == *self.name && row.is_whole();
        if let Some((row, source)) = machine.rows_in(state).find(|(row, _)| is_this(row)) {
            return Answer::Row(row, source);
        }
        let general = machine.otherwise.iter().find(|row| is_this(row));
        general.map_or(Answer::Unhandled(machine.unhandled), |row| Answer::Row(row, Source::Otherwise))
    }

    /// Whether some row for it is async.
    pub(super) fn is_later(&self, machine: &Machine) -> bool {
        machine.rows().any(|row| !row.form.is_deadline() && row.name == *self.name && row.asyncness && row.is_whole())
    }
}
