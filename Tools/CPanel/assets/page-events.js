// Impressions and other events as they come, and their counts by flag, rule and state.

import * as api from "/panel/api.js";
import { h, button, field, refill, select, pointerAtRest } from "/panel/dom.js";
import { clock, code, emptyState, onOff, pageHead, report } from "/panel/ui.js";
import { branchTable, flagChart, spans } from "/panel/impressions.js";
import { flagHref } from "/panel/page-flags.js";
import { throttled } from "/panel/throttle.js";

const kept = 200;
const shownAtFirst = 40;
const impression = "PW_FeatureFlagImpression";

/** The page of events. */
export function eventsPage() {
  let events = [], held = [], paused = false, wanted = "", unit = "minutes", stats = null, loaded = false, limit = shownAtFirst;
  const feed = h("div", {}), counts = h("div", {}), names = h("p", { class: "muted" });
  const search = h("input", { type: "search", id: "event-search", dir: "auto", autocomplete: "off", placeholder: "Flag, user, device or event", oninput: (event) => { wanted = event.target.value.toLowerCase(); drawFeed(); } });
  const pause = button("Pause", () => {
    paused = !paused;
    pause.querySelector("span").textContent = paused ? "Go on" : "Pause";
    if (!paused) { events = [...held, ...events].slice(0, kept); held = []; drawFeed(); }
    state.textContent = paused ? "Paused: new events are held back." : "";
  }, { kind: "small", id: "pause" });
  const state = h("p", { class: "hint", role: "status" });
  const element = h("div", {}, pageHead("Events", "What clients report. An impression says which branch of a flag a user saw."),
    h("section", { class: "panel", "aria-labelledby": "counts-heading" }, h("div", { class: "panel-head" }, h("h2", { id: "counts-heading" }, "Impressions by flag"),
      field("Time", select(spans, unit, (value) => { unit = value; drawCounts(); }, { id: "events-span" }), null, { class: "inline" })), counts),
    h("section", { class: "panel", "aria-labelledby": "feed-heading" }, h("div", { class: "panel-head" }, h("h2", { id: "feed-heading" }, "As they come"), h("div", { class: "actions" }, field("Search events", search, null, { quietLabel: true, class: "search" }), pause)), state, names, feed));

  const loadEvents = async () => {
    try {
      const page = await api.latestEvents(kept);
      events = page.get("events").items.toReversed();
      loaded = true;
      drawFeed();
    } catch (error) { report(error); }
  };
  const loadStats = throttled(1500, async () => {
    try { stats = await api.stats(); await pointerAtRest(); drawCounts(); } catch (error) { if (error.status !== 404) report(error); }
  });

  function drawCounts() {
    if (!stats) return;
    const flags = Object.entries(stats.flags ?? {});
    const { received = 0, dropped = 0, names: byName = {} } = stats.events ?? {};
    names.replaceChildren(`${received} received${dropped > 0 ? `, ${dropped} of them no longer kept` : ""}`, ...Object.entries(byName).flatMap(([name, count]) => [" · ", h("bdi", {}, name), ` ${count}`]));
    refill(counts, flags.length === 0 ? emptyState("events", "No impressions yet", h("p", {}, "They appear here as clients report them. The page ", h("a", { href: "#/connect" }, "Connect"), " shows how to send one with ", h("code", {}, "flagctl"), "."))
      : flags.map(([key, flag]) => h("details", { class: "flag-counts", id: `counts-${key}`, open: flags.length <= 3 },
        h("summary", {}, h("strong", { dir: "auto" }, h("bdi", {}, key)), h("span", { class: "muted" }, ` ${flag.enabled} on, ${flag.disabled} off`)),
        h("p", {}, h("a", { href: flagHref(key, "impressions") }, "Open the flag")), flagChart(flag, stats.now, unit, `Impressions of ${key}`), branchTable(flag, stats.now, unit))));
  }

  function drawFeed() {
    const shown = events.filter((event) => event.raw.toLowerCase().includes(wanted));
    const columns = ["Time", "Event", "What", "User", "Device"];
    refill(feed, shown.length === 0 ? h("p", { class: "hint" }, !loaded ? "" : events.length === 0 ? "Nothing has come in yet." : "No event of the last 200 has this in it.")
      : h("table", { class: "cards events", role: "table" }, h("caption", { class: "visually-hidden" }, "Latest events, newest first"),
        h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, columns.map((name) => h("th", { role: "columnheader", scope: "col" }, name)))),
        h("tbody", { role: "rowgroup" }, shown.slice(0, limit).map((event) => row(event, columns)))),
    shown.length > limit && button(`Show ${shown.length - limit} older`, () => { limit = kept; drawFeed(); search.focus(); }, { kind: "small", id: "older" }));
  }

  loadEvents();
  loadStats();
  const timer = setInterval(loadStats, 30_000);
  const redraw = throttled(250, async () => { await pointerAtRest(); drawFeed(); });
  return {
    title: "Events", element, destroy: () => { clearInterval(timer); loadStats.cancel(); redraw.cancel(); },
    onStale: () => { loadEvents(); loadStats(); },
    onImpression: (event) => {
      const list = paused ? held : events;
      if (!list.some((other) => other.get("seq")?.raw === event.get("seq")?.raw)) list.unshift(event);
      list.length = Math.min(list.length, kept);
      if (!paused) redraw();
      loadStats();
    },
  };
}

function row(event, columns) {
  const value = (name) => String(event.get(name)?.value ?? "");
  const cell = (index, ...content) => h("td", { role: "cell", "data-label": columns[index] }, content);
  return h("tr", { role: "row" }, cell(0, h("time", {}, clock(Number(event.get("time")?.raw ?? 0)))),
    cell(1, value("name") === impression ? "Impression" : code(value("name"))), cell(2, what(event)), cell(3, h("bdi", {}, value("user"))), cell(4, h("bdi", { class: "mono small-text" }, value("device"))));
}

function what(event) {
  const attributes = event.get("attributes");
  const key = attributes?.get("flag_key")?.value;
  if (event.get("name")?.value !== impression || key === undefined) return h("span", { class: "mono small-text", dir: "auto" }, attributes?.items.length ? h("bdi", {}, attributes.raw) : "");
  const rule = String(attributes.get("rule_id")?.value ?? "");
  return [h("a", { href: flagHref(key), dir: "auto" }, code(key)), " ", onOff(attributes.get("enabled")?.value === true), " ",
    rule === "" ? "killed" : rule === "default" ? "everyone else" : code(rule)];
}
