// The list of segments, with where each is used.

import * as api from "/panel/api.js";
import { h, refill } from "/panel/dom.js";
import { icon } from "/panel/icons.js";
import { decode as decodeFlag } from "/panel/flag-model.js";
import * as model from "/panel/condition-model.js";
import { Node } from "/panel/json.js";
import { code, emptyState, pageHead, report } from "/panel/ui.js";
import { flagHref } from "/panel/page-flags.js";
import { throttled } from "/panel/throttle.js";

/** A segment's parts: its condition and how long it takes to resolve (JSON text or an empty string). */
export function decodeSegment(node) {
  const latency = node.get("latency-ms");
  if (!latency) return { condition: model.decode(node), latency: "" };
  const members = node.items.filter(([name]) => name !== "latency-ms");
  const raw = `{${members.map(([name, value]) => `${JSON.stringify(name)}: ${value.raw}`).join(", ")}}`;
  return { condition: model.decode(new Node("object", raw, members)), latency: latency.raw };
}

/** Where each segment is used: a map from its name to `[{kind, name}]`. */
export function usesOf(flags, segments) {
  const uses = new Map();
  const add = (segment, kind, name) => {
    const list = uses.get(segment) ?? uses.set(segment, []).get(segment);
    if (!list.some((use) => use.kind === kind && use.name === name)) list.push({ kind, name });
  };
  for (const flag of flags) {
    for (const rule of flag.rules) {
      const names = rule.target === "segment" ? [rule.segment] : rule.target === "condition" ? model.segmentsOf(rule.when) : [];
      for (const name of names) add(name, "flag", flag.key);
    }
  }
  for (const { name, node } of segments) for (const used of model.segmentsOf(decodeSegment(node).condition)) add(used, "segment", name);
  return uses;
}

/** Links to what uses a segment. */
export function useLinks(uses) {
  if (!uses || uses.length === 0) return h("span", { class: "muted" }, "not used yet");
  return h("ul", { class: "inline-list" }, uses.map(({ kind, name }) =>
    h("li", {}, `${kind} `, h("a", { href: kind === "flag" ? flagHref(name) : segmentHref(name), dir: "auto" }, code(name)))));
}

/** The address of a segment's page. */
export const segmentHref = (name) => `#/segments/${encodeURIComponent(name)}`;

/** The page of all segments. */
export function segmentsPage() {
  const list = h("div", {});
  const make = () => h("a", { class: "button primary", href: "#/new-segment" }, icon("plus"), h("span", {}, "New segment"));
  const element = h("div", {}, pageHead("Segments", "Named groups of users and devices. Rules of any flag can be for one.", make()), list);
  const load = throttled(300, async () => {
    try {
      const [segments, flags] = await Promise.all([api.segments(), api.flags()]);
      const uses = usesOf(flags.map(({ node }) => decodeFlag(node)), segments);
      refill(list, segments.length > 0 ? table(segments, uses) : emptyState("segments", "No segments yet",
        h("p", {}, "A segment says who belongs to it: for example ", code("beta"), ", everyone whose app version is at least 2.0.0. Make one, then choose it in a rule of a flag."), make()));
    } catch (error) { report(error); }
  });
  load();
  return { title: "Segments", element, onEdit: load, onStale: load, destroy: load.cancel };
}

function table(segments, uses) {
  const columns = ["Segment", "Who belongs to it", "Used by"];
  return h("table", { class: "cards", role: "table" }, h("caption", { class: "visually-hidden" }, "Segments"),
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, columns.map((name) => h("th", { role: "columnheader", scope: "col" }, name)))),
    h("tbody", { role: "rowgroup" }, segments.map(({ name, node }) => {
      const { condition, latency } = decodeSegment(node);
      return h("tr", { role: "row", "data-key": name },
        h("th", { role: "rowheader", scope: "row" }, h("a", { href: segmentHref(name), dir: "auto", id: `open-${name}` }, code(name))),
        h("td", { role: "cell", "data-label": columns[1], class: "wide-cell" }, h("bdi", {}, model.describe(condition)), latency && h("span", { class: "muted" }, ` (takes ${latency} ms)`)),
        h("td", { role: "cell", "data-label": columns[2] }, useLinks(uses.get(name))));
    })));
}
