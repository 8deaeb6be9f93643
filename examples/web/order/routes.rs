//! The routes: what a request asks of an order, and how it is answered.

use crate::machine::{Add, Cancel, Charge, Item, Look, Order, OrderRef, Pay, Refund, Remove, Ship, View};
use crate::overview::{self, Entry};
use crate::page;
use crate::problem::{Problem, Refused};
use crate::till::TillRef;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, FromRequestParts, Path, Query, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use mainstay::call::{Accepts, Message};
use mainstay::entity::Command;
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

/// An answer that has not come in so long is not waited for.
const PATIENCE: Duration = Duration::from_secs(10);
/// The largest body of a request, in bytes.
const MAX_BODY: usize = 16 * 1024;
/// The longest id of an order, in bytes.
const MAX_ID: usize = 64;
/// The longest `Idempotency-Key`, in bytes: with the name of the command before it, it is an id of at most 255 bytes.
const MAX_KEY: usize = 200;
/// A list has so many orders, unless it is asked for fewer or more.
const LISTED: usize = 100;
/// A list has so many orders at most.
const MAX_LISTED: usize = 1_000;

#[derive(Clone)]
pub struct Shop {
    pub system: System,
    pub till: TillRef,
    pub list: overview::List,
}

pub fn router(shop: Shop) -> Router {
    Router::new()
        .route("/health", get(async || "well\n"))
        .route("/healthz", get(healthz))
        .route("/readyz", get(readyz))
        .route("/till", get(till))
        .route("/orders", get(list))
        .route("/overview", get(overview))
        .route("/overview/rebuild", post(rebuild))
        .route("/orders/{id}", get(look).post(add))
        .route("/orders/{id}/items/{name}", delete(remove))
        .route("/orders/{id}/pay", post(pay))
        .route("/orders/{id}/ship", post(ship))
        .route("/orders/{id}/cancel", post(cancel))
        .route("/orders/{id}/machine", get(machine))
        .fallback(async || Problem::new(StatusCode::NOT_FOUND, "there is no such page"))
        .method_not_allowed_fallback(async || Problem::new(StatusCode::METHOD_NOT_ALLOWED, "not with this method"))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(shop)
}

/// Whether the process is of any use: a service manager starts over one that is not. A store that is out for a while is no reason to.
async fn healthz(State(shop): State<Shop>) -> (StatusCode, String) {
    let health = shop.system.health().await;
    (well(health.is_alive()), format!("{health}\n"))
}

/// Whether it answers requests now: a load balancer sends them elsewhere while it does not.
async fn readyz(State(shop): State<Shop>) -> (StatusCode, String) {
    let health = shop.system.health().await;
    (well(health.is_ready()), format!("{health}\n"))
}

fn well(is_well: bool) -> StatusCode {
    if is_well { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE }
}

type Answer = Result<Json<Shown>, Problem>;

/// An order with its id.
#[derive(Serialize)]
struct Shown {
    id: String,
    #[serde(flatten)]
    view: View,
}

async fn add(key: Key, order: Named, body: Result<Json<Item>, JsonRejection>) -> Answer {
    let Json(item) = body?;
    order.carry_out("add", Add(item), &key).await
}

