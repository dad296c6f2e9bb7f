// The rules of a flag in their order: moved by drag or by buttons, each with its target, rollout and values.

import { h, button, checkbox, field, select } from "/panel/dom.js";
import { icon } from "/panel/icons.js";
import { member } from "/panel/json.js";
import { newRule, targetText } from "/panel/flag-model.js";
import { conditionEditor } from "/panel/condition-editor.js";
import { valueControl, valueText } from "/panel/values.js";
import { announce, code } from "/panel/ui.js";
import { makeSegment } from "/panel/segment-dialog.js";

/** The editor of `flag.rules` and of what holds otherwise; `names` are `{segments, flags}`. */
export function rulesEditor(flag, names, change) {
  let dragged = null;
  const move = (from, to, focus) => {
    const [rule] = flag.rules.splice(from, 1);
    flag.rules.splice(to, 0, rule);
    change(true);
    announce(`Rule for ${targetText(rule)} is now number ${to + 1} of ${flag.rules.length}.`);
    const wanted = document.getElementById(`${rule.uid}-${focus}`);
    (wanted && !wanted.disabled ? wanted : document.getElementById(`${rule.uid}-${focus === "up" ? "down" : "up"}`))?.focus();
  };
  const add = () => {
    const rule = newRule(flag);
    flag.rules.push(rule);
    change(true);
    announce(`Rule ${flag.rules.length} added.`);
    document.getElementById(`${rule.uid}-target`)?.focus();
  };

  function card(rule, index) {
    const path = `rules[${index}]`, position = index + 1;
    const heading = h("h3", { id: `${rule.uid}-heading` }, `Rule ${position}`);
    const element = h("li", { class: "rule", "aria-labelledby": heading.id, "data-rule": rule.id },
      h("div", { class: "rule-head" },
        h("span", { class: "grip", draggable: true, title: "Drag to move", "aria-hidden": "true",
          ondragstart: (event) => { dragged = index; event.dataTransfer.effectAllowed = "move"; event.dataTransfer.setData("text/plain", rule.id); event.dataTransfer.setDragImage(element, 12, 12); element.classList.add("dragged"); },
          ondragend: () => { dragged = null; for (const other of element.parentElement?.children ?? []) other.classList.remove("dragged", "drop-before", "drop-after"); } }, icon("grip")),
        heading, summary(rule),
        h("div", { class: "rule-moves" },
          button("", () => move(index, index - 1, "up"), { id: `${rule.uid}-up`, kind: "quiet icon-only", icon: icon("up"), disabled: index === 0, "aria-label": `Move rule ${position} up`, title: "Move up" }),
          button("", () => move(index, index + 1, "down"), { id: `${rule.uid}-down`, kind: "quiet icon-only", icon: icon("down"), disabled: index === flag.rules.length - 1, "aria-label": `Move rule ${position} down`, title: "Move down" }),
          button("", () => { flag.rules.splice(index, 1); change(true); announce(`Rule ${position} removed.`); document.getElementById("add-rule")?.focus(); }, { id: `${rule.uid}-remove`, kind: "quiet icon-only", icon: icon("trash"), "aria-label": `Remove rule ${position}`, title: "Remove" }))),
      h("div", { class: "rule-body" }, target(rule, path, position), rollout(rule, path, position, () => element),
        outcome(rule, `${rule.uid}-enabled`, path, change),
        rule.enabled ? valuesEditor(flag, rule.values, rule.uid, `${path}.properties`, change) : flag.properties.length > 0 && h("p", { class: "hint" }, "An off rule gives the default values."),
        h("details", { class: "advanced", id: `${rule.uid}-advanced` }, h("summary", {}, "Rule id"),
          field("Id", h("input", { id: `${rule.uid}-id`, type: "text", class: "mono", dir: "auto", value: rule.id, "data-path": `${path}.id`, oninput: (event) => { rule.id = event.target.value; change(false); } }),
            "Clients report it with impressions. It also decides who falls into the rollout: another id picks other users."))));
    element.addEventListener("dragover", (event) => {
      if (dragged === null) return;
      event.preventDefault();
      const after = isAfter(event, element);
      element.classList.toggle("drop-after", after);
      element.classList.toggle("drop-before", !after);
    });
    element.addEventListener("dragleave", () => element.classList.remove("drop-before", "drop-after"));
    element.addEventListener("drop", (event) => {
      event.preventDefault();
      if (dragged === null) return;
      const slot = index + (isAfter(event, element) ? 1 : 0);
      const to = slot > dragged ? slot - 1 : slot;
      const from = dragged;
      dragged = null;
      if (to === from) change(true); else move(from, to, "up");
    });
    return element;
  }

  function target(rule, path, position) {
    const parts = [field("For", select([["everyone", "Everyone"], ["segment", "A segment"], ["condition", "A condition of its own"]], rule.target,
      (value) => { rule.target = value; change(true); }, { id: `${rule.uid}-target`, "aria-label": `For whom rule ${position} is`, "data-path": path }))];
    if (rule.target === "segment") {
      const known = names.segments.includes(rule.segment) || !rule.segment ? names.segments : [rule.segment, ...names.segments];
      parts.push(field("Segment", select([["", known.length > 0 ? "Choose…" : "(there are none yet)"], ...known.map((name) => [name, name])], rule.segment,
        (value) => { rule.segment = value; change(true); }, { id: `${rule.uid}-segment`, "data-path": `${path}.segment` })),
      button("New segment…", async () => {
        const name = await makeSegment(names);
        if (name === null) return;
        if (!names.segments.includes(name)) names.segments.push(name);
        rule.segment = name;
        change(true);
        document.getElementById(`${rule.uid}-segment`)?.focus();
      }, { icon: icon("plus"), kind: "small align-end", id: `${rule.uid}-new-segment` }));
    }
    const row = h("div", { class: "row" }, parts);
    return rule.target !== "condition" ? row : [row, conditionEditor(rule.when, `${path}.when`, names, (next) => { rule.when = next; change(false); })];
  }

  function rollout(rule, path, position, card) {
    const id = `${rule.uid}-rollout`;
    const number = h("input", { id, type: "text", inputmode: "decimal", class: "mono percent", value: rule.rollout, autocomplete: "off", "data-path": `${path}.rollout`,
      "aria-label": `Rollout of rule ${position} in percent`, oninput: (event) => { rule.rollout = event.target.value.trim().replace(",", "."); slider.value = rule.rollout; update(); } });
    const slider = h("input", { id: `${id}-slider`, type: "range", min: "0", max: "100", step: "1", value: rule.rollout, "aria-label": `Rollout of rule ${position}, slider`,
      oninput: (event) => { rule.rollout = event.target.value; number.value = rule.rollout; update(); } });
    const update = () => { change(false); card().querySelector(".rule-summary").replaceWith(summary(rule)); };
    slider.value = rule.rollout;
    return h("div", { class: "field" }, h("label", { htmlFor: id }, "Rollout"),
      h("div", { class: "rollout-controls" }, slider, number, h("span", { "aria-hidden": "true" }, "%")),
      h("p", { class: "hint" }, "The share of these users that the rule takes, to the hundredth. Growing it never takes a user out."));
  }

  return h("section", { class: "panel", "aria-labelledby": "rules-heading" },
    h("div", { class: "panel-head" }, h("h2", { id: "rules-heading" }, "Rules")),
    h("p", { class: "hint" }, "Tried from the top; the first that is for the user and whose rollout takes them decides."),
    flag.rules.length === 0 && h("p", { class: "note" }, icon("rules"), "No rules yet: everyone gets what “Everyone else” says below. Add a rule to roll the flag out to a segment or to a share of all users."),
    h("ol", { class: "rule-list" }, flag.rules.map(card)),
    button("Add a rule", add, { icon: icon("plus"), kind: "small", id: "add-rule" }),
    h("div", { class: "rule rule-else" }, h("div", { class: "rule-head" }, h("h3", {}, "Everyone else")),
      h("div", { class: "rule-body" }, outcome(flag.default, "default-enabled", "default", change),
        flag.default.enabled && valuesEditor(flag, flag.default.values, "default", "default.properties", change))));
}

