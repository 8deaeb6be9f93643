//! What an SVG consists of.

use crate::layout::{Arrow, Rect};
use crate::text::xml;

/// How long the head of an arrow is.
const HEAD: i64 = 8;

pub(super) fn text(x: i64, y: i64, style: &str, words: &str) -> String {
    let space = if style.is_empty() { "" } else { " " };
    format!("<text x=\"{x}\" y=\"{y}\"{space}{style}>{}</text>\n", xml(words))
}

pub(super) fn rect(Rect { x, y, width, height }: Rect, round: i64, style: &str) -> String {
    format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\" {style}/>\n")
}

/// A thin line from here to the right.
pub(super) fn line(x: i64, y: i64, long: i64) -> String {
    format!("<path d=\"M{x} {y}h{long}\" stroke=\"currentColor\" stroke-opacity=\"0.35\"/>\n")
}

/// The dot that a machine comes from, with its arrow to the box that begins at `to`.
pub(super) fn dot(x: i64, y: i64, to: i64) -> String {
    format!(
        "<g><title>starts here</title>\n<circle cx=\"{x}\" cy=\"{y}\" r=\"5\"/>\n\
         <path d=\"M{x} {y}H{}\" stroke=\"currentColor\"/>\n<path d=\"M{to} {y}l-{HEAD} -4v8z\"/>\n</g>\n",
        to - HEAD
    )
}

/// The line of an arrow: straight down where other things of the layer stand, in curves between the layers.
pub(super) fn path(arrow: &Arrow, colour: &str, dashes: &str) -> String {
    let mut way: Vec<String> = Vec::new();
    let last = arrow.stops.len().saturating_sub(1);
    for (at, stop) in arrow.stops.iter().enumerate() {
        // The head is drawn by itself: the line ends behind it.
        let top = if at == 0 && arrow.is_upwards { stop.top + HEAD } else { stop.top };
        let bottom = if at == last && !arrow.is_upwards { stop.bottom - HEAD } else { stop.bottom };
        // A layer may begin where its box does: then the curve itself ends behind the head.
        let begin = top.min(bottom);
        match at.checked_sub(1).and_then(|before| arrow.stops.get(before)) {
            None => way.push(format!("M{} {top}", stop.x)),
            Some(before) => {
                let middle = before.bottom + (begin - before.bottom) / 2;
                way.push(format!("C{} {middle} {} {middle} {} {begin}", before.x, stop.x, stop.x));
            }
        }
        if bottom > begin {
            way.push(format!("V{bottom}"));
        }
    }
    let way = way.concat();
    format!("<path d=\"{way}\" fill=\"none\" stroke=\"{colour}\" stroke-opacity=\"0.75\"{dashes}/>\n")
}

/// The head of an arrow.
pub(super) fn head(arrow: &Arrow, colour: &str) -> String {
    let (x, y, back) = match (arrow.is_upwards, arrow.stops.first(), arrow.stops.last()) {
        (true, Some(first), _) => (first.x, first.top, HEAD),
        (false, _, Some(last)) => (last.x, last.bottom, -HEAD),
        _ => return String::new(),
    };
    format!("<path d=\"M{x} {y}l-4 {back}h8z\" fill=\"{colour}\"/>\n")
}
