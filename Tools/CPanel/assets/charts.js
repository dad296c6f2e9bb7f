// Charts of counts over time as SVG: "on" grows up from the middle, "off" hangs down, so that no color is needed to tell them.

import { h, svg } from "/panel/dom.js";

/** Sums `branches` (as in /admin/stats) into bars: `[{start, on, off}]`, oldest first, without gaps. */
export function bars(branches, now, unit, length, merge = 1) {
  const step = unit === "minutes" ? 60 : 3600;
  const last = Math.floor(now / step) * step;
  const count = Math.ceil(length / merge);
  const result = Array.from({ length: count }, (_, index) => ({ start: last - (count - index) * merge * step + step, on: 0, off: 0 }));
  for (const branch of branches) {
    for (const [start, amount] of branch[unit] ?? []) {
      const bar = result[count - 1 - Math.floor((last - start) / step / merge)];
      if (bar && start <= last) bar[branch.enabled ? "on" : "off"] += amount;
    }
  }
  return result;
}

/** The words that stand for a chart. */
export function summary(list, span) {
  const on = list.reduce((sum, bar) => sum + bar.on, 0), off = list.reduce((sum, bar) => sum + bar.off, 0);
  return `${span}: ${on} on, ${off} off`;
}

/** A chart of the size of a word. */
export function sparkline(list, span) {
  const width = list.length * 4, half = 11;
  const highest = Math.max(1, ...list.map((bar) => Math.max(bar.on, bar.off)));
  const scale = (amount) => amount === 0 ? 0 : Math.max(1.5, amount / highest * half);
  return svg("svg", { class: "sparkline", viewBox: `0 0 ${width} ${half * 2 + 1}`, width, height: half * 2 + 1, role: "img", "aria-label": summary(list, span) },
    svg("line", { class: "axis", x1: 0, x2: width, y1: half + 0.5, y2: half + 0.5 }),
    list.map((bar, index) => [
      bar.on > 0 && svg("rect", { class: "bar-on", x: index * 4, width: 3, y: half - scale(bar.on), height: scale(bar.on) }),
      bar.off > 0 && svg("rect", { class: "bar-off", x: index * 4, width: 3, y: half + 1, height: scale(bar.off) }),
    ]));
}

const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat("en-GB", { weekday: "short", hour: "2-digit", minute: "2-digit" });

/** A chart over the width of the page, with its numbers as a table for who wants them. */
export function chart(list, title, unit) {
  const width = 720, half = 64, left = 40, bottom = 20;
  const highest = Math.max(1, ...list.map((bar) => Math.max(bar.on, bar.off)));
  const step = (width - left) / list.length;
  const format = unit === "minutes" ? time : day;
  const scale = (amount) => amount === 0 ? 0 : Math.max(1.5, amount / highest * half);
  const label = (x, y, text, anchor = "end") => svg("text", { x, y, "text-anchor": anchor, class: "chart-label" }, text);
  const every = Math.ceil(list.length / 6);
  const middle = half + 6;
  const picture = svg("svg", { class: "chart", viewBox: `0 0 ${width} ${half * 2 + 13 + bottom}`, role: "img", "aria-label": `${title}. ${summary(list, unit === "minutes" ? "Last hour" : "Last two days")}` },
    svg("line", { class: "grid-line", x1: left, x2: width, y1: 6, y2: 6 }), svg("line", { class: "grid-line", x1: left, x2: width, y1: half * 2 + 7, y2: half * 2 + 7 }),
    svg("line", { class: "axis", x1: left, x2: width, y1: middle + 0.5, y2: middle + 0.5 }),
    label(left - 6, 10, String(highest)), label(left - 6, middle + 4, "0"), label(left - 6, half * 2 + 11, String(highest)),
    list.map((bar, index) => {
      const x = left + index * step;
      return [
        bar.on > 0 && svg("rect", { class: "bar-on", x, width: step - 1.5, y: middle - scale(bar.on), height: scale(bar.on) }, svg("title", {}, `${format.format(bar.start * 1000)}: ${bar.on} on`)),
        bar.off > 0 && svg("rect", { class: "bar-off", x, width: step - 1.5, y: middle + 1, height: scale(bar.off) }, svg("title", {}, `${format.format(bar.start * 1000)}: ${bar.off} off`)),
        index % every === 0 && label(x, half * 2 + 12 + bottom, format.format(bar.start * 1000), "start"),
      ];
    }));
  const rows = list.filter((bar) => bar.on + bar.off > 0);
  return h("figure", { class: "chart-figure" },
    h("figcaption", {}, h("span", { class: "legend-on" }, "Up: on"), h("span", { class: "legend-off" }, "Down: off")), picture,
    h("details", { id: `numbers-${title.replace(/[^a-z0-9]+/gi, "-")}` }, h("summary", {}, "The numbers as a table"),
      rows.length === 0 ? h("p", { class: "hint" }, "Nothing has come in yet.") : h("table", { class: "plain" }, h("caption", { class: "visually-hidden" }, title),
        h("thead", {}, h("tr", {}, ["From", "On", "Off"].map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, rows.map((bar) => h("tr", {}, h("th", { scope: "row" }, format.format(bar.start * 1000)), h("td", {}, String(bar.on)), h("td", {}, String(bar.off))))))));
}
