//! The order in each layer: the one with the fewest crossings that is found by looking at what is joined.

use super::layers::Layers;
use crate::text::count;

/// How often all layers are put in order, half of the times from the top.
const SWEEPS: usize = 16;

/// The items of each layer, from left to right.
pub(super) fn order(layers: &Layers) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); layers.count];
    for at in first_seen(layers) {
        let layer = layers.items.get(at).map_or(0, |item| item.layer);
        rows.get_mut(layer).into_iter().for_each(|row| row.push(at));
    }
    let mut positions = vec![0; layers.items.len()];
    for row in &rows {
        number(row, &mut positions);
    }
    let mut best = (crossings(layers, &rows, &positions), rows.clone());
    for sweep in 0..SWEEPS {
        if best.0 == 0 {
            break;
        }
        let downwards = sweep % 2 == 0;
        let joined = if downwards { &layers.above } else { &layers.below };
        let mut tidy = |row: &mut Vec<usize>| {
            sort(row, joined, &positions);
            number(row, &mut positions);
        };
        if downwards {
            rows.iter_mut().for_each(&mut tidy);
        } else {
            rows.iter_mut().rev().for_each(&mut tidy);
        }
        let found = crossings(layers, &rows, &positions);
        if found < best.0 {
            best = (found, rows.clone());
        }
    }
    best.1
}

/// All items, in the order in which somebody comes upon them who follows the arrows from the top.
fn first_seen(layers: &Layers) -> Vec<usize> {
    let mut seen = vec![false; layers.items.len()];
    let mut order = Vec::with_capacity(layers.items.len());
    let mut tops: Vec<usize> = (0..layers.items.len()).collect();
    tops.sort_by_key(|at| layers.items.get(*at).map_or(0, |item| item.layer));
    for top in tops {
        let mut waiting = vec![top];
        while let Some(at) = waiting.pop() {
            if seen.get_mut(at).is_none_or(|seen| std::mem::replace(seen, true)) {
                continue;
            }
            order.push(at);
            waiting.extend(layers.below.get(at).into_iter().flatten().rev().copied());
        }
    }
    order
}

fn number(row: &[usize], positions: &mut [usize]) {
    for (position, at) in row.iter().enumerate() {
        positions.get_mut(*at).into_iter().for_each(|place| *place = position);
    }
}

/// Sorts a layer by the mean position of what each item is joined with. What is joined with nothing stays where it is.
fn sort(row: &mut [usize], joined: &[Vec<usize>], positions: &[usize]) {
    let place = |at: usize| positions.get(at).copied().map_or(0, count);
    let keyed = row.iter().enumerate().map(|(position, at)| {
        let others = joined.get(*at).map_or(&[][..], Vec::as_slice);
        // In thousandths, so that means of whole numbers differ where they should.
        let sum: i64 = others.iter().map(|other| place(*other) * 1000).sum();
        (if others.is_empty() { count(position) * 1000 } else { sum / count(others.len()) }, *at)
    });
    let mut keyed: Vec<(i64, usize)> = keyed.collect();
    keyed.sort_by_key(|(key, _)| *key);
    for (place, (_, at)) in row.iter_mut().zip(keyed) {
        *place = at;
    }
}

/// How many pairs of lines cross.
fn crossings(layers: &Layers, rows: &[Vec<usize>], positions: &[usize]) -> usize {
    rows.iter().map(|row| below(layers, row, positions)).sum()
}

/// How many pairs cross between a layer and the next: the pairs whose lower ends are in another order than their upper ones.
fn below(layers: &Layers, row: &[usize], positions: &[usize]) -> usize {
    let mut ends: Vec<usize> = Vec::new();
    for at in row {
        let from = ends.len();
        let joined = layers.below.get(*at).into_iter().flatten();
        ends.extend(joined.map(|lower| positions.get(*lower).copied().unwrap_or(0)));
        ends.get_mut(from..).into_iter().for_each(<[usize]>::sort_unstable);
    }
    // A Fenwick tree counts how many of the ends so far lie to the right.
    let size = ends.iter().max().map_or(0, |most| most + 1);
    let mut tree = vec![0_usize; size + 1];
    let mut pairs = 0;
    for (so_far, end) in ends.iter().enumerate() {
        let mut at = end + 1;
        let mut not_right = 0;
        while at > 0 {
            not_right += tree.get(at).copied().unwrap_or(0);
            at &= at - 1;
        }
        pairs += so_far - not_right;
        at = end + 1;
        while let Some(node) = tree.get_mut(at) {
            *node += 1;
            at += at & at.wrapping_neg();
        }
    }
    pairs
}
