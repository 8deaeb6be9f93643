//! Nothing lies upon anything, and all arrows begin and end where they should.

use super::{Arrow, Layout, Rect};
use crate::graph::Graph;
use crate::machine::Machine;
use crate::tests::machine;

/// Pictures of all sizes that people draw, and of some that they do not.
fn each(check: impl Fn(&Graph, &Layout)) {
    let check = |machine: &Machine| {
        let graph = Graph::of(&machine.drawing());
        check(&graph, &Layout::of(&graph));
    };
    for seed in 0..25 {
        for (states, rows) in [(1, 0), (1, 4), (2, 6), (3, 7), (8, 16), (15, 40), (25, 60), (12, 150)] {
            check(&machine(seed, states, rows));
        }
    }
    check(&machine(1, 40, 200));
    check(&Machine::default());
}

fn overlap(a: Rect, b: Rect) -> bool {
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/// A box with everything that is drawn at its sides.
fn whole(graph: &Graph, layout: &Layout, at: usize) -> Rect {
    let (rect, beside) = (layout.boxes[at], graph.boxes[at].beside());
    let dot = layout.dot.filter(|_| at == graph.start).map_or(0, |(x, _)| rect.x - x + 5);
    Rect { x: rect.x - dot, width: rect.width + beside + dot, ..rect }
}

#[test]
fn no_box_and_no_text_lies_upon_another() {
    each(|graph, layout| {
        let boxes = (0..graph.boxes.len()).map(|at| whole(graph, layout, at));
        let all: Vec<Rect> = boxes.chain(layout.arrows.iter().map(|arrow| arrow.text)).collect();
        for (at, one) in all.iter().enumerate() {
            assert!(one.x >= 0 && one.x + one.width <= layout.width, "{one:?} is outside");
            assert!(one.y >= 0 && one.y + one.height <= layout.height, "{one:?} is outside");
            assert!(one.width > 0 && one.height > 0, "{one:?} is nothing");
            for other in &all[at + 1..] {
                assert!(!overlap(*one, *other), "{one:?} and {other:?}");
            }
        }
    });
}

#[test]
fn no_arrow_goes_through_a_box_or_a_text() {
    // Curves lie between layers, where neither is: they are checked by their ends.
    each(|graph, layout| {
        let boxes = (0..graph.boxes.len()).map(|at| whole(graph, layout, at));
        let all: Vec<Rect> = boxes.chain(layout.arrows.iter().map(|arrow| arrow.text)).collect();
        for arrow in &layout.arrows {
            for stop in &arrow.stops {
                let straight = Rect { x: stop.x, y: stop.top, width: 1, height: stop.bottom - stop.top };
                for thing in &all {
                    assert!(!overlap(straight, *thing), "{arrow:?} goes through {thing:?}");
                }
            }
            for (upper, lower) in arrow.stops.iter().zip(arrow.stops.iter().skip(1)) {
                let between = |thing: &&Rect| thing.y < lower.top && upper.bottom < thing.y + thing.height;
                assert_eq!(all.iter().find(between), None, "{arrow:?} bends beside it");
            }
        }
    });
}

#[test]
fn every_arrow_begins_and_ends_at_its_boxes() {
    each(|graph, layout| {
        assert_eq!(graph.edges.len(), layout.arrows.len());
        for (edge, arrow) in graph.edges.iter().zip(&layout.arrows) {
            let Arrow { stops, is_upwards, .. } = arrow;
            let (top, bottom) = if *is_upwards { (edge.to, edge.from) } else { (edge.from, edge.to) };
            let (first, last) = (stops.first().unwrap(), stops.last().unwrap());
            let (top, bottom) = (layout.boxes[top], layout.boxes[bottom]);
            assert_eq!(first.top, top.y + top.height);
            assert_eq!(last.bottom, bottom.y);
            assert!(top.x < first.x && first.x < top.x + top.width, "{arrow:?} leaves beside {top:?}");
            assert!(bottom.x < last.x && last.x < bottom.x + bottom.width, "{arrow:?} ends beside {bottom:?}");
            assert!(first.top < last.bottom, "an arrow goes down");
        }
    });
}

#[test]
fn no_two_arrows_share_a_place_at_a_box() {
    each(|_, layout| {
        let ends = |arrow: &Arrow| {
            [
                (arrow.stops[0].x, arrow.stops[0].top),
                (arrow.stops.last().unwrap().x, arrow.stops.last().unwrap().bottom),
            ]
        };
        let mut all: Vec<(i64, i64)> = layout.arrows.iter().flat_map(ends).collect();
        let before = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), before);
    });
}

#[test]
fn lines_that_need_not_cross_do_not() {
    let mut graph = Graph::of(&machine(3, 3, 0).drawing());
    graph.edges.extend([(0, 1), (0, 2)].map(|(from, to)| crate::graph::Edge { from, to, timed: false, lines: vec![] }));
    let layout = Layout::of(&graph);
    let [one, two] = &*layout.arrows else { panic!("two arrows") };
    let side = |arrow: &Arrow| (arrow.stops[0].x, arrow.stops.last().unwrap().x);
    assert_eq!(side(one).0 < side(two).0, side(one).1 < side(two).1);
}
