//! SVG.

mod describe;
mod shapes;

use crate::drawing::Drawing;
use crate::graph::{Edge, Graph, Kind, LOOP, Line, Node, PADDING};
use crate::layout::{Arrow, Layout, Rect};
use crate::text::{LINE, SIZE, count, identifier, xml};
use shapes::{dot, head, line, path, rect, text};

/// The fonts: those that systems have for code, since what is drawn are names of code.
const FONT: &str = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace";
/// What stands out: readable on white and on black.
pub(crate) const ACCENT: &str = "#d9730d";
/// From the top of a line to where its letters stand.
const BASE: i64 = 12;

pub(crate) fn write(drawing: &Drawing) -> String {
    let graph = Graph::of(drawing);
    let layout = Layout::of(&graph);
    let id = identifier(drawing.id.as_deref().unwrap_or(&drawing.machine.name));
    let Layout { width, height, .. } = layout;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-labelledby=\"{id}-title {id}-desc\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{FONT}\" font-size=\"{SIZE}\" fill=\"currentColor\" stroke=\"none\">\n\
         <title id=\"{id}-title\">{}</title>\n<desc id=\"{id}-desc\">{}</desc>\n",
        xml(&drawing.heading()),
        xml(&describe::machine(drawing)),
    );
    for (edge, arrow) in graph.edges.iter().zip(&layout.arrows) {
        svg.push_str(&self::arrow(&graph, edge, arrow));
    }
    if let (Some((x, y)), Some(to)) = (layout.dot, layout.boxes.get(graph.start)) {
        svg.push_str(&dot(x, y, to.x));
    }
    for (node, place) in graph.boxes.iter().zip(&layout.boxes) {
        svg.push_str(&self::node(node, *place));
    }
    svg.push_str("</svg>\n");
    svg
}

fn arrow(graph: &Graph, edge: &Edge, arrow: &Arrow) -> String {
    let name = |at: usize| graph.boxes.get(at).map_or("", |node| &*node.name);
    let tip = format!("from {} to {}", name(edge.from), name(edge.to));
    let dashes = if edge.timed { " stroke-dasharray=\"5 4\"" } else { "" };
    let colour = if edge.lines.iter().all(|line| line.marked) { ACCENT } else { "currentColor" };
    let mut svg = format!("<g><title>{}</title>\n", xml(&tip));
    svg.push_str(&path(arrow, colour, dashes));
    svg.push_str(&head(arrow, colour));
    svg.push_str(&lines(&edge.lines, arrow.text.x, arrow.text.y));
    svg.push_str("</g>\n");
    svg
}

fn node(node: &Node, place: Rect) -> String {
    let Rect { x, y, width, height } = place;
    let tip = if node.doc.is_empty() { node.name.clone() } else { format!("{}: {}", node.name, node.doc) };
    let mut svg = format!("<g><title>{}</title>\n", xml(&tip));
    let (stroke, wide, fill) = if node.current { (ACCENT, 3, "0.18") } else { ("currentColor", 1, "0.06") };
    let dashes = if node.kind == Kind::Any { " stroke-dasharray=\"2 3\"" } else { "" };
    svg.push_str(&rect(
        place,
        8,
        &format!("fill-opacity=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{wide}\"{dashes}"),
    ));
    if node.terminal {
        let inner = Rect { x: x + 3, y: y + 3, width: width - 6, height: height - 6 };
        svg.push_str(&rect(inner, 5, "fill=\"none\" stroke=\"currentColor\""));
    }
    let style = if node.kind == Kind::Any { "font-style=\"italic\"" } else { "font-weight=\"bold\" font-size=\"13\"" };
    let middle = x + width / 2;
    if node.lines.is_empty() {
        svg.push_str(&text(middle, y + height / 2 + 5, &format!("text-anchor=\"middle\" {style}"), &node.name));
    } else {
        svg.push_str(&text(middle, y + 20, &format!("text-anchor=\"middle\" {style}"), &node.name));
        svg.push_str(&line(x + 6, y + 28, width - 12));
        svg.push_str(&lines(&node.lines, x + PADDING, y + 32));
    }
    if !node.again.is_empty() {
        svg.push_str(&again(node, place));
    }
    svg.push_str("</g>\n");
    svg
}

/// The arrow of a state back to itself, at its right.
fn again(node: &Node, Rect { x, y, width, height }: Rect) -> String {
    let (right, middle) = (x + width, y + height / 2);
    let (top, bottom, far) = (middle - 9, middle + 9, right + LOOP - 8);
    let mut svg = format!(
        "<path d=\"M{right} {top}C{far} {} {far} {} {} {bottom}\" fill=\"none\" stroke=\"currentColor\"/>\n\
         <path d=\"M{right} {bottom}l8 -4v8z\"/>\n",
        top - 2,
        bottom + 2,
        right + 7,
    );
    let from = middle - count(node.again.len()) * LINE / 2;
    svg.push_str(&lines(&node.again, right + LOOP - 8, from));
    svg
}

/// Lines of text, the first with its upper left corner here.
fn lines(lines: &[Line], x: i64, y: i64) -> String {
    let place = |at: usize| y + count(at) * LINE + BASE;
    let marked = format!("fill=\"{ACCENT}\" font-weight=\"bold\"");
    let each = lines.iter().enumerate();
    each.map(|(at, line)| text(x, place(at), if line.marked { &marked } else { "" }, &line.text)).collect()
}
