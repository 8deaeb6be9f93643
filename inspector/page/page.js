// The page of mainstay-inspector. Whatever comes from the system is put in as text, never as HTML; the picture of a machine is parsed as SVG, which the
// program itself has written.

const EVERY = 2000;
const PAGE = 100;
const NEAR = 25;
const base = document.documentElement.dataset.base;
const at = (name) => document.getElementById(name);
const view = at("view");

const stored = () => { try { return sessionStorage.getItem("token") ?? ""; } catch { return ""; } };
let token = stored();

async function ask(path, parameters = {}, body) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null);
  const query = new URLSearchParams(given).toString();
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const how = body ? { method: "POST", headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) } : { headers };
  const answer = await fetch(`${base}/api/${path}${query && "?"}${query}`, how);
  const said = await answer.json();
  if (answer.status === 401) at("unlock").hidden = false;
  if (!answer.ok) throw new Error(said.what);
  return said;
}

// An element with attributes and what is in it.
function el(name, attributes = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== undefined && value !== null) made.setAttribute(key, value);
  }
  made.append(...inside.flat().filter((part) => part !== undefined && part !== null && part !== false));
  return made;
}

function table(caption, heads, rows, none) {
  if (rows.length === 0) return el("p", { class: "soft" }, none);
  const head = el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head))));
  const body = el("tbody", {}, rows.map((row) => row instanceof Node ? row : el("tr", {}, row.map((cell) => el("td", {}, cell)))));
  return el("div", { class: "wide" }, el("table", {}, caption && el("caption", {}, caption), head, body));
}

const where = (kind, id, event) => `#/entity/${encodeURIComponent(kind)}/${encodeURIComponent(id)}${event === undefined ? "" : `/${event}`}`;
const link = ({ kind, id }) => el("a", { href: where(kind, id) }, `${kind} ${id}`);
function time(millis) {
  if (millis === null || millis === undefined) return "";
  const stamp = new Date(millis).toISOString();
  const [day, hour] = stamp.replace("Z", "").split("T");
  return el("time", { datetime: stamp }, el("span", {}, day), " ", el("span", {}, hour));
}
const picture = (svg) => document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
const count = (number) => number.toLocaleString("en");

function say(problem) {
  at("problem").hidden = !problem;
  at("problem").textContent = problem ?? "";
}

// What is done is shown at once.
async function act(path, body) {
  try {
    await ask(path, {}, body);
    say();
    await shown.refresh?.();
  } catch (error) {
    say(error.message);
  }
}

let mayAct = false;
const button = (label, path, body, question) =>
  mayAct && token && el("button", { type: "button", onclick: () => confirm(question) && act(path, body) }, label);

// The overview, and the rates that two of them make.
let before;
let kinds = [];
async function overview() {
  const now = await ask("overview");
  mayAct = now.may_act;
  kinds = now.kinds;
  if (mayAct && !token) at("unlock").hidden = false;
  const seconds = before ? (now.at - before.at) / 1000 : 0;
  const rate = (name) => seconds > 0 ? ` (${((now[name] - before[name]) / seconds).toFixed(1)}/s)` : "";
  const rates = [
    ["Events", count(now.events) + rate("events")],
    ["Entities in memory", count(now.entities_in_memory)],
    ["Writes under way", count(now.health.units_under_way)],
    ["Dead letters", count(now.dead_letters) + rate("dead_letters")],
  ];
  at("rates").replaceChildren(...rates.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));
  const ready = now.health.is_ready;
  at("health").replaceChildren(el("span", { class: ready ? "good" : "bad" }, ready ? "ready" : now.health.is_alive ? "not ready" : "not alive"), `: ${now.health.words}`);
  before = now;
}

