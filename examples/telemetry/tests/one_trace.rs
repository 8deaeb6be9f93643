//! One trace, from a request to what it has caused days later, in another life of the program.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use axum::body::Body;
use axum::http::{Request, StatusCode};
use mainstay::journal::MemoryStore;
use mainstay::observe::set_propagator;
use mainstay::prelude::*;
use mainstay::testing::{Faults, Network, simulate};
use mainstay_telemetry_example::otel::{TRACEPARENT, Traceparent, subscriber};
use mainstay_telemetry_example::routes::{Shop, router};
use mainstay_telemetry_example::shop::{Order, REMINDED_AFTER, Warehouse};
use opentelemetry_sdk::trace::{InMemorySpanExporter, SpanData};
use std::sync::Arc;
use tower::ServiceExt as _;

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const CALLER: &str = "b7ad6b7169203331";

/// A life of the program: nothing but the store goes from one to the next.
async fn start(store: &Arc<MemoryStore>) -> System {
    System::with(store.clone()).host::<Order>().host::<Warehouse>().start().await.expect("the store is there")
}

/// The one span called `name` of the handler `message`.
fn one<'a>(spans: &'a [SpanData], name: &str, message: &str) -> &'a SpanData {
    let is_of = |span: &&SpanData| {
        let said = span.attributes.iter().find(|attribute| attribute.key.as_str() == "message");
        span.name == name && said.map_or(message.is_empty(), |said| said.value.as_str() == message)
    };
    let found: Vec<_> = spans.iter().filter(is_of).collect();
    let [span] = found[..] else { panic!("{} spans {name} of `{message}` in {spans:#?}", found.len()) };
    span
}

#[test]
fn c70_one_trace_goes_from_a_request_over_two_entities_and_a_redelivery_to_a_timer_days_later_after_a_restart() {
    set_propagator(Traceparent::default()).expect("it is the only one");
    assert!(set_propagator(Traceparent::default()).is_err(), "there is one for a process");
    let spans = simulate(1, |sim| async move {
        let (spans, store) = (InMemorySpanExporter::default(), Arc::new(MemoryStore::new()));
        let network = Network::new(1);
        let _carried = network.carry_deliveries();
        network.faults("order/7", "warehouse/main", Faults::CUT);
        let _watched = tracing::subscriber::set_default(subscriber(spans.clone()));
        {
            let system = start(&store).await;
            let shop = router(Shop { system: system.clone(), spans: spans.clone() });
            let request = Request::post("/orders/7").header(TRACEPARENT, format!("00-{TRACE}-{CALLER}-01"));
            let request = request.body(Body::empty()).expect("it is a request");
            let response = shop.oneshot(request).await.expect("it has an answer for everything");
            assert_eq!(response.status(), StatusCode::OK);
            // The first copy is lost, and so the second one is sent.
            assert_eq!(network.traffic("order/7", "warehouse/main").lost, 1);
            network.faults("order/7", "warehouse/main", Faults::NONE);
            sim.clock().sleep(Duration::from_mins(1)).await;
            // The end of the process: nobody is told to stop.
            drop(system);
        }
        let before = spans.get_finished_spans().expect("they are kept").len();
        {
            let system = start(&store).await;
            sim.clock().sleep(REMINDED_AFTER).await;
            let order = system.entity::<Order>("7").expect("hosted");
            assert_eq!(order.is_reminded().await, Ok(true));
            system.shutdown().await.expect("in order");
        }
        let spans = spans.get_finished_spans().expect("they are kept");
        assert!(before < spans.len(), "the timer has fired in the second life");
        spans
    });

    let id = |span: &SpanData| span.span_context.span_id();
    let request = one(&spans, "request", "");
    let placed = one(&spans, "mainstay.receive", "place");
    let sent_again = one(&spans, "mainstay.redeliver", "warehouse.reserve");
    let reserved = one(&spans, "mainstay.receive", "reserve");
    let confirmed = one(&spans, "mainstay.receive", "reserved");
    let reminded = one(&spans, "mainstay.receive", "remind");

    for span in [request, placed, sent_again, reserved, confirmed, reminded] {
        assert_eq!(span.span_context.trace_id().to_string(), TRACE, "{}", span.name);
    }
    assert_eq!(request.parent_span_id.to_string(), CALLER);
    assert_eq!(placed.parent_span_id, id(request));
    assert_eq!(sent_again.parent_span_id, id(placed), "the copy that arrived goes back to who has decided it");
    assert_eq!(reserved.parent_span_id, id(sent_again));
    assert_eq!(confirmed.parent_span_id, id(reserved), "the end of a delivery comes from its receiver");
    assert_eq!(reminded.parent_span_id, id(placed), "and so does the timer, which a command has set");
    // What is written has a span of its own, under the command that has decided it.
    let appends = spans.iter().filter(|span| span.name == "mainstay.append" && span.parent_span_id == id(placed));
    assert_eq!(appends.count(), 1);
}
