//! Mermaid.

use crate::drawing::Drawing;
use crate::graph::{ANY, Graph, Kind};
use crate::text::identifier;

pub(crate) fn write(drawing: &Drawing) -> String {
    let graph = Graph::of(drawing);
    let mut lines = vec!["---".to_owned(), format!("title: {}", quoted(&drawing.heading())), "---".to_owned()];
    lines.push("stateDiagram-v2".to_owned());
    for node in &graph.boxes {
        let id = id(&node.name, node.kind);
        // A description would stand in place of the name, if the name were none.
        if id != node.name || !node.lines.is_empty() {
            lines.push(format!("    state \"{}\" as {id}", text(&node.name)));
        }
        lines.extend(node.lines.iter().map(|line| format!("    {id} : {}", text(&line.text))));
    }
    if let Some(first) = graph.boxes.get(graph.start).filter(|node| node.kind == Kind::State) {
        lines.push(format!("    [*] --> {}", id(&first.name, first.kind)));
    }
    for edge in &graph.edges {
        if let (Some(from), Some(to)) = (graph.boxes.get(edge.from), graph.boxes.get(edge.to)) {
            let words = edge.lines.iter().map(|line| text(&line.text)).collect::<Vec<_>>().join("<br>");
            lines.push(format!("    {} --> {} : {words}", id(&from.name, from.kind), id(&to.name, to.kind)));
        }
    }
    for node in graph.boxes.iter().filter(|node| !node.again.is_empty()) {
        let id = id(&node.name, node.kind);
        let words = node.again.iter().map(|line| text(&line.text)).collect::<Vec<_>>().join("<br>");
        lines.push(format!("    {id} --> {id} : {words}"));
    }
    lines.extend(
        graph
            .boxes
            .iter()
            .filter(|node| node.terminal)
            .map(|node| format!("    {} --> [*]", id(&node.name, node.kind))),
    );
    if let Some(node) = graph.boxes.iter().find(|node| node.current) {
        lines.push("    classDef current stroke-width:3px,stroke:#d9730d".to_owned());
        lines.push(format!("    class {} current", id(&node.name, node.kind)));
    }
    lines.join("\n") + "\n"
}

/// Names that Mermaid takes for words of its own are given another form, and so are those that are no identifiers.
fn id(name: &str, kind: Kind) -> String {
    const WORDS: &[&str] =
        &["state", "note", "end", "class", "classdef", "direction", "style", "click", "as", "default"];
    let id = identifier(name);
    match kind {
        Kind::Any => identifier(ANY),
        Kind::State if WORDS.contains(&&*id.to_ascii_lowercase()) => format!("{id}_"),
        Kind::State => id,
    }
}

/// Text in Mermaid, where some characters are commands.
fn text(words: &str) -> String {
    let each = words.chars().map(|letter| match letter {
        '#' | ';' | ':' | '"' | '<' | '>' | '{' | '}' | '&' | '%' => format!("#{};", u32::from(letter)),
        letter if letter.is_control() => " ".to_owned(),
        letter => letter.to_string(),
    });
    each.collect()
}

/// A string in the YAML before the diagram.
fn quoted(words: &str) -> String {
    let plain: String = words.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    format!("\"{}\"", plain.replace('\\', "\\\\").replace('"', "\\\""))
}
