// The panel's few pictures, drawn on a grid of 16; always beside words, so hidden from screen readers.

import { svg } from "/panel/dom.js";

const paths = {
  on: "M3 8.5 6.5 12 13 4.5",
  off: "M4 8h8",
  rules: "M2 4h12M4.5 8h7M7 12h2",
  killed: "M8 1.8v6M4.6 4.2a5.4 5.4 0 1 0 6.8 0",
  archived: "M2 3h12v3H2zM3 6v7h10V6M6.5 9h3",
  up: "M8 13V3.5M3.5 7.5 8 3l4.5 4.5",
  down: "M8 3v9.5M3.5 8.5 8 13l4.5-4.5",
  grip: "M6 3.5v.01M10 3.5v.01M6 8v.01M10 8v.01M6 12.5v.01M10 12.5v.01",
  plus: "M8 3v10M3 8h10",
  trash: "M2.5 4.5h11M6 4.5V2.5h4v2M4 4.5l.6 9h6.8l.6-9M6.7 7v4M9.3 7v4",
  undo: "M5.5 3 2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H6",
  flag: "M3.5 14V2.5c3-1.8 6 1.8 9 0V9c-3 1.8-6-1.8-9 0",
  segments: "M5.5 7a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4ZM1.5 13.5c0-5.4 8-5.4 8 0M10.5 7.2a2 2 0 1 0 0-4M11.5 9.3c2 .3 3 1.8 3 4.2",
  evaluate: "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.7 10.7 14 14",
  events: "M1.5 8.5h3l2-5 3 9 2-4h3",
  devices: "M4.5 1.8h7v12.4h-7zM7.3 12h1.4",
  faults: "M8 2 1.5 13.5h13zM8 6.5v3M8 11.5v.01",
  connect: "M2 3h12v10H2zM4.5 6l2 2-2 2M8.5 10.5h3",
  sun: "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  menu: "M2 4h12M2 8h12M2 12h12",
  edit: "M3 13l.7-3L11 2.7 13.3 5 6 12.3z",
  yes: "M3 8.5 6.5 12 13 4.5",
  no: "M4 4l8 8M12 4l-8 8",
  unknown: "M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.8-1.1 1.8M8 12.6v.01",
};

/** The picture `name`. */
export function icon(name) {
  return svg("svg", { class: `icon icon-${name}`, viewBox: "0 0 16 16", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: paths[name], fill: "none", stroke: "currentColor", "stroke-width": name === "grip" ? 2.2 : 1.6, "stroke-linecap": "round", "stroke-linejoin": "round" }));
}