// Each view is made once, and told to refresh itself.
const views = {
  async entities([kind = kinds[0]?.name ?? "", prefix = ""]) {
    const type = el("select", { name: "kind" }, kinds.map(({ name }) => el("option", { value: name, selected: name === kind }, name)));
    const start = el("input", { name: "prefix", value: prefix, autocomplete: "off", spellcheck: "false" });
    const go = (event) => {
      event?.preventDefault();
      location.hash = `#/entities/${encodeURIComponent(type.value)}/${encodeURIComponent(start.value)}`;
    };
    type.addEventListener("change", () => go());
    const form = el("form", { role: "search", onsubmit: go }, el("label", {}, "Type", type), el("label", {}, "Id begins with", start), el("button", {}, "Search"));
    const list = el("ul", { class: "ids" });
    const more = el("button", { type: "button", hidden: true }, "More");
    const known = el("p", { class: "soft", role: "status" });
    let after;
    const next = async () => {
      const page = await ask("entities", { kind, prefix, after, limit: PAGE });
      list.append(...page.ids.map((id) => el("li", {}, el("a", { href: where(kind, id) }, id))));
      after = page.next;
      more.hidden = !after;
      known.textContent = list.children.length === 0 ? "Nothing is stored under such an id." : `${count(list.children.length)} shown${after ? ", and there may be more" : ""}`;
    };
    more.addEventListener("click", () => next().catch((error) => say(error.message)));
    view.replaceChildren(el("h1", {}, "Entities"), form, known, list, more);
    if (kind) await next();
    return {};
  },

  async tree() {
    const body = el("div");
    view.replaceChildren(el("h1", {}, "In memory"), body);
    const refresh = async () => {
      const { actors, actor_count, entities, entity_count } = await ask("tree", { limit: PAGE });
      const indent = (level) => "\u00a0\u00a0".repeat(Math.min(level, 40)) + (level > 0 ? "└ " : "");
      body.replaceChildren(
        el("h2", {}, `Actors (${count(actor_count)})`),
        table(null, ["Actor", "Name", "Waiting", "Restarts"], actors.map(({ level, actor, name, depth, restarts }) => [indent(level) + actor, name ?? "", count(depth), count(restarts)]), "No actor is alive."),
        el("h2", {}, `Entities (${count(entity_count)})`),
        table(null, ["Entity", "Phase", "Waiting"], entities.map(({ kind, id, phase, depth }) => [link({ kind, id }), phase, count(depth)]), "No entity is in memory."),
        actor_count > actors.length || entity_count > entities.length ? el("p", { class: "soft" }, `The first ${PAGE} of each are shown.`) : "",
      );
    };
    await refresh();
    return { refresh };
  },

  async timers() {
    const body = el("div");
    view.replaceChildren(el("h1", {}, "Timers"), el("p", { class: "soft" }, "Those of all entities that fire next."), body);
    const refresh = async () => {
      const { timers } = await ask("timers", { limit: PAGE });
      body.replaceChildren(timerTable(timers, true));
    };
    await refresh();
    return { refresh };
  },

  async deliveries() {
    const body = el("div");
    view.replaceChildren(el("h1", {}, "Deliveries"), el("p", { class: "soft" }, "What entities in memory have sent, and know of no confirmation."), body);
    const refresh = async () => {
      const { deliveries } = await ask("deliveries", { limit: PAGE });
      body.replaceChildren(deliveryTable(deliveries, true));
    };
    await refresh();
    return { refresh };
  },

  async "dead-letters"() {
    const body = el("div");
    view.replaceChildren(el("h1", {}, "Dead letters"), el("p", { class: "soft" }, "Messages that were accepted and not handled, since this page is served."), body);
    const refresh = async () => {
      const { letters, missed } = await ask("dead-letters");
      body.replaceChildren(
        table(null, ["Time (UTC)", "Actor", "Id", "Message", "Why"], letters.map(({ at, actor, id, message, reason }) => [time(at), actor, id ?? "", el("code", {}, message), reason]), "There are none."),
        missed > 0 ? el("p", {}, `${count(missed)} more came too fast to be noted.`) : "",
      );
    };
    await refresh();
    return { refresh };
  },

  async entity([kind, id, event]) {
    const facts = el("div");
    const slider = el("input", { type: "range", min: 0, step: 1, "aria-label": "Event" });
    const place = el("output", { role: "status" });
    const [first, back, forth, newest] = ["|◀", "◀", "▶", "▶|"].map((sign, which) => el("button", { type: "button", "aria-label": ["First state", "Event before", "Next event", "Newest event"][which] }, sign));
    const past = el("div");
    const events = el("div");
    const beside = el("div");
    view.replaceChildren(
      el("h1", {}, `${kind} ${id}`), facts,
      el("h2", {}, "History"), el("div", { class: "steps" }, first, back, forth, newest, slider, place), past, events, beside,
    );
    let last = 0;
    let follows = event === undefined;
    let selected = follows ? 0 : Number(event);
    let drawn;
    const step = async (to) => {
      selected = Math.max(0, Math.min(last, to));
      follows = selected === last;
      // Not a new page: only the address of this one.
      history.replaceState(null, "", follows ? where(kind, id) : where(kind, id, selected));
      await draw();
    };
    const go = (to) => step(to()).catch((error) => say(error.message));
    first.addEventListener("click", () => go(() => 0));
    back.addEventListener("click", () => go(() => selected - 1));
    forth.addEventListener("click", () => go(() => selected + 1));
    newest.addEventListener("click", () => go(() => last));
    slider.addEventListener("input", () => go(() => Number(slider.value)));

    // The state after the selected event, and the events around it.
    const draw = async () => {
      const wanted = selected;
      const [state, page] = await Promise.all([
        ask("state", { kind, id, at: wanted }),
        ask("events", { kind, id, after: Math.max(0, wanted - NEAR), limit: 2 * NEAR }),
      ]);
      // Another step was taken meanwhile.
      if (wanted !== selected) return;
      slider.max = last;
      slider.value = selected;
      place.textContent = `after event ${count(selected)} of ${count(last)}`;
      first.disabled = back.disabled = selected === 0;
      forth.disabled = newest.disabled = selected === last;
      past.replaceChildren(
        state.name === null ? "" : el("p", {}, "State ", el("strong", { class: "state" }, state.name)),
        state.svg === null ? "" : el("figure", {}, picture(state.svg)),
        el("pre", {}, state.words ?? "Its type has neither Debug nor snapshots."),
      );
      const row = ({ seq, at, name, version, payload, command, tags }) => el("tr", { "aria-current": seq === selected && "true" },
        el("td", {}, el("a", { href: where(kind, id, seq), onclick: (click) => { click.preventDefault(); go(() => seq); } }, count(seq))),
        el("td", {}, time(at)), el("td", {}, el("code", {}, name), version > 1 && ` v${version}`),
        el("td", {}, el("code", {}, payload)), el("td", { class: "soft" }, command, tags.length > 0 && ` ${tags.join(", ")}`));
      events.replaceChildren(
        page.deleted > 0 ? el("p", { class: "soft" }, `Events up to ${count(page.deleted)} were deleted.`) : "",
        table("The events around it; the one that led here is marked.", ["Event", "Time (UTC)", "Name", "Payload", "Command, tags"], page.events.map(row), "It has no events."),
      );
      drawn = selected;
    };

    const refresh = async () => {
      const seen = await ask("entity", { kind, id });
      last = seen.last;
      if (follows) selected = last;
      selected = Math.min(selected, last);
      facts.replaceChildren(
        el("div", { class: "bar" },
          seen.state?.name ? el("span", {}, "Is ", el("strong", { class: "state" }, seen.state.name)) : "",
          el("span", {}, seen.phase ?? "not in memory"), el("span", {}, `${count(seen.depth)} waiting`), el("span", {}, `${count(seen.last)} events`),
          seen.phase === "live" && button("Passivate", "passivate", { kind, id }, "Take its state out of memory?") || ""),
        seen.unrecovered ? el("p", { class: "bad" }, `It cannot be recovered: ${seen.unrecovered}`) : "",
        seen.last_error ? el("p", { class: "bad" }, time(seen.last_error.at), `: ${seen.last_error.words}`) : "",
      );
      beside.replaceChildren(
        el("h2", {}, "Timers"), timerTable(seen.timers, false),
        el("h2", {}, "Unconfirmed deliveries"), deliveryTable(seen.unconfirmed, false),
      );
      slider.max = last;
      if (drawn !== selected || selected === 0) await draw();
      else place.textContent = `after event ${count(selected)} of ${count(last)}`;
      forth.disabled = newest.disabled = selected === last;
    };
    await refresh();
    return { refresh };
  },
};

