//! The page that shows an order's machine, with the state that the order is in. It is one file: no script, nothing to fetch.

use crate::machine::{Item, OrderState, View};
use crate::till::Receipt;
use mainstay::fsm::{State, Target};
use std::fmt;

const STYLE: &str = include_str!("page.css");

/// An id of an order has no character that means anything in HTML; everything that a client has chosen freely is escaped.
pub fn page(id: &str, view: &View) -> String {
    let View { state, items, total, .. } = view;
    let lines: String = items.iter().map(line).collect();
    let rows: String = OrderState::TABLE.states.iter().map(|known| rows(known, state)).collect();
    let permitted = match OrderState::TABLE.permitted(state) {
        none if none.is_empty() => "nothing more".to_owned(),
        commands => commands.iter().map(|command| format!("<code>{command}</code>")).collect::<Vec<_>>().join(", "),
    };
    format!(
        r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Order {id}: {state}</title>
<style>
{STYLE}</style>
</head>
<body>
<main>
<h1>Order {id}</h1>
<p>It is <strong class="state">{state}</strong> and takes {permitted}.{story}</p>
<h2>Machine</h2>
<figure>
{drawing}</figure>
<table class="wide">
<caption>What each state does with a command, and which event it stores. The state of this order is marked.</caption>
<thead><tr><th scope="col">State</th><th scope="col">Command</th><th scope="col">Event</th><th scope="col">Leads to</th></tr></thead>
{rows}</table>
<h2>Items</h2>
<table>
<thead><tr><th scope="col">Item</th><th scope="col" class="number">Price</th><th scope="col" class="number">Quantity</th></tr></thead>
<tbody>
{lines}</tbody>
<tfoot><tr><th scope="row">Total</th><td class="number">{total}</td><td></td></tr></tfoot>
</table>
</main>
</body>
</html>
"#,
        story = story(view),
        drawing =
            OrderState::TABLE.drawing().title(format!("The machine of order {id}")).current(state.as_str()).to_svg(),
        total = Cents(*total),
    )
}

/// What has become of the order and of the money.
fn story(view: &View) -> String {
    let paid = view
        .receipt
        .as_ref()
        .map(|Receipt { number, amount }| format!(" It was paid: receipt {number} over {}.", Cents(*amount)));
    let cancelled = view.cancelled.as_ref().map(|why| format!(" It was cancelled: {}.", Escaped(why)));
    let refunded = view
        .refunded
        .as_ref()
        .map(|Receipt { number, amount }| format!(" Receipt {number} over {} was paid back.", Cents(*amount)));
    [paid, cancelled, refunded].into_iter().flatten().collect()
}

fn line(item: &Item) -> String {
    let Item { name, price, quantity } = item;
    format!(
        "<tr><td>{}</td><td class=\"number\">{}</td><td class=\"number\">{quantity}</td></tr>\n",
        Escaped(name),
        Cents(*price)
    )
}

/// The rows of a state, one for each event that may come of a command.
fn rows(state: &State, current: &str) -> String {
    let marked = if state.name == current { r#" aria-current="true""# } else { "" };
    let outcomes = state.rows.iter().flat_map(|row| row.outcomes.iter().map(move |outcome| (row.trigger, outcome)));
    let mut rows: Vec<_> = outcomes
        .map(|(trigger, outcome)| {
            let (command, event) = (trigger.name(), outcome.event.unwrap_or_default());
            let target = match outcome.target {
                Target::To(target) => target,
                Target::Stay => "stays",
                Target::Reenter => "enters again",
            };
            format!("<td><code>{command}</code></td><td><code>{event}</code></td><td>{target}</td>")
        })
        .collect();
    if rows.is_empty() {
        rows.push("<td colspan=\"3\" class=\"soft\">the end</td>".to_owned());
    }
    let head = format!("<th scope=\"rowgroup\" rowspan=\"{}\">{}</th>", rows.len(), state.name);
    format!("<tbody{marked}>\n<tr>{head}{}</tr>\n</tbody>\n", rows.join("</tr>\n<tr>"))
}

/// An amount of money.
struct Cents(u64);

impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

/// Text as HTML.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|letter| match letter {
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '&' => f.write_str("&amp;"),
            '"' => f.write_str("&quot;"),
            other => write!(f, "{other}"),
        })
    }
}
