//! Where in its layer each item is: as close to straight below and above what it is joined with as the others let it.

use super::layers::{Layers, What};
use super::straighten::straighten;
use crate::text::count;

/// Between two items of a layer.
pub(super) const APART: i64 = 14;
/// How often all layers are looked at, half of the times from the top.
const SWEEPS: usize = 12;
/// How much more a line wants to be straight where it only passes than where it reaches a box.
const STRAIGHT: i64 = 8;

/// The places of all items.
#[derive(Debug)]
pub(crate) struct Place {
    /// Of each item.
    pub(crate) x: Vec<i64>,
    /// For each edge how far from the middle of its upper and of its lower box it begins and ends.
    pub(crate) ports: Vec<(i64, i64)>,
}

impl Place {
    pub(super) fn of(layers: &Layers, rows: &[Vec<usize>]) -> Self {
        let ports = ports(layers, rows);
        let wishes = wishes(layers, &ports);
        let mut x = vec![0; layers.items.len()];
        for row in rows {
            settle(layers, row, &mut x, |_, _| (0, 1));
        }
        for sweep in 0..SWEEPS {
            let is_last = sweep + 2 >= SWEEPS;
            let mut order: Vec<&Vec<usize>> = rows.iter().collect();
            if sweep % 2 == 1 {
                order.reverse();
            }
            for row in order {
                settle(layers, row, &mut x, |at, x| {
                    let mut sum = (0, 0);
                    for wish in wishes.get(at).into_iter().flatten() {
                        // From one side first; both have their say in the end.
                        if is_last || wish.from_above == (sweep % 2 == 0) {
                            let other = x.get(wish.other).copied().unwrap_or(0);
                            sum = (sum.0 + (other + wish.offset) * wish.weight, sum.1 + wish.weight);
                        }
                    }
                    if sum.1 == 0 { (x.get(at).copied().unwrap_or(0), 1) } else { (sum.0 / sum.1, sum.1) }
                });
            }
        }
        straighten(layers, rows, &mut x);
        for row in rows {
            move_up(layers, row, &mut x);
        }
        let left = (0..x.len()).filter_map(|at| Some(x.get(at)? - layers.items.get(at)?.left)).min().unwrap_or(0);
        for x in &mut x {
            *x -= left;
        }
        Self { x, ports }
    }
}

/// An item wants to be at so much from another.
struct Wish {
    other: usize,
    offset: i64,
    weight: i64,
    from_above: bool,
}

fn wishes(layers: &Layers, ports: &[(i64, i64)]) -> Vec<Vec<Wish>> {
    let mut wishes: Vec<Vec<Wish>> = layers.items.iter().map(|_| Vec::new()).collect();
    let is_box = |at: usize| layers.items.get(at).is_some_and(|item| matches!(item.what, What::Box(_)));
    for (chain, (top, bottom)) in layers.chains.iter().zip(ports) {
        for (at, (upper, lower)) in chain.iter().zip(chain.iter().skip(1)).enumerate() {
            let weight = if is_box(*upper) || is_box(*lower) { 1 } else { STRAIGHT };
            let from = if at == 0 { *top } else { 0 };
            let to = if at + 2 == chain.len() { *bottom } else { 0 };
            let offset = from - to;
            let below = Wish { other: *upper, offset, weight, from_above: true };
            let above = Wish { other: *lower, offset: -offset, weight, from_above: false };
            wishes.get_mut(*lower).into_iter().for_each(|of| of.push(Wish { ..below }));
            wishes.get_mut(*upper).into_iter().for_each(|of| of.push(Wish { ..above }));
        }
    }
    wishes
}

