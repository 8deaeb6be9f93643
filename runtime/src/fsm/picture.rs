//! A table drawn.

use super::table::{Deadline, Outcome, Row, State, Table, Target, Trigger};
use mainstay_diagram as diagram;

pub use mainstay_diagram::Drawing;

impl Table {
    /// A drawing of the machine, for what is to be shown beside it: the state that some machine is in, a title.
    ///
    /// ```
    /// use mainstay::fsm::{Outcome, Row, State, Table, Target, Trigger};
    ///
    /// const PAY: Row = Row {
    ///     trigger: Trigger::Command("Pay"),
    ///     inherited: false,
    ///     outcomes: &[Outcome { event: Some("order.paid"), target: Target::To("Paid") }],
    /// };
    /// const TABLE: Table = Table {
    ///     name: "order",
    ///     persistent: true,
    ///     states: &[
    ///         State { name: "Open", initial: true, rows: &[PAY], ..State::EMPTY },
    ///         State { name: "Paid", terminal: true, ..State::EMPTY },
    ///     ],
    ///     groups: &[],
    ///     otherwise: &[],
    ///     queries: &[],
    /// };
    ///
    /// let svg = TABLE.drawing().title("Order 42").current("Paid").to_svg();
    /// assert!(svg.contains("Is in Paid."));
    /// assert!(TABLE.to_mermaid().contains("Open --> Paid : Pay / order.paid"));
    /// ```
    pub fn drawing(&self) -> Drawing {
        self.drawing_with(|_, _, _| false)
    }

    /// The machine as one `<svg>` element: see [`Drawing::to_svg`].
    pub fn to_svg(&self) -> String {
        self.drawing().to_svg()
    }

    /// The machine in Mermaid's language.
    pub fn to_mermaid(&self) -> String {
        self.drawing().to_mermaid()
    }

    /// The machine in DOT, Graphviz's language.
    pub fn to_dot(&self) -> String {
        self.drawing().to_dot()
    }

    /// The machine as a table in Markdown, with a line for each outcome of each row.
    pub fn to_markdown(&self) -> String {
        self.drawing().to_markdown()
    }

    /// A drawing in which some outcomes stand out: those of which `is_marked` says so, by the state, if it is a state's, and the row.
    pub(crate) fn drawing_with(&self, is_marked: impl Fn(Option<&State>, &Row, &Outcome) -> bool) -> Drawing {
        let state = |state: &State| {
            let notes = [
                (state.deprecated, "deprecated: not entered any more"),
                (state.postpones_rest, "postpones all others"),
            ];
            diagram::State {
                doc: state.docs.to_owned(),
                initial: state.initial,
                terminal: state.terminal,
                rows: state
                    .rows
                    .iter()
                    .map(|row| self::row(row, |outcome| is_marked(Some(state), row, outcome)))
                    .collect(),
                postpones: owned(state.postpones),
                discards: owned(state.discards),
                notes: notes.into_iter().filter(|(applies, _)| *applies).map(|(_, note)| note.to_owned()).collect(),
                ..diagram::State::new(state.name)
            }
        };
        let otherwise = self.otherwise.iter().map(|row| self::row(row, |outcome| is_marked(None, row, outcome)));
        Drawing::new(diagram::Machine {
            name: self.name.to_owned(),
            states: self.states.iter().map(state).collect(),
            otherwise: otherwise.collect(),
        })
    }
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn row(row: &Row, is_marked: impl Fn(&Outcome) -> bool) -> diagram::Row {
    let outcomes = row.outcomes.iter().map(|outcome| diagram::Outcome {
        event: outcome.event.unwrap_or_default().to_owned(),
        target: match outcome.target {
            Target::Stay => diagram::Target::Stay,
            Target::Reenter => diagram::Target::Reenter,
            Target::To(name) => diagram::Target::To(name.to_owned()),
        },
        is_marked: is_marked(outcome),
    });
    diagram::Row { cause: cause(row.trigger), outcomes: outcomes.collect() }
}

fn cause(trigger: Trigger) -> diagram::Cause {
    let owned = |Deadline { name, text, .. }: Deadline| (name.to_owned(), text.to_owned());
    match trigger {
        Trigger::Command(name) => diagram::Cause::Command(name.to_owned()),
        Trigger::Timer(name) => diagram::Cause::Timer(name.to_owned()),
        Trigger::After(deadline) => {
            let (name, delay) = owned(deadline);
            diagram::Cause::After { name, delay }
        }
        Trigger::IdleAfter(deadline) => {
            let (name, delay) = owned(deadline);
            diagram::Cause::IdleAfter { name, delay }
        }
    }
}
