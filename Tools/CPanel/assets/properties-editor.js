// The typed properties of a flag: names, types and defaults.

import { h, button, field, select, afterInput } from "/panel/dom.js";
import { icon } from "/panel/icons.js";
import { newProperty, retype, types } from "/panel/flag-model.js";
import { valueControl } from "/panel/values.js";
import { announce } from "/panel/ui.js";

const typeLabels = { string: "string – text", number: "number", bool: "bool – true or false", object: "object – {…}", array: "array – […]", json: "json – object or array" };

/** The editor of `flag.properties`; `change(redraw)` is called after each change. */
export function propertiesEditor(flag, change) {
  const add = () => {
    const property = newProperty();
    flag.properties.push(property);
    change(true);
    document.getElementById(`${property.id}-key`)?.focus();
  };
  return h("section", { class: "panel", "aria-labelledby": "properties-heading" },
    h("div", { class: "panel-head" }, h("h2", { id: "properties-heading" }, "Properties")),
    h("p", { class: "hint" }, "Values that clients read with the flag. An off flag has the defaults; rules can give other values."),
    h("ol", { class: "property-list" }, flag.properties.map((property, index) => h("li", { class: "property" }, row(flag, property, index, change)))),
    button("Add a property", add, { icon: icon("plus"), kind: "small", id: "add-property" }));
}

function row(flag, property, index, change) {
  const path = `properties[${index}]`;
  const name = property.key || `property ${index + 1}`;
  const key = h("input", { id: `${property.id}-key`, type: "text", class: "mono", dir: "auto", autocomplete: "off", spellcheck: "false", value: property.key, "data-path": `${path}.key`, placeholder: "button_color",
    oninput: (event) => { property.key = event.target.value; change(false); }, onchange: () => afterInput(() => change(true)) });
  const type = select(types.map((option) => [option, typeLabels[option]]), property.type, (value) => { retype(property, value); change(true); }, { id: `${property.id}-type`, "data-path": `${path}.type` });
  const value = valueControl(property.type, property.text, (text) => { property.text = text; change(false); }, { id: `${property.id}-default`, "data-path": `${path}.default` });
  const remove = () => {
    const values = [...flag.rules.map((rule) => rule.values), flag.default.values];
    for (const map of values) map.delete(property.id);
    flag.properties.splice(index, 1);
    change(true);
    announce(`Property ${name} removed.`);
    document.getElementById(flag.properties[index] ? `${flag.properties[index].id}-key` : "add-property")?.focus();
  };
  return [field("Name", key), field("Type", type), field("Default", value, null, { class: "grow" }),
    button("", remove, { id: `${property.id}-remove`, kind: "quiet icon-only", icon: icon("trash"), "aria-label": `Remove the property ${name}`, title: "Remove" })];
}
