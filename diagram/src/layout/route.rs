//! From places to a picture: how high each layer is, and which way the arrows take.

use super::layers::{BESIDE, DOT, Layers, What};
use super::order::order;
use super::place::Place;
use crate::graph::Graph;
use crate::text::count;

/// Around everything.
const MARGIN: i64 = 12;
/// From one layer to the next.
const GAP: i64 = 20;
/// No two layers are farther apart than this for the sake of lines that go far to the side.
const WIDEST_GAP: i64 = 64;

/// A picture: where everything is, in pixels from its upper left corner.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) width: i64,
    pub(crate) height: i64,
    /// Of each box of the graph.
    pub(crate) boxes: Vec<Rect>,
    /// Of each edge of the graph.
    pub(crate) arrows: Vec<Arrow>,
    /// The dot from which an arrow leads to the first box.
    pub(crate) dot: Option<(i64, i64)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rect {
    pub(crate) x: i64,
    pub(crate) y: i64,
    pub(crate) width: i64,
    pub(crate) height: i64,
}

/// The way of an arrow, always from the top to the bottom.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Arrow {
    pub(crate) stops: Vec<Stop>,
    /// Whether its head is at the top.
    pub(crate) is_upwards: bool,
    /// Where its text begins.
    pub(crate) text: Rect,
}

/// An arrow goes straight down from `top` to `bottom` here, and from there in a curve to its next stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stop {
    pub(crate) x: i64,
    pub(crate) top: i64,
    pub(crate) bottom: i64,
}

impl Layout {
    pub(crate) fn of(graph: &Graph) -> Self {
        let layers = Layers::of(graph);
        let rows = order(&layers);
        let place = Place::of(&layers, &rows);
        let bands = bands(&layers, &place, &rows);
        let x = |at: usize| place.x.get(at).copied().unwrap_or(0) + MARGIN;
        let band = |at: usize| layers.items.get(at).and_then(|item| bands.get(item.layer)).copied().unwrap_or((0, 0));
        let boxes = layers.items.iter().enumerate().filter_map(|(at, item)| {
            let What::Box(_) = item.what else { return None };
            let (top, bottom) = band(at);
            let y = top + (bottom - top - item.height) / 2;
            Some(Rect { x: x(at) - item.half, y, width: 2 * item.half, height: item.height })
        });
        let boxes: Vec<Rect> = boxes.collect();
        let mut arrows = Vec::new();
        for (edge, (chain, ports)) in graph.edges.iter().zip(layers.chains.iter().zip(&place.ports)) {
            let mut arrow =
                Arrow { stops: Vec::new(), is_upwards: chain.first() != Some(&edge.from), text: Rect::NONE };
            for at in chain {
                let Some(item) = layers.items.get(*at) else { continue };
                let (top, bottom) = band(*at);
                let stop = match item.what {
                    What::Box(number) => {
                        let Some(rect) = boxes.get(number) else { continue };
                        if arrow.stops.is_empty() {
                            Stop { x: x(*at) + ports.0, top: rect.y + rect.height, bottom }
                        } else {
                            Stop { x: x(*at) + ports.1, top, bottom: rect.y }
                        }
                    }
                    What::Text(_) => {
                        let y = top + (bottom - top - item.height) / 2;
                        let width = item.right - BESIDE;
                        arrow.text = Rect { x: x(*at) + BESIDE, y, width, height: item.height };
                        Stop { x: x(*at), top, bottom }
                    }
                    What::Passing(_) => Stop { x: x(*at), top, bottom },
                };
                arrow.stop(stop);
            }
            arrows.push(arrow);
        }
        let right = (0..layers.items.len()).filter_map(|at| Some(x(at) + layers.items.get(at)?.right)).max();
        let start = boxes.get(graph.start);
        Self {
            width: right.unwrap_or(0) + MARGIN,
            height: bands.last().map_or(0, |(_, bottom)| *bottom) + MARGIN,
            dot: start.map(|rect| (rect.x - DOT + 8, rect.y + rect.height / 2)),
            boxes,
            arrows,
        }
    }
}

impl Rect {
    const NONE: Self = Self { x: 0, y: 0, width: 0, height: 0 };
}

impl Arrow {
    /// Adds a stop. One straight below another is part of it.
    fn stop(&mut self, stop: Stop) {
        match self.stops.last_mut() {
            Some(last) if last.x == stop.x => last.bottom = stop.bottom,
            _ => self.stops.push(stop),
        }
    }
}

/// Where each layer begins and ends. Layers are farther apart where lines go far to the side, which would be flat otherwise.
fn bands(layers: &Layers, place: &Place, rows: &[Vec<usize>]) -> Vec<(i64, i64)> {
    let x = |at: usize| place.x.get(at).copied().unwrap_or(0);
    let mut bands = Vec::with_capacity(rows.len());
    let mut top = MARGIN;
    for row in rows {
        let height = row.iter().filter_map(|at| layers.items.get(*at)).map(|item| item.height).max().unwrap_or(0);
        bands.push((top, top + height));
        let far = row.iter().flat_map(|at| {
            let below = layers.below.get(*at).into_iter().flatten();
            below.map(|lower| (x(*at) - x(*lower)).abs())
        });
        let many = count(row.len());
        top += height + (GAP + far.max().unwrap_or(0) / 8 + many).min(WIDEST_GAP);
    }
    bands
}
