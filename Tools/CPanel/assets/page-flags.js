// The list of flags: state, rollout, last seen and impressions of each; kill with one click.

import * as api from "/panel/api.js";
import { h, button, field, checkbox, refill, pointerAtRest } from "/panel/dom.js";
import { icon } from "/panel/icons.js";
import { decode, stateOf, targetText } from "/panel/flag-model.js";
import { ago, code, emptyState, pageHead, report, stateBadge } from "/panel/ui.js";
import { bars, sparkline } from "/panel/charts.js";
import { killWithUndo, revive } from "/panel/flag-actions.js";
import { throttled } from "/panel/throttle.js";
import { transferSection } from "/panel/transfer.js";

const remembered = { search: "", archived: false };

/** The page of all flags. */
export function flagsPage() {
  let flags = null, stats = null;
  const list = h("div", {});
  const count = h("p", { class: "muted count", role: "status" });
  const search = h("input", { type: "search", id: "flag-search", value: remembered.search, dir: "auto", autocomplete: "off", placeholder: "Key or name", oninput: (event) => { remembered.search = event.target.value; draw(); } });
  const tools = h("div", { class: "toolbar", hidden: true },
    field("Search", search, null, { quietLabel: true, class: "search" }),
    checkbox("Show archived", remembered.archived, (checked) => { remembered.archived = checked; draw(); }), count);
  const more = h("div", {});
  const element = h("div", {},
    pageHead("Feature flags", "Each flag is on or off for a user by its rules, which are tried in order.",
      h("a", { class: "button primary", href: "#/new" }, icon("plus"), h("span", {}, "New flag"))),
    tools, list, more);

  const load = throttled(300, async () => {
    try {
      flags = (await api.flags()).map(({ node }) => decode(node));
      await pointerAtRest();
      if (!more.hasChildNodes()) more.append(transferSection(load));
      draw();
      await loadStats();
    } catch (error) {
      report(error);
      if (!flags) list.replaceChildren(h("p", { class: "hint" }, error.message));
    }
  });
  const loadStats = throttled(2000, async () => {
    try { stats = await api.stats(); await pointerAtRest(); draw(); } catch (error) { if (error.status !== 404) report(error); }
  });

  function draw() {
    if (!flags) return;
    tools.hidden = flags.length === 0;
    if (flags.length === 0) { refill(list, firstSteps()); return; }
    const words = remembered.search.toLowerCase();
    const shown = flags.filter((flag) => (remembered.archived || !flag.archived) && `${flag.key}\n${flag.name}`.toLowerCase().includes(words));
    const hidden = remembered.archived ? 0 : flags.filter(({ archived }) => archived).length;
    const text = `${shown.length} of ${flags.length} flags${hidden > 0 ? `, ${hidden} archived hidden` : ""}`;
    if (count.textContent !== text) count.textContent = text;
    refill(list, shown.length > 0 ? table(shown) : h("div", { class: "empty small" },
      h("p", {}, remembered.search ? "No flag has this in its key or name." : "All flags are archived: tick “Show archived” to see them.")));
  }

  function table(shown) {
    const columns = ["Flag", "State", "Rollout", "Impressions, last hour", "Last seen"];
    return h("table", { class: "cards flags", role: "table" }, h("caption", { class: "visually-hidden" }, "Feature flags"),
      h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, columns.map((name) => h("th", { role: "columnheader", scope: "col" }, name)),
        h("th", { role: "columnheader", scope: "col" }, h("span", { class: "visually-hidden" }, "Actions")))),
      h("tbody", { role: "rowgroup" }, shown.map((flag) => row(flag, columns))));
  }

  function row(flag, columns) {
    const seen = stats?.flags?.[flag.key];
    const evaluated = stats?.evaluated?.[flag.key];
    const cell = (index, ...content) => h("td", { role: "cell", "data-label": columns[index].replace("Impressions, l", "L") }, content);
    return h("tr", { role: "row", "data-key": flag.key, class: flag.archived ? "is-archived" : "" },
      h("th", { role: "rowheader", scope: "row", class: "flag-name" },
        h("a", { href: flagHref(flag.key), dir: "auto", id: `open-${flag.key}` }, h("bdi", {}, flag.name || flag.key)), flag.name && code(flag.key)),
      cell(1, stateBadge(stateOf(flag))), cell(2, rolloutText(flag)),
      cell(3, seen ? sparkline(bars(seen.branches, stats.now, "minutes", 60, 3), "Last hour") : h("span", { class: "muted" }, "none yet")),
      cell(4, h("span", { class: "nowrap" }, ago(Math.max(evaluated ?? 0, seen?.last_impression ?? 0)))),
      h("td", { role: "cell", class: "row-action" }, flag.archived ? null : flag.killed
        ? button("Revive", () => revive(flag.key, load), { kind: "small", icon: icon("undo"), id: `switch-${flag.key}`, "aria-label": `Revive ${flag.key}` })
        : button("Kill", () => killWithUndo(flag.key, load), { kind: "small danger-quiet", icon: icon("killed"), id: `switch-${flag.key}`, "aria-label": `Kill ${flag.key}` })));
  }

  load();
  const timer = setInterval(loadStats, 30_000);
  return {
    title: "Feature flags", element, onEdit: ({ kind }) => { if (kind === "flag" || kind === "all") load(); }, onStale: load,
    onImpression: loadStats, destroy: () => { clearInterval(timer); load.cancel(); loadStats.cancel(); },
  };
}

/** The address of a flag's page. */
export const flagHref = (key, view = "") => `#/flags/${encodeURIComponent(key)}${view && `/${view}`}`;

function rolloutText(flag) {
  const parts = flag.rules.slice(0, 2).map((rule) => h("span", { class: "rollout-part" },
    meter(Number(rule.rollout)), h("span", {}, `${rule.enabled ? "" : "off for "}${rule.rollout} % of `), h("bdi", { class: "target" }, short(targetText(rule)))));
  if (flag.rules.length > 2) parts.push(h("span", { class: "muted" }, flag.rules.length === 3 ? "and 1 more rule" : `and ${flag.rules.length - 2} more rules`));
  return parts.length > 0 ? parts : h("span", { class: "muted" }, flag.default.enabled ? "on for everyone" : "off for everyone");
}

function meter(percent) {
  const fill = h("span", { class: "meter-fill" });
  fill.style.inlineSize = `${Math.max(0, Math.min(100, percent))}%`;
  return h("span", { class: "meter", "aria-hidden": "true" }, fill);
}

const short = (text) => text.length > 34 ? `${text.slice(0, 34)}…` : text;

function firstSteps() {
  return emptyState("flag", "No flags yet", h("ol", { class: "steps" },
    h("li", {}, h("strong", {}, "Make a flag. "), "Give it a key such as ", code("new_checkout"), " and, if you like, properties: values that clients read along with it."),
    h("li", {}, h("strong", {}, "Say who gets it. "), "A rule turns it on for a segment of users, for a share of them."),
    h("li", {}, h("strong", {}, "Connect a client. "), "The page ", h("a", { href: "#/connect" }, "Connect"), " has the commands for this server."),
    h("li", {}, h("strong", {}, "Watch it. "), "Impressions appear under ", h("a", { href: "#/events" }, "Events"), "; Kill turns the flag off for everyone at once.")),
  h("a", { class: "button primary", href: "#/new" }, icon("plus"), h("span", {}, "Make the first flag")));
}
