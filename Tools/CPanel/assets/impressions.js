// The impressions of one flag: by branch and state, over the last hour or two days.

import * as api from "/panel/api.js";
import { h, refill, select, field, pointerAtRest } from "/panel/dom.js";
import { bars, chart, sparkline } from "/panel/charts.js";
import { ago, code, emptyState, onOff, report } from "/panel/ui.js";
import { throttled } from "/panel/throttle.js";

export const spans = [["minutes", "Last hour"], ["hours", "Last two days"]];

/** The view: its `element`, `load` to fetch anew, and `destroy`. */
export function impressionsView(key) {
  let unit = "minutes";
  let stats = null;
  const element = h("section", { class: "panel", "aria-label": "Impressions" });
  const load = throttled(1000, async () => {
    try { stats = await api.stats(); await pointerAtRest(); draw(); } catch (error) { report(error); }
  });
  const draw = () => {
    if (!stats) return;
    const flag = stats.flags?.[key];
    refill(element, flag ? [
      h("div", { class: "row" }, field("Time", select(spans, unit, (value) => { unit = value; draw(); }, { id: "impressions-span" }), null, { class: "span" }),
        h("p", { class: "figure-line" }, h("strong", {}, String(flag.enabled)), " on, ", h("strong", {}, String(flag.disabled)), " off in all")),
      flagChart(flag, stats.now, unit, `Impressions of ${key}`), branchTable(flag, stats.now, unit),
    ] : emptyState("events", "No impressions yet", h("p", {}, "A client sends one when it reads the flag and reports it, for example with ", h("code", {}, "flagctl impression"), ". The page shows them as they come; the commands are under “Edit”.")));
  };
  load();
  const timer = setInterval(load, 30_000);
  return { element, load, destroy: () => { clearInterval(timer); load.cancel(); } };
}

/** The chart of one flag of /admin/stats. */
export function flagChart(flag, now, unit, title) {
  return chart(bars(flag.branches, now, unit, unit === "minutes" ? 60 : 48), title, unit);
}

/** The branches of one flag: each rule and state with its counts. */
export function branchTable(flag, now, unit) {
  const columns = ["Rule", "State", "Impressions", spans.find(([name]) => name === unit)[1], "Last"];
  const cell = (index, ...content) => h("td", { role: "cell", "data-label": columns[index] }, content);
  return h("table", { class: "cards branches", role: "table" }, h("caption", { class: "visually-hidden" }, "Impressions per branch"),
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, columns.map((name) => h("th", { role: "columnheader", scope: "col" }, name)))),
    h("tbody", { role: "rowgroup" }, flag.branches.map((branch) => h("tr", { role: "row", "data-rule": branch.rule_id },
      h("th", { role: "rowheader", scope: "row" }, branch.rule_id === "" ? "killed" : branch.rule_id === "default" ? "everyone else" : code(branch.rule_id)),
      cell(1, onOff(branch.enabled)), cell(2, h("span", { class: "number" }, String(branch.count))),
      cell(3, sparkline(bars([branch], now, unit, unit === "minutes" ? 60 : 48, 3), columns[3])), cell(4, ago(branch.last))))));
}