async fn remove(key: Key, order: Named, Path((_, name)): Path<(String, String)>) -> Answer {
    order.carry_out("remove", Remove { name }, &key).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Payment {
    card: String,
}

async fn pay(key: Key, order: Named, body: Result<Json<Payment>, JsonRejection>) -> Answer {
    let Json(Payment { card }) = body?;
    order.begin("pay", Pay, &key).await?;
    order.finish("charge", Charge { card }, &key).await
}

async fn ship(key: Key, order: Named) -> Answer {
    order.carry_out("ship", Ship, &key).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reason {
    why: String,
}

async fn cancel(key: Key, order: Named, body: Result<Json<Reason>, JsonRejection>) -> Answer {
    let Json(Reason { why }) = body?;
    let view = order.begin("cancel", Cancel { why }, &key).await?;
    match view {
        Some(view) if view.state == "Cancelled" => Ok(order.shown(view)),
        _ => order.finish("refund", Refund, &key).await,
    }
}

async fn look(order: Named) -> Answer {
    let view = order.look().await?;
    Ok(order.shown(view))
}

async fn machine(order: Named) -> Result<Html<String>, Problem> {
    let view = order.look().await?;
    Ok(Html(page::page(&order.id, &view)))
}

async fn till(State(shop): State<Shop>) -> Result<Response, Problem> {
    let report = shop.till.report().timeout(PATIENCE).await?;
    Ok(Json(report).into_response())
}

#[derive(Deserialize)]
struct Part {
    /// Only the orders after this one, in the order of the bytes of their ids.
    #[serde(default)]
    after: String,
    limit: Option<usize>,
}

#[derive(Serialize)]
struct List {
    orders: Vec<Shown>,
    /// Whether there are others after these.
    more: bool,
}

async fn list(State(shop): State<Shop>, part: Result<Query<Part>, QueryRejection>) -> Result<Json<List>, Problem> {
    let Query(Part { after, limit }) = part?;
    let limit = limit.unwrap_or(LISTED).min(MAX_LISTED);
    let mut list = List { orders: Vec::new(), more: false };
    let mut ids = shop.system.ids::<Order>();
    while let Some(id) =
        ids.next().await.map_err(|error| Problem::new(StatusCode::SERVICE_UNAVAILABLE, error.to_string()))?
    {
        if id.as_str() <= after.as_str() {
            continue;
        }
        if list.orders.len() == limit {
            list.more = true;
            break;
        }
        let order = Named::new(&shop, id.as_str())?;
        let view = order.look().await?;
        list.orders.push(Shown { id: order.id, view });
    }
    Ok(Json(list))
}

#[derive(Deserialize)]
struct Asked {
    #[serde(default)]
    after: String,
    limit: Option<usize>,
    /// Only the orders that are in this state.
    state: Option<String>,
    /// Waits until the list has everything that was answered before.
    #[serde(default)]
    fresh: bool,
}

#[derive(Serialize)]
struct Overview {
    orders: Vec<Entry>,
    more: bool,
    /// How far the list is behind.
    lag: u64,
}

async fn overview(
    State(shop): State<Shop>,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Result<Json<Overview>, Problem> {
    let Query(Asked { after, limit, state, fresh }) = asked?;
    let list = &shop.list;
    let out = |why: String| Problem::for_now(StatusCode::SERVICE_UNAVAILABLE, why);
    if fresh {
        match tokio::time::timeout(PATIENCE, list.progress.caught_up()).await {
            Ok(caught_up) => caught_up.map_err(|why| out(why.to_string()))?,
            Err(_) => return Err(out("the list has not caught up in time".to_owned())),
        }
    }
    let limit = limit.unwrap_or(LISTED).min(MAX_LISTED);
    let lag = list.progress.lag().await.map_err(|why| out(why.to_string()))?;
    // One more, to see whether there are more.
    let mut orders = list.page(state, after, limit + 1).await.map_err(|why| out(why.to_string()))?;
    let more = orders.len() > limit;
    orders.truncate(limit);
    Ok(Json(Overview { orders, more, lag }))
}

/// The list is built anew from the first event on. Until that is done it is what it was.
async fn rebuild(State(shop): State<Shop>) -> StatusCode {
    shop.list.progress.rebuild();
    StatusCode::ACCEPTED
}

/// The order that the path names.
struct Named {
    id: String,
    order: OrderRef,
}

impl Named {
    fn new(shop: &Shop, id: &str) -> Result<Self, Problem> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if id.is_empty() || id.len() > MAX_ID || !id.bytes().all(plain) {
            let words = format!("an order's id is 1 to {MAX_ID} letters, digits, `-` and `_`");
            return Err(Problem::new(StatusCode::BAD_REQUEST, words));
        }
        Ok(Self { id: id.to_owned(), order: shop.system.entity::<Order>(id)? })
    }

    async fn look(&self) -> Result<View, Problem> {
        self.order.ask(Look).timeout(PATIENCE).await?.ok_or_else(Problem::no_order)
    }

    /// Asks for a command, once for each key: repeated with its key, it is answered as it was the first time.
    async fn ask<C>(&self, name: &str, command: C, Key(key): &Key) -> Result<View, CallError<C::Error>>
    where
        C: Command + Message<Reply = View>,
        Order: Accepts<C>,
    {
        let call = self.order.ask(command).timeout(PATIENCE);
        match key {
            // A key that was used for one command is not taken for another.
            Some(key) => call.id(format!("{name} {key}")).await,
            None => call.await,
        }
    }

    /// Carries out the first of two commands. There is no view if that was done before, and the second one is what is missing.
    async fn begin<C>(&self, name: &str, command: C, key: &Key) -> Result<Option<View>, Problem>
    where
        C: Command + Message<Reply = View>,
        C::Error: Refused,
        Order: Accepts<C>,
    {
        match self.ask(name, command, key).await {
            Ok(view) => Ok(Some(view)),
            Err(CallError::Discarded { .. }) => Ok(None),
            Err(other) => Err(other.into()),
        }
    }

    /// Carries out the second of two commands. The order does so by itself, too, and may have done it meanwhile.
    async fn finish<C>(self, name: &str, command: C, key: &Key) -> Answer
    where
        C: Command + Message<Reply = View>,
        C::Error: Refused,
        Order: Accepts<C>,
    {
        let view = match self.ask(name, command, key).await {
            Err(CallError::Unhandled { state: "Paid" } | CallError::Finished { state: "Cancelled" }) => {
                self.look().await
            }
            other => other.map_err(Problem::from),
        }?;
        Ok(self.shown(view))
    }

    async fn carry_out<C>(self, name: &str, command: C, key: &Key) -> Answer
    where
        C: Command + Message<Reply = View>,
        C::Error: Refused,
        Order: Accepts<C>,
    {
        let view = self.ask(name, command, key).await?;
        Ok(self.shown(view))
    }

    fn shown(self, view: View) -> Json<Shown> {
        Json(Shown { id: self.id, view })
    }
}

impl FromRequestParts<Shop> for Named {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, shop: &Shop) -> Result<Self, Problem> {
        #[derive(Deserialize)]
        struct Id {
            id: String,
        }
        let path = Path::<Id>::from_request_parts(parts, shop).await;
        let Path(Id { id }) = path.map_err(|error| Problem::new(StatusCode::BAD_REQUEST, error.body_text()))?;
        Self::new(shop, &id)
    }
}

/// The `Idempotency-Key` of a request, if it has one.
struct Key(Option<String>);

impl FromRequestParts<Shop> for Key {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Shop) -> Result<Self, Problem> {
        let Some(value) = parts.headers.get("idempotency-key") else { return Ok(Self(None)) };
        match value.to_str() {
            Ok(key) if (1..=MAX_KEY).contains(&key.len()) => Ok(Self(Some(key.to_owned()))),
            _ => {
                let words = format!("an Idempotency-Key has 1 to {MAX_KEY} visible ASCII characters");
                Err(Problem::new(StatusCode::BAD_REQUEST, words))
            }
        }
    }
}

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Self {
        let status = match rejection.status() {
            // JSON of another shape is as bad a request as what is not JSON.
            StatusCode::UNPROCESSABLE_ENTITY => StatusCode::BAD_REQUEST,
            other => other,
        };
        Self::new(status, rejection.body_text())
    }
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Self {
        Self::new(rejection.status(), rejection.body_text())
    }
}
