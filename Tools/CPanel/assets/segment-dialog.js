// Makes a segment without leaving the page.

import * as api from "/panel/api.js";
import { h } from "/panel/dom.js";
import { conditionEditor, nameField } from "/panel/condition-editor.js";
import * as model from "/panel/condition-model.js";
import { announce, dialog, showErrors } from "/panel/ui.js";

/** Asks for a new segment and saves it; the result is its name, or null. */
export async function makeSegment(names) {
  let name = "", condition = model.newCondition("all", [model.newCondition("attribute")]);
  const input = nameField("Name", "", (value) => { name = value; }, "name", "Such as beta.");
  input.querySelector("input").dataset.autofocus = "";
  const summary = h("div", { class: "error-summary", role: "alert", tabindex: "-1", hidden: true });
  const body = h("div", {}, summary, input,
    h("div", { class: "field" }, h("p", { class: "label" }, "Who belongs to it"), conditionEditor(condition, "", names, (next) => { condition = next; })));
  const save = async () => {
    const errors = model.check(condition, "");
    if (!name || !api.isAddressable(name)) errors.unshift({ path: "name", message: name ? "A browser cannot address this name; choose another." : "The segment needs a name." });
    if (errors.length === 0) {
      try { await api.putSegment(name, model.encode(condition), { ifNoneMatch: "*" }); } catch (error) {
        errors.push(error.status === 412 ? { path: "name", message: "There is a segment of this name already." } : { path: error.path, message: error.plain });
      }
    }
    showErrors(body, summary, errors);
    return errors.length === 0;
  };
  const made = await dialog({ title: "New segment", body, wide: true, actions: [{ label: "Cancel", value: false }, { label: "Make the segment", value: true, kind: "primary", before: save }] });
  if (!made) return null;
  announce(`Segment ${name} made.`);
  return name;
}
