//! Long lines made straight, as far as what lies beside them lets them.

use super::layers::{Layers, What};
use super::place::APART;
use crate::text::count;

/// How often all lines are looked at: one that moved may let another move.
const ROUNDS: usize = 3;

/// Moves the items of each line, but not its boxes, to one place where they can be at one, and to few where they cannot.
pub(super) fn straighten(layers: &Layers, rows: &[Vec<usize>], x: &mut [i64]) {
    let mut neighbours = vec![(None, None); layers.items.len()];
    for row in rows {
        for (left, right) in row.iter().zip(row.iter().skip(1)) {
            neighbours.get_mut(*left).into_iter().for_each(|sides| sides.1 = Some(*right));
            neighbours.get_mut(*right).into_iter().for_each(|sides| sides.0 = Some(*left));
        }
    }
    let room = |at: usize, x: &[i64]| -> Option<(i64, i64)> {
        let (left, right) = neighbours.get(at)?;
        let item = layers.items.get(at)?;
        let from = left.and_then(|left| Some(x.get(left)? + layers.items.get(left)?.right + APART + item.left));
        let to = right.and_then(|right| Some(x.get(right)? - layers.items.get(right)?.left - APART - item.right));
        Some((from.unwrap_or(i64::MIN), to.unwrap_or(i64::MAX)))
    };
    for _ in 0..ROUNDS {
        for chain in &layers.chains {
            let mut part = Part::EMPTY;
            for at in chain {
                let is_box = layers.items.get(*at).is_none_or(|item| matches!(item.what, What::Box(_)));
                let Some(room) = room(*at, x).filter(|_| !is_box) else { continue };
                if !part.has_room(room) {
                    part.settle(x);
                    part = Part::EMPTY;
                }
                part.push(*at, room);
            }
            part.settle(x);
        }
    }
}

/// Items of a line that can stand straight below each other, and where.
struct Part {
    items: Vec<usize>,
    from: i64,
    to: i64,
}

impl Part {
    const EMPTY: Self = Self { items: Vec::new(), from: i64::MIN, to: i64::MAX };

    fn has_room(&self, (from, to): (i64, i64)) -> bool {
        self.from.max(from) <= self.to.min(to)
    }

    fn push(&mut self, at: usize, (from, to): (i64, i64)) {
        self.items.push(at);
        (self.from, self.to) = (self.from.max(from), self.to.min(to));
    }

    fn settle(&self, x: &mut [i64]) {
        let sum: i64 = self.items.iter().filter_map(|at| x.get(*at)).sum();
        let Some(mean) = sum.checked_div(count(self.items.len())) else { return };
        for at in &self.items {
            x.get_mut(*at).into_iter().for_each(|place| *place = mean.clamp(self.from, self.to));
        }
    }
}
