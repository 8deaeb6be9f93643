//! OpenTelemetry, as this program uses it, and what mainstay has to be told of it: how a span is named in the store.

use mainstay::observe::Propagator;
use opentelemetry::Context;
use opentelemetry::propagation::TextMapPropagator as _;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{SdkTracerProvider, SpanExporter};
use std::collections::HashMap;
use tracing::{Span, Subscriber};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;
use tracing_subscriber::layer::SubscriberExt as _;

/// The header in which requests carry the name of their span, too.
pub const TRACEPARENT: &str = "traceparent";

/// Names spans as the W3C does: `00-<trace>-<span>-01`.
#[derive(Debug, Default)]
pub struct Traceparent(TraceContextPropagator);

impl Propagator for Traceparent {
    fn inject(&self, span: &Span) -> Option<String> {
        let mut carrier = HashMap::new();
        self.0.inject_context(&span.context(), &mut carrier);
        carrier.remove(TRACEPARENT)
    }

    fn extract(&self, span: &Span, stored: &str) {
        let carrier = HashMap::from([(TRACEPARENT.to_owned(), stored.to_owned())]);
        // What is no name of a span leaves the span without a parent.
        let _ = span.set_parent(self.0.extract_with_context(&Context::new(), &carrier));
    }
}

/// Writes all spans to `exporter`, each when it ends. Spans below the level info are there, too: a program that runs all day filters.
pub fn subscriber(exporter: impl SpanExporter + 'static) -> impl Subscriber + Send + Sync {
    let tracer = SdkTracerProvider::builder().with_simple_exporter(exporter).build().tracer("shop");
    tracing_subscriber::registry().with(tracing_opentelemetry::layer().with_tracer(tracer))
}
