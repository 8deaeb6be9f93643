//! From rows to boxes and arrows.

use crate::drawing::Drawing;
use crate::machine::{Outcome, Row, State, Target};
use crate::text::{LINE, broken, count, width};

/// The name of the box for rows that every state has.
pub(crate) const ANY: &str = "any state";

/// Around the text of a box.
pub(crate) const PADDING: i64 = 10;
/// Between the arrows of one side of a box, at least.
const PORT: i64 = 16;

/// A machine as boxes and arrows.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) boxes: Vec<Node>,
    pub(crate) edges: Vec<Edge>,
    /// The box that a machine starts in.
    pub(crate) start: usize,
}

/// A box.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) name: String,
    pub(crate) doc: String,
    pub(crate) kind: Kind,
    pub(crate) terminal: bool,
    pub(crate) current: bool,
    /// What stands below the name.
    pub(crate) lines: Vec<Line>,
    /// Rows that leave the state and enter it again.
    pub(crate) again: Vec<Line>,
}

/// What a box stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    State,
    /// All states.
    Any,
}

/// An arrow: all rows that lead from one box to another.
#[derive(Debug)]
pub(crate) struct Edge {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// Whether time takes it.
    pub(crate) timed: bool,
    pub(crate) lines: Vec<Line>,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) marked: bool,
}

impl Graph {
    pub(crate) fn of(drawing: &Drawing) -> Self {
        let machine = &drawing.machine;
        let boxes = machine.states.iter().map(|state| Node::of(state, drawing.is_current(&state.name))).collect();
        let mut graph = Self { boxes, edges: Vec::new(), start: machine.start() };
        for (at, state) in machine.states.iter().enumerate() {
            for row in &state.rows {
                graph.row(at, row);
            }
        }
        if !machine.otherwise.is_empty() {
            let at = graph.boxes.len();
            graph.boxes.push(Node { kind: Kind::Any, ..Node::of(&State::new(ANY), false) });
            for row in &machine.otherwise {
                graph.row(at, row);
            }
        }
        graph
    }

    fn row(&mut self, at: usize, row: &Row) {
        for outcome in &row.outcomes {
            match &outcome.target {
                Target::Stay => self.beside(at, row, outcome, |node| &mut node.lines),
                Target::Reenter => self.beside(at, row, outcome, |node| &mut node.again),
                Target::To(name) => {
                    let to = self.find(name);
                    if to == at {
                        self.beside(at, row, outcome, |node| &mut node.again);
                    } else {
                        self.arrow(at, to, row, outcome);
                    }
                }
            }
        }
    }

    fn beside(&mut self, at: usize, row: &Row, outcome: &Outcome, lines: impl Fn(&mut Node) -> &mut Vec<Line>) {
        if let Some(node) = self.boxes.get_mut(at) {
            lines(node).extend(self::lines(&outcome.shown(&row.cause), outcome.is_marked));
        }
    }

    fn arrow(&mut self, from: usize, to: usize, row: &Row, outcome: &Outcome) {
        let (timed, lines) = (row.cause.is_time(), lines(&outcome.shown(&row.cause), outcome.is_marked));
        match self.edges.iter_mut().find(|edge| (edge.from, edge.to, edge.timed) == (from, to, timed)) {
            Some(edge) => edge.lines.extend(lines),
            None => self.edges.push(Edge { from, to, timed, lines }),
        }
    }

    /// The box of a state. A table by hand may name one that it does not have: that gets a box, too, so that it is seen.
    fn find(&mut self, name: &str) -> usize {
        let known = self.boxes.iter().position(|node| node.kind == Kind::State && node.name == name);
        known.unwrap_or_else(|| {
            self.boxes.push(Node::of(&State::new(name), false));
            self.boxes.len() - 1
        })
    }

    /// How wide a box is: as wide as its text, and wide enough for the arrows of each side.
    pub(crate) fn width(&self, at: usize, above: usize, below: usize) -> i64 {
        let Some(node) = self.boxes.get(at) else { return 0 };
        // The name is bold and a little larger than the rest.
        let name = width(&node.name) * 9 / 8;
        let text = node.lines.iter().map(|line| width(&line.text)).max().unwrap_or(0).max(name);
        (text + 2 * PADDING).max(count(above.max(below) + 1) * PORT).max(72)
    }
}

impl Node {
    fn of(state: &State, current: bool) -> Self {
        let named = [("postpones", &state.postpones), ("discards", &state.discards)];
        let lists = named.into_iter().filter(|(_, names)| !names.is_empty());
        let lists = lists.flat_map(|(verb, names)| lines(&format!("{verb} {}", names.join(", ")), false));
        let notes = state.notes.iter().flat_map(|note| lines(note, false));
        Self {
            name: state.name.clone(),
            doc: state.doc.clone(),
            kind: Kind::State,
            terminal: state.terminal,
            current,
            lines: notes.chain(lists).collect(),
            again: Vec::new(),
        }
    }

    /// How high the box is.
    pub(crate) fn height(&self) -> i64 {
        let below = if self.lines.is_empty() { 0 } else { count(self.lines.len()) * LINE + 8 };
        (24 + below + 8).max(count(self.again.len()) * LINE + 8)
    }

    /// How much room the arrow back to itself takes beside the box.
    pub(crate) fn beside(&self) -> i64 {
        self.again.iter().map(|line| width(&line.text) + LOOP).max().unwrap_or(0)
    }
}

/// How far an arrow back to its own box reaches, with the distance to its text.
pub(crate) const LOOP: i64 = 34;

fn lines(text: &str, marked: bool) -> Vec<Line> {
    broken(text).into_iter().map(|text| Line { text, marked }).collect()
}