function timerTable(timers, whose) {
  const row = ({ entity, id, name, due, period, is_deadline, tries }) => [
    ...(whose ? [link(entity)] : []), el("code", {}, name), due === null ? "handled" : time(due),
    [is_deadline && "deadline", period !== null && `every ${period / 1000} s`, tries > 0 && `tried ${count(tries)} times`].filter(Boolean).join(", "),
    !is_deadline && button("Cancel", "cancel-timer", { ...entity, timer: id }, `Cancel ${name}?`) || "",
  ];
  return table(null, [...(whose ? ["Entity"] : []), "Timer", "Due (UTC)", "", ""], timers.map(row), "No timer is set.");
}

function deliveryTable(deliveries, whose) {
  const row = ({ entity, id, to, name, is_from_outside }) => [
    ...(whose ? [link(entity)] : []), count(id), el("code", {}, name), to, is_from_outside ? "from outside" : "",
    button("Give up", "give-up", { ...entity, delivery: id }, `Give up delivery ${id}?`) || "",
  ];
  return table(null, [...(whose ? ["Sender"] : []), "Number", "Message", "To", "", ""], deliveries.map(row), "Everything is confirmed.");
}

// Which view is shown is in the address.
let shown = {};
let turn = 0;
async function route() {
  const mine = ++turn;
  const [name, ...rest] = location.hash.replace(/^#\//, "").split("/").map(decodeURIComponent);
  const wanted = Object.hasOwn(views, name) ? name : "entities";
  for (const entry of document.querySelectorAll("nav a")) {
    const here = entry.getAttribute("href") === `#/${wanted}` || (wanted === "entity" && entry.getAttribute("href") === "#/entities");
    if (here) entry.setAttribute("aria-current", "page");
    else entry.removeAttribute("aria-current");
  }
  document.title = wanted === "entity" ? `${rest[0]} ${rest[1]}` : `mainstay: ${wanted}`;
  shown = {};
  try {
    const made = await views[wanted](wanted === name ? rest.map((part) => part === "" ? undefined : part) : []);
    if (mine === turn) shown = made;
    say();
  } catch (error) {
    say(error.message);
  }
}

let isFailing = false;
async function refresh() {
  try {
    await overview();
    await shown.refresh?.();
    // What an action has said stays until the next one.
    if (isFailing) say();
    isFailing = false;
  } catch (error) {
    say(error.message);
    isFailing = true;
  }
  setTimeout(refresh, EVERY);
}

at("unlock").addEventListener("submit", (event) => {
  event.preventDefault();
  token = at("token").value;
  try { sessionStorage.setItem("token", token); } catch { /* It is asked for again in the next tab. */ }
  at("unlock").hidden = true;
  overview().then(route, (error) => say(error.message));
});
addEventListener("hashchange", () => { route().then(() => view.focus()); });
overview().catch((error) => say(error.message)).then(route).then(() => setTimeout(refresh, EVERY));