/// Spreads the arrows of each box over its side, in the order of what they lead to, so that they do not cross there.
fn ports(layers: &Layers, rows: &[Vec<usize>]) -> Vec<(i64, i64)> {
    let mut positions = vec![0; layers.items.len()];
    for row in rows {
        for (position, at) in row.iter().enumerate() {
            positions.get_mut(*at).into_iter().for_each(|place| *place = position);
        }
    }
    let mut ports = vec![(0, 0); layers.chains.len()];
    for (at, item) in layers.items.iter().enumerate() {
        let What::Box(_) = item.what else { continue };
        let position = |other: Option<&usize>| other.and_then(|other| positions.get(*other)).copied().unwrap_or(0);
        let mut below: Vec<(usize, usize)> = Vec::new();
        let mut above: Vec<(usize, usize)> = Vec::new();
        for (edge, chain) in layers.chains.iter().enumerate() {
            if chain.first() == Some(&at) {
                below.push((position(chain.get(1)), edge));
            }
            if chain.last() == Some(&at) {
                above.push((position(chain.iter().rev().nth(1)), edge));
            }
        }
        for (edge, offset) in spread(below, item.half) {
            ports.get_mut(edge).into_iter().for_each(|port: &mut (i64, i64)| port.0 = offset);
        }
        for (edge, offset) in spread(above, item.half) {
            ports.get_mut(edge).into_iter().for_each(|port: &mut (i64, i64)| port.1 = offset);
        }
    }
    ports
}

/// How far apart the arrows of one side are at most.
const SPREAD: i64 = 40;

fn spread(mut edges: Vec<(usize, usize)>, half: i64) -> impl Iterator<Item = (usize, i64)> {
    edges.sort_unstable();
    let many = count(edges.len());
    let apart = (2 * half / (many + 1)).min(SPREAD);
    let first = -apart * (many - 1) / 2;
    (0..).zip(edges).map(move |(at, (_, edge))| (edge, first + apart * at))
}

/// Gives each item of a layer the place that it wants, or as near to it as the others allow: the sum of the squares of what is missed is the least
/// that there is. `want` says which place, and how much.
fn settle(layers: &Layers, row: &[usize], x: &mut [i64], want: impl Fn(usize, &[i64]) -> (i64, i64)) {
    // Without the room that all items to the left need, what remains is to be put in order: neighbours that want to pass each other meet in the middle.
    let mut needed = 0;
    let mut last_right = None;
    let mut groups: Vec<Group> = Vec::new();
    let mut offsets = Vec::with_capacity(row.len());
    for at in row {
        let Some(item) = layers.items.get(*at) else { continue };
        if let Some(right) = last_right {
            needed += right + APART + item.left;
        }
        last_right = Some(item.right);
        offsets.push((*at, needed));
        let (place, weight) = want(*at, x);
        groups.push(Group { sum: (place - needed) * weight, weight, items: 1 });
        while let [.., left, right] = &*groups
            && left.mean() > right.mean()
        {
            let together = Group {
                sum: left.sum + right.sum,
                weight: left.weight + right.weight,
                items: left.items + right.items,
            };
            groups.truncate(groups.len() - 2);
            groups.push(together);
        }
    }
    let means = groups.iter().flat_map(|group| std::iter::repeat_n(group.mean(), group.items));
    for ((at, needed), mean) in offsets.into_iter().zip(means) {
        x.get_mut(at).into_iter().for_each(|x| *x = mean + needed);
    }
}

/// Moves what is joined with nothing, and stands at the right end of its layer, up to its neighbour.
fn move_up(layers: &Layers, row: &[usize], x: &mut [i64]) {
    let is_alone =
        |at: usize| [&layers.above, &layers.below].iter().all(|joined| joined.get(at).is_some_and(Vec::is_empty));
    let joined = row.iter().rposition(|at| !is_alone(*at)).unwrap_or(0);
    for (left, at) in row.iter().zip(row.iter().skip(1)).skip(joined) {
        let (Some(before), Some(item), Some(place)) = (layers.items.get(*left), layers.items.get(*at), x.get(*left))
        else {
            continue;
        };
        let place = place + before.right + 2 * APART + item.left;
        x.get_mut(*at).into_iter().for_each(|x| *x = place);
    }
}

/// Items that touch each other.
struct Group {
    sum: i64,
    weight: i64,
    items: usize,
}

impl Group {
    fn mean(&self) -> i64 {
        self.sum.div_euclid(self.weight)
    }
}
