// Controls for values of properties; each holds JSON text, and touches it only when the person does.

import { h, select } from "/panel/dom.js";
import { quote, tryParse, prettyText } from "/panel/json.js";

/** A control for a value of `type` whose text is `text`; `change` gets the new text as it is typed. */
export function valueControl(type, text, change, props = {}) {
  const node = tryParse(text);
  if (type === "string" && node?.type === "string") {
    const long = /[\n\r]/.test(node.value) || node.value.length > 60;
    const typed = (event) => change(quote(event.target.value));
    return long
      ? h("textarea", { ...props, dir: "auto", rows: "3", value: node.value, oninput: typed })
      : h("input", { ...props, dir: "auto", type: "text", value: node.value, autocomplete: "off", oninput: typed });
  }
  if (type === "bool" && node?.type === "bool") {
    return select([["true", "true"], ["false", "false"]], node.raw, change, props);
  }
  if (type === "number") {
    return h("input", { ...props, class: "mono", type: "text", inputmode: "decimal", autocomplete: "off", value: text, oninput: (event) => change(event.target.value.trim()) });
  }
  const shown = prettyText(text);
  return h("textarea", { ...props, class: "mono", spellcheck: "false", rows: String(Math.min(8, Math.max(2, shown.split("\n").length))), value: shown, oninput: (event) => change(event.target.value) });
}

/** A value's text as it is read, cut when it is very long. */
export function valueText(text) {
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
