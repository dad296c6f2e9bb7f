// The editor of a condition: groups, tests and references as a form, and the JSON of any condition.

import { h, button, field, select, uid, refill, afterInput } from "/panel/dom.js";
import { icon } from "/panel/icons.js";
import { member, parse, quote, tryParse, prettyText } from "/panel/json.js";
import * as model from "/panel/condition-model.js";

const kinds = [
  ["all", "All of these"], ["any", "Any of these"], ["not", "Not"], ["attribute", "Attribute or tag"],
  ["segment", "Segment"], ["saw-flag", "Saw flag"], ["json", "JSON"],
];

/**
 * The editor of `condition`, which stands at `path` of what is saved. `names` are `{segments, flags}` to choose from,
 * `change(condition)` is called after each change with the condition, which may be another object.
 */
export function conditionEditor(condition, path, names, change) {
  const container = h("div", { class: "condition-editor" });
  let root = condition;
  let focusNext = "";
  const draw = () => {
    refill(container, attributeNames(), view(root, path, (next) => { root = next; }, null, 0));
    if (focusNext) document.getElementById(focusNext)?.focus();
    focusNext = "";
  };
  const changed = (redraw) => { change(root); if (redraw) draw(); };

  /** The list that attribute fields suggest from. */
  const listID = uid("attributes");
  const attributeNames = () => h("datalist", { id: listID }, model.attributes.map((name) => h("option", { value: name })));

  function view(node, at, replace, remove, depth) {
    const swap = (kind) => {
      const inner = node.items ?? (node.item ? [node.item] : ["attribute", "segment", "saw-flag"].includes(node.kind) ? [node] : []);
      let next;
      if (kind === "json") next = { ...model.newCondition("json"), text: prettyText(model.encode(node)) };
      else if (node.kind === "json") {
        const read = tryParse(node.text);
        const known = read ? model.decode(read) : null;
        next = known?.kind === kind ? known : model.newCondition(kind, known && known.kind !== "json" ? [known] : []);
      } else next = model.newCondition(kind, inner);
      replace(next);
      focusNext = `${next.id}-kind`;
      changed(true);
    };
    const choice = select(kinds, node.kind, swap, { id: `${node.id}-kind`, "aria-label": "Kind of condition", "data-path": node.kind === "json" ? null : at });
    const removal = remove && button("", () => { remove(); changed(true); }, { id: `${node.id}-remove`, kind: "quiet icon-only", icon: icon("trash"), "aria-label": `Remove this condition: ${model.describe(node)}`, title: "Remove this condition" });
    return h("div", { class: `condition condition-${node.kind}`, role: "group", "aria-label": kinds.find(([kind]) => kind === node.kind)[1] },
      h("div", { class: "condition-head" }, choice, ...heads(node, at), removal), body(node, at, depth));
  }

  function heads(node, at) {
    switch (node.kind) {
      case "segment": return [reference(node, "name", names.segments, "Segment", member(at, "segment"))];
      case "saw-flag": return [reference(node, "key", names.flags, "Flag", member(at, "saw-flag"))];
      case "attribute": return test(node, at);
      default: return [];
    }
  }

  function body(node, at, depth) {
    switch (node.kind) {
      case "all": case "any": return group(node, at, depth);
      case "not": return h("div", { class: "condition-inner" }, view(node.item, member(at, "not"), (next) => { node.item = next; }, null, depth + 1));
      case "json": return h("div", { class: "condition-inner" },
        h("textarea", { id: `${node.id}-json`, class: "mono", spellcheck: "false", rows: "6", "aria-label": "Condition as JSON", "data-path": at, value: node.text, oninput: (event) => { node.text = event.target.value; changed(false); } }),
        button("Show as a form", () => {
          const read = tryParse(node.text);
          const known = read && model.decode(read);
          if (known && known.kind !== "json") { replaceNode(node, known); focusNext = `${known.id}-kind`; changed(true); return; }
          note.textContent = read ? "The form cannot show this condition; it can be saved as JSON." : jsonProblem(node.text);
        }, { id: `${node.id}-form`, kind: "quiet small" }), note);
      default: return null;
    }
  }
  const note = h("p", { class: "hint", role: "status" });

  function replaceNode(old, next) {
    const walk = (node) => node === old ? next
      : node.items ? Object.assign(node, { items: node.items.map(walk) })
      : node.item ? Object.assign(node, { item: walk(node.item) }) : node;
    root = walk(root);
  }

  function group(node, at, depth) {
    const add = (kind) => {
      const item = model.newCondition(kind, kind === "any" || kind === "all" ? [model.newCondition("attribute")] : []);
      node.items.push(item);
      focusNext = `${item.id}-kind`;
      changed(true);
    };
    return h("div", { class: "condition-inner" },
      node.items.length === 0 && h("p", { class: "hint" }, node.kind === "all" ? "Without a condition this is true for everyone." : "Without a condition this is true for no one."),
      h("ol", { class: "condition-list" }, node.items.map((item, index) => h("li", {},
        view(item, `${member(at, node.kind)}[${index}]`, (next) => { node.items[index] = next; }, () => { node.items.splice(index, 1); focusNext = `${node.id}-add`; }, depth + 1)))),
      h("div", { class: "actions" },
        button("Add a condition", () => add("attribute"), { kind: "quiet small", icon: icon("plus"), id: `${node.id}-add` }),
        depth < 6 && button("Add a group", () => add(node.kind === "all" ? "any" : "all"), { id: `${node.id}-add-group`, kind: "quiet small", icon: icon("plus") })));
  }

  function reference(node, name, options, label, at) {
    const known = options.includes(node[name]) || node[name] === "" ? options : [node[name], ...options];
    return select([["", options.length > 0 ? "Choose…" : "(there are none yet)"], ...known.map((option) => [option, option])], node[name],
      (value) => { node[name] = value; changed(false); }, { id: `${node.id}-${name}`, "aria-label": label, "data-path": at, class: "grow" });
  }

  function test(node, at) {
    const retype = (type) => {
      const plain = node.values.map((text) => { const value = tryParse(text); return value?.type === "string" ? value.value : text; });
      node.type = type;
      node.values = node.operation === "exists" ? [] : plain.map((text) => valueOf(type, text));
      if (node.values.length === 0 && !["exists", "in"].includes(node.operation)) node.values = [valueOf(type, "")];
    };
    const operate = (operation) => {
      node.operation = operation;
      const allowed = model.typesFor(operation);
      if (operation !== "in") node.values = node.values.slice(0, 1);
      retype(allowed.includes(node.type) || allowed.length === 0 ? node.type : allowed[0]);
      changed(true);
    };
    const attribute = h("input", { id: `${node.id}-attribute`, type: "text", list: listID, "aria-label": "Attribute or tag", "data-path": member(at, "attribute"), dir: "auto", placeholder: "attribute or tag", autocomplete: "off", spellcheck: "false", value: node.attribute,
      oninput: (event) => { node.attribute = event.target.value; changed(false); },
      onchange: () => {
        if (node.attribute === "app_version" && model.typesFor(node.operation).includes("version")) retype("version");
        else if (node.attribute === "push_registered" && node.operation === "is") retype("bool");
        else if (node.type === "version" && model.attributes.includes(node.attribute) && model.typesFor(node.operation).includes("text")) retype("text");
        else return;
        change(root);
        afterInput(draw);
      } });
    const parts = [attribute, select(model.operations, node.operation, operate, { id: `${node.id}-op`, "aria-label": "Comparison", "data-path": member(at, "op") })];
    if (node.operation === "exists") return parts;
    const types = model.typesFor(node.operation);
    if (types.length > 1) {
      parts.push(select(types.map((type) => [type, model.typeNames[type]]), node.type, (type) => { retype(type); changed(true); }, { id: `${node.id}-type`, "aria-label": "Type of the value", "data-path": member(at, "as") }));
    }
    parts.push(operand(node, member(at, "value")));
    return parts;
  }

  function operand(node, at) {
    const props = { id: `${node.id}-value`, "data-path": at, class: "grow", dir: "auto", autocomplete: "off", spellcheck: "false" };
    const text = (json) => { const value = tryParse(json); return value?.type === "string" ? value.value : json; };
    if (node.operation === "in") {
      return h("textarea", { ...props, rows: "2", "aria-label": "Values, one in a line", placeholder: "one value in a line", value: node.values.map(text).join("\n"),
        oninput: (event) => { node.values = event.target.value.split("\n").filter((line) => line !== "").map((line) => valueOf(node.type, line)); changed(false); } });
    }
    if (node.type === "bool") {
      return select([["true", "true"], ["false", "false"]], node.values[0], (value) => { node.values = [value]; changed(false); }, { ...props, "aria-label": "Value" });
    }
    return h("input", { ...props, type: "text", "aria-label": "Value", value: text(node.values[0] ?? '""'), placeholder: node.type === "version" ? "2.0.0" : "value",
      oninput: (event) => { node.values = [valueOf(node.type, event.target.value)]; changed(false); } });
  }

  draw();
  return container;
}

function valueOf(type, text) {
  switch (type) {
    case "number": return text.trim();
    case "bool": return text === "true" ? "true" : "false";
    default: return quote(text);
  }
}

function jsonProblem(text) {
  try { parse(text); return ""; } catch (error) { return `No valid JSON: ${error.message}.`; }
}

/** A field for a name, as dialogs and pages that make segments have it. */
export function nameField(label, value, change, path, hint) {
  return field(label, h("input", { type: "text", value, dir: "auto", required: true, autocomplete: "off", spellcheck: "false", "data-path": path, oninput: (event) => change(event.target.value) }), hint);
}