const isAfter = (event, element) => event.clientY > element.getBoundingClientRect().top + element.offsetHeight / 2;

function summary(rule) {
  return h("p", { class: "rule-summary" }, h("bdi", {}, targetText(rule)), `, ${rule.rollout} % → ${rule.enabled ? "on" : "off"}`);
}

function outcome(holder, id, path, change) {
  return field("The flag is", select([["true", "On"], ["false", "Off"]], String(holder.enabled), (value) => { holder.enabled = value === "true"; change(true); }, { id, "data-path": `${path}.enabled` }));
}

/** The values that a rule gives to properties; those not ticked keep the default. */
function valuesEditor(flag, values, prefix, path, change) {
  if (flag.properties.length === 0) return null;
  return h("fieldset", { class: "values" }, h("legend", {}, "Property values"), flag.properties.map((property, index) => {
    const id = `${prefix}-${property.id}`, name = property.key || `property ${index + 1}`;
    const given = values.has(property.id);
    return h("div", { class: "value-row" },
      checkbox(code(name), given, (checked) => { if (checked) values.set(property.id, property.text); else values.delete(property.id); change(true); if (checked) document.getElementById(id)?.focus(); },
        { id: `${id}-given`, "aria-label": `Give ${name} a value of its own` }),
      given ? valueControl(property.type, values.get(property.id), (text) => { values.set(property.id, text); change(false); }, { id, "aria-label": `Value of ${name}`, "data-path": member(path, property.key) })
        : h("span", { class: "muted default-value", dir: "auto" }, "default: ", h("bdi", {}, valueText(property.text))));
  }));
}
