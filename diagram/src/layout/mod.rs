//! Where everything is: layers, then the order in each, then places.
//!
//! This is the method of Sugiyama, with the text of an arrow as an item of a layer of its own. Since all items of a layer lie side by side, and arrows
//! cross each other only between layers, no box, text or arrow ever lies upon another box or text.

mod layers;
mod order;
mod place;
mod route;
mod straighten;

#[cfg(test)]
mod tests;

pub(crate) use route::{Arrow, Layout, Rect};
