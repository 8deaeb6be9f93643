//! DOT.

use crate::drawing::Drawing;
use crate::graph::{Graph, Kind, Line};

pub(crate) fn write(drawing: &Drawing) -> String {
    let graph = Graph::of(drawing);
    let mut lines = vec![format!("digraph {} {{", quoted(&drawing.machine.name))];
    lines.push(format!("    label={}; labelloc=t; fontname=\"monospace\";", quoted(&drawing.heading())));
    lines.push("    node [shape=box, style=rounded, fontname=\"monospace\"];".to_owned());
    lines.push("    edge [fontname=\"monospace\", fontsize=11];".to_owned());
    for (at, node) in graph.boxes.iter().enumerate() {
        let mut options = format!("label={}", quoted(&all(&node.name, &node.lines)));
        if node.terminal {
            options.push_str(", peripheries=2");
        }
        if node.current {
            options.push_str(", penwidth=3, color=\"#d9730d\"");
        }
        if node.kind == Kind::Any {
            options.push_str(", style=\"rounded,dashed\"");
        }
        lines.push(format!("    n{at} [{options}];"));
    }
    if !graph.boxes.is_empty() {
        lines.push("    start [shape=point, width=0.12];".to_owned());
        lines.push(format!("    start -> n{};", graph.start));
    }
    for edge in &graph.edges {
        let style = if edge.timed { ", style=dashed" } else { "" };
        lines.push(format!("    n{} -> n{} [label={}{style}];", edge.from, edge.to, quoted(&all("", &edge.lines))));
    }
    for (at, node) in graph.boxes.iter().enumerate().filter(|(_, node)| !node.again.is_empty()) {
        lines.push(format!("    n{at} -> n{at} [label={}];", quoted(&all("", &node.again))));
    }
    lines.push("}".to_owned());
    lines.join("\n") + "\n"
}

fn all(name: &str, lines: &[Line]) -> String {
    let name = (!name.is_empty()).then_some(name);
    name.into_iter().chain(lines.iter().map(|line| &*line.text)).collect::<Vec<_>>().join("\n")
}

/// A string of DOT.
fn quoted(words: &str) -> String {
    format!("\"{}\"", words.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
