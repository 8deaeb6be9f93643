//! The page: three files that are part of the program.

use axum::extract::OriginalUri;
use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse};

const PAGE: &str = include_str!("../page/index.html");
const STYLE: &str = include_str!("../page/style.css");
const SCRIPT: &str = include_str!("../page/page.js");
/// Stands in the page for the path that it is served at.
const BASE: &str = "{base}";

/// Wherever the routes are nested, the page finds its files and the API beside itself.
pub(crate) async fn page(OriginalUri(uri): OriginalUri) -> Html<String> {
    Html(PAGE.replace(BASE, &escaped(uri.path().trim_end_matches('/'))))
}

/// Text as it may stand in an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

pub(crate) async fn style() -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/css; charset=utf-8")], STYLE)
}

pub(crate) async fn script() -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/javascript; charset=utf-8")], SCRIPT)
}
