// Builds elements. Text is only ever text: nothing here, or anywhere in the panel, reads markup from a string.

const properties = new Set(["value", "checked", "disabled", "selected", "hidden", "open", "draggable", "readOnly", "htmlFor"]);

/** An HTML element; `props` are attributes, properties such as `value`, and `on…` functions. */
export function h(tag, props = {}, ...children) {
  return build(document.createElement(tag), props, children);
}

/** An SVG element. */
export function svg(tag, props = {}, ...children) {
  return build(document.createElementNS("http://www.w3.org/2000/svg", tag), props, children);
}

function build(element, props, children) {
  element.append(...flat(children));
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false && !properties.has(name)) continue;
    if (name.startsWith("on") && typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (properties.has(name)) element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  return element;
}

function flat(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== "");
}

let counter = 0;
/** An id that no element has yet. */
export function uid(prefix = "e") {
  counter += 1;
  return `${prefix}-${counter}`;
}

/** Replaces what is in `container`, and keeps the focus and the caret where they were when that element is there again. */
export function refill(container, ...children) {
  const active = document.activeElement;
  const id = container.contains(active) ? active.id : "";
  const opened = new Map([...container.querySelectorAll("details[id]")].map((details) => [details.id, details.open]));
  let caret = null;
  try { caret = id ? [active.selectionStart, active.selectionEnd] : null; } catch { caret = null; }
  container.replaceChildren(...flat(children));
  for (const details of container.querySelectorAll("details[id]")) details.open = opened.get(details.id) ?? details.open;
  const next = id ? document.getElementById(id) : null;
  if (!next || next === document.activeElement) return;
  next.focus({ preventScroll: true });
  try { if (caret && caret[0] !== null) next.setSelectionRange(...caret); } catch { /* has no caret */ }
}

let pressedAt = -Infinity;
addEventListener("pointerdown", () => { pressedAt = performance.now(); }, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { pressedAt = -Infinity; }, true);

/** Waits while a button is being pressed: redrawing it under the pointer would lose the click. */
export async function pointerAtRest() {
  while (performance.now() - pressedAt < 1000) await new Promise((resolve) => { setTimeout(resolve, 50); });
}

/** Runs `work` once the event under way is over and no button is being pressed. */
export function afterInput(work) {
  setTimeout(async () => {
    await pointerAtRest();
    work();
  }, 0);
}

/** A button; `kind` is "primary", "danger", "quiet" or nothing. */
export function button(label, onclick, props = {}) {
  const { kind, icon, ...rest } = props;
  return h("button", { type: "button", class: kind ? `button ${kind}` : "button", onclick, ...rest }, icon, label && h("span", {}, label));
}

/** A label, its control and its hint; `control` gets an id and is described by the hint. */
export function field(label, control, hint, props = {}) {
  if (!control.id) control.id = uid("f");
  const parts = [h("label", { htmlFor: control.id, class: props.quietLabel ? "visually-hidden" : null }, label), control];
  if (hint) {
    const text = h("p", { class: "hint", id: `${control.id}-hint` }, hint);
    control.setAttribute("aria-describedby", text.id);
    parts.push(text);
  }
  return h("div", { class: props.class ? `field ${props.class}` : "field" }, parts);
}

/** A check box with its label beside it. */
export function checkbox(label, checked, onchange, props = {}) {
  const id = props.id ?? uid("c");
  return h("div", { class: "check" },
    h("input", { type: "checkbox", ...props, id, checked, onchange: (event) => onchange(event.target.checked) }),
    h("label", { htmlFor: id }, label));
}

/** A list to choose from; options are `[value, label]`. */
export function select(options, value, onchange, props = {}) {
  return h("select", { ...props, onchange: (event) => onchange(event.target.value) },
    options.map(([option, label]) => h("option", { value: option, selected: option === value }, label)));
}
