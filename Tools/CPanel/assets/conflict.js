// What to do when a flag or a segment was changed elsewhere while it was edited here.

import { h } from "/panel/dom.js";
import { icon } from "/panel/icons.js";
import { code, dialog } from "/panel/ui.js";
import { valueText } from "/panel/values.js";

/**
 * Shows both versions, field by field (maps of label to text), and resolves to "mine", "theirs" or null. `theirs` is
 * null when it has been deleted elsewhere.
 */
export function resolveConflict(name, base, mine, theirs) {
  if (!theirs) {
    return dialog({
      title: "Deleted elsewhere", body: h("p", {}, code(name), " was deleted elsewhere while you edited it. Nothing that you typed is lost."),
      actions: [{ label: "Go on editing", value: null }, { label: "Let it go", value: "theirs", kind: "danger" }, { label: "Make it again with my edits", value: "mine", kind: "primary" }],
    });
  }
  const labels = [...new Set([...base.keys(), ...mine.keys(), ...theirs.keys()])];
  const cell = (fields, label) => fields.has(label) ? h("bdi", {}, valueText(fields.get(label)) || "(empty)") : h("span", { class: "muted" }, "not there");
  const rows = labels.map((label) => {
    const you = mine.get(label) !== base.get(label), they = theirs.get(label) !== base.get(label);
    if (!you && !they) return null;
    const both = you && they, same = mine.get(label) === theirs.get(label);
    const who = both ? (same ? "both, alike" : "both") : you ? "you" : "they";
    return h("tr", { role: "row", class: both && !same ? "changed-both" : "" }, h("th", { role: "rowheader", scope: "row" }, h("bdi", {}, label)),
      h("td", { role: "cell", "data-label": "Yours", class: you ? "changed" : "" }, you && h("span", { class: "mark" }, icon("edit"), h("span", { class: "visually-hidden" }, "changed: ")), cell(mine, label)),
      h("td", { role: "cell", "data-label": "Theirs", class: they ? "changed" : "" }, they && h("span", { class: "mark" }, icon("edit"), h("span", { class: "visually-hidden" }, "changed: ")), cell(theirs, label)),
      h("td", { role: "cell", "data-label": "Changed by" }, who));
  }).filter(Boolean);
  const same = labels.length - rows.length;
  return dialog({
    title: "Changed elsewhere", wide: true,
    body: [h("p", {}, code(name), " was changed elsewhere while you edited it. Nothing that you typed is lost."),
      h("table", { class: "cards compare", role: "table" }, h("caption", { class: "visually-hidden" }, "Fields that differ"),
        h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, ["Field", "Yours", "Theirs", "Changed by"].map((title) => h("th", { role: "columnheader", scope: "col" }, title)))),
        h("tbody", { role: "rowgroup" }, rows)),
      h("p", { class: "hint" }, `${same} ${same === 1 ? "field is" : "fields are"} the same in both. Keeping yours replaces theirs, but does not undo a kill or an archiving that you did not change.`)],
    actions: [{ label: "Go on editing", value: null }, { label: "Take theirs", value: "theirs" }, { label: "Keep mine", value: "mine", kind: "primary" }],
  });
}
