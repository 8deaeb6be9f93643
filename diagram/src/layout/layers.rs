//! Which layer each thing is in.

use crate::graph::{Edge, Graph, Kind};
use crate::text::{LINE, count, width};
use std::cmp::Reverse;

/// From an arrow to its text.
pub(crate) const BESIDE: i64 = 7;
/// Around an arrow that passes a layer.
const PASSING: i64 = 5;
/// From the dot of the first state to its box.
pub(crate) const DOT: i64 = 34;

/// Something that takes room in a layer. Its place is that of the arrow that goes through it; of a box it is the middle.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) what: What,
    pub(crate) layer: usize,
    /// How far it reaches to both sides of its place.
    pub(crate) left: i64,
    pub(crate) right: i64,
    /// Half the width of a box without what stands beside it.
    pub(crate) half: i64,
    pub(crate) height: i64,
}

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Box(usize),
    /// The text of an arrow, beside it.
    Text(usize),
    /// An arrow that only passes.
    Passing(usize),
}

/// All items, and what is joined by an arrow from one layer to the next.
#[derive(Debug)]
pub(crate) struct Layers {
    pub(crate) items: Vec<Item>,
    /// For each edge its items from the top to the bottom, the boxes included.
    pub(crate) chains: Vec<Vec<usize>>,
    /// For each item those above and below that it is joined with.
    pub(crate) above: Vec<Vec<usize>>,
    pub(crate) below: Vec<Vec<usize>>,
    pub(crate) count: usize,
}

impl Layers {
    pub(crate) fn of(graph: &Graph) -> Self {
        let rank = Ranks::of(graph);
        let layer_of = rank.layers(graph);
        let mut above = vec![0; graph.boxes.len()];
        let mut below = vec![0; graph.boxes.len()];
        for edge in &graph.edges {
            let (top, bottom) = rank.ends(edge);
            below.get_mut(top).into_iter().for_each(|ports| *ports += 1);
            above.get_mut(bottom).into_iter().for_each(|ports| *ports += 1);
        }
        let mut layers = Self { items: Vec::new(), chains: Vec::new(), above: Vec::new(), below: Vec::new(), count: 0 };
        for (at, node) in graph.boxes.iter().enumerate() {
            let ports = |of: &[usize]| of.get(at).copied().unwrap_or(0);
            let half = (graph.width(at, ports(&above), ports(&below)) + 1) / 2;
            let dot = if at == graph.start && node.kind == Kind::State { DOT } else { 0 };
            let layer = layer_of.get(at).copied().unwrap_or(0);
            let (left, right, height) = (half + dot, half + node.beside(), node.height());
            layers.push(Item { what: What::Box(at), layer, left, right, half, height });
        }
        for (at, edge) in graph.edges.iter().enumerate() {
            let (top, bottom) = rank.ends(edge);
            let layer = |at: usize| layer_of.get(at).copied().unwrap_or(0);
            layers.edge(at, edge, (top, layer(top)), (bottom, layer(bottom)));
        }
        layers
    }

    fn push(&mut self, item: Item) -> usize {
        self.count = self.count.max(item.layer + 1);
        self.items.push(item);
        self.above.push(Vec::new());
        self.below.push(Vec::new());
        self.items.len() - 1
    }

    /// The items of an edge between two boxes, each given with its layer.
    fn edge(&mut self, at: usize, edge: &Edge, (top, first): (usize, usize), (bottom, last): (usize, usize)) {
        // Beside the box that the arrow comes from, where those look who want to know what leads out of it.
        let text = if edge.from == top { first + 1 } else { last.saturating_sub(1) };
        let mut chain = vec![top];
        for layer in first + 1..last {
            let passing = Item { what: What::Passing(at), layer, left: PASSING, right: PASSING, half: 0, height: 0 };
            chain.push(self.push(if layer == text {
                let wide = edge.lines.iter().map(|line| width(&line.text)).max().unwrap_or(0);
                let height = count(edge.lines.len()) * LINE;
                Item { what: What::Text(at), right: BESIDE + wide, height, ..passing }
            } else {
                passing
            }));
        }
        chain.push(bottom);
        for (upper, lower) in chain.iter().zip(chain.iter().skip(1)) {
            self.below.get_mut(*upper).into_iter().for_each(|joined| joined.push(*lower));
            self.above.get_mut(*lower).into_iter().for_each(|joined| joined.push(*upper));
        }
        self.chains.push(chain);
    }
}

/// An order of the boxes in which every arrow goes down, or is drawn upwards.
struct Ranks(Vec<usize>);

impl Ranks {
    /// The order of the source, with the box that machines start in first: whoever wrote the machine had it in that order in mind. Rows for any state
    /// come before all others, since nothing leads to them.
    fn of(graph: &Graph) -> Self {
        let mut order: Vec<usize> = (0..graph.boxes.len()).collect();
        order.sort_by_key(|at| {
            let is_any = graph.boxes.get(*at).is_some_and(|node| node.kind == Kind::Any);
            (Reverse(is_any), Reverse(*at == graph.start), *at)
        });
        let mut ranks = vec![0; order.len()];
        for (rank, at) in order.into_iter().enumerate() {
            ranks.get_mut(at).into_iter().for_each(|place| *place = rank);
        }
        Self(ranks)
    }

    fn rank(&self, at: usize) -> usize {
        self.0.get(at).copied().unwrap_or(0)
    }

    /// The upper and the lower end of an edge.
    fn ends(&self, edge: &Edge) -> (usize, usize) {
        if self.rank(edge.from) <= self.rank(edge.to) { (edge.from, edge.to) } else { (edge.to, edge.from) }
    }

    /// The layer of each box: by the longest way from above. Between two layers of boxes is one for texts.
    fn layers(&self, graph: &Graph) -> Vec<usize> {
        let mut order: Vec<usize> = (0..graph.boxes.len()).collect();
        order.sort_by_key(|at| self.rank(*at));
        let mut down: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
        let mut is_led_to = vec![false; order.len()];
        for (top, bottom) in graph.edges.iter().map(|edge| self.ends(edge)) {
            down.get_mut(top).into_iter().for_each(|joined| joined.push(bottom));
            is_led_to.get_mut(bottom).into_iter().for_each(|led| *led = true);
        }
        let mut layers: Vec<usize> = vec![0; order.len()];
        for at in &order {
            let next = layers.get(*at).copied().unwrap_or(0) + 2;
            for below in down.get(*at).into_iter().flatten() {
                layers.get_mut(*below).into_iter().for_each(|layer| *layer = next.max(*layer));
            }
        }
        // What nothing leads down to comes close to what it leads to.
        for at in order.iter().rev().filter(|at| is_led_to.get(**at) == Some(&false)) {
            let nearest = down.get(*at).into_iter().flatten().filter_map(|below| layers.get(*below)).min().copied();
            if let (Some(nearest), Some(layer)) = (nearest, layers.get_mut(*at)) {
                *layer = nearest.saturating_sub(2);
            }
        }
        layers
    }
}
