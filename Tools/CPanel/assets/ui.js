// Toasts, dialogs, announcements, and small pieces that several pages show.

import { h, button, uid } from "/panel/dom.js";
import { icon } from "/panel/icons.js";

/** Tells screen readers what has changed. */
export function announce(text) {
  const region = document.getElementById("announcements");
  region.textContent = "";
  setTimeout(() => { region.textContent = text; }, 50);
}

/** Shows a message for a while; one with an action stays until it is used or dismissed. */
export function toast(message, { action, kind = "info" } = {}) {
  const region = document.getElementById("toasts");
  const element = h("div", { class: `toast ${kind}` }, h("span", { class: "toast-text" }, message));
  const dismiss = () => {
    if (!element.isConnected) return;
    const hadFocus = element.contains(document.activeElement);
    element.remove();
    if (hadFocus) document.querySelector("main h1")?.focus();
  };
  if (action) element.append(button(action.label, () => { dismiss(); action.run(); }, { kind: "toast-action" }));
  element.append(h("button", { type: "button", class: "toast-close", "aria-label": "Dismiss this message", onclick: dismiss }, icon("no")));
  while (region.children.length > 2) region.firstElementChild.remove();
  region.append(element);
  if (!action && kind !== "error") {
    let timer = setTimeout(dismiss, 6000);
    element.addEventListener("pointerenter", () => clearTimeout(timer));
    element.addEventListener("pointerleave", () => { timer = setTimeout(dismiss, 3000); });
  }
  return dismiss;
}

/** Shows what went wrong. */
export function report(error) {
  if (error.status === 401) return;
  if (error.status === undefined) throw error;
  toast(error.message, { kind: "error" });
}

/**
 * Opens a dialog and resolves to the value of the button that closed it, or null. `actions` are
 * `{label, value, kind, before}`; `before` may return false to keep the dialog open.
 */
export function dialog({ title, body, actions, wide = false }) {
  return new Promise((resolve) => {
    const id = uid("dialog");
    let result = null;
    const element = h("dialog", { class: wide ? "dialog wide" : "dialog", "aria-labelledby": id });
    const close = (value) => { result = value; element.close(); };
    const buttons = actions.map(({ label, value, kind, before }) => button(label, async () => {
      if (before && await before() === false) return;
      close(value);
    }, { kind }));
    element.append(
      h("h2", { id, tabindex: "-1" }, title), h("div", { class: "dialog-body" }, body),
      h("div", { class: "dialog-actions" }, buttons));
    element.addEventListener("close", () => { element.remove(); resolve(result); });
    document.body.append(element);
    element.showModal();
    (element.querySelector("[data-autofocus]") ?? element.querySelector("h2")).focus();
  });
}

/** Asks before something that cannot be undone. */
export const confirm = (title, body, label) =>
  dialog({ title, body, actions: [{ label: "Cancel", value: false }, { label, value: true, kind: "danger" }] });

const stateWords = { on: "On", off: "Off", rules: "Rules", killed: "Killed", archived: "Archived" };

/** A flag's state as a picture and a word. */
export function stateBadge(state) {
  return h("span", { class: `badge state-${state}` }, icon(state), stateWords[state]);
}

/** On or off as a picture and a word. */
export const onOff = (enabled) => stateBadge(enabled ? "on" : "off");

/** A key or another name that may be anything; shown as text, apart from the text around it. */
export const code = (text, props = {}) => h("code", { dir: "auto", ...props }, h("bdi", {}, text === "" ? "(empty)" : text));

/** A text that can be copied. */
export function copyable(label, text) {
  return h("div", { class: "copyable" },
    h("pre", { tabindex: "0", "aria-label": label, role: "region" }, h("code", {}, text)),
    button("Copy", async () => {
      try {
        await navigator.clipboard.writeText(text);
        toast("Copied.");
      } catch { toast("The browser did not allow it: select the text and copy it.", { kind: "error" }); }
    }, { kind: "quiet small", icon: icon("copy"), "aria-label": `Copy: ${label}` }));
}

/** What a page with nothing in it says. */
export function emptyState(picture, title, text, ...actions) {
  return h("div", { class: "empty" }, h("div", { class: "empty-picture" }, icon(picture)), h("h2", {}, title), h("div", { class: "prose" }, text),
    actions.length > 0 && h("div", { class: "actions" }, actions));
}

/** The head of a page; its heading takes the focus when the page opens. */
export function pageHead(title, lead, ...actions) {
  return h("header", { class: "page-head" },
    h("div", { class: "page-title" }, h("h1", { tabindex: "-1" }, title), lead && h("p", { class: "lead" }, lead)),
    actions.length > 0 && h("div", { class: "actions" }, actions));
}

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const exact = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });

/** A moment in words, such as “2 minutes ago”; kept up to date by `tick`. */
export function ago(seconds, never = "never") {
  if (!seconds) return h("span", { class: "muted" }, never);
  const date = new Date(seconds * 1000);
  return h("time", { datetime: date.toISOString(), title: exact.format(date), class: "ago" }, agoText(seconds));
}

/** The words of `ago`. */
export function agoText(seconds) {
  const past = Math.max(0, Date.now() / 1000 - seconds);
  if (past < 5) return "just now";
  for (const [unit, size] of [["day", 86_400], ["hour", 3600], ["minute", 60]]) {
    if (past >= size) return relative.format(-Math.floor(past / size), unit);
  }
  return relative.format(-Math.floor(past), "second");
}

setInterval(() => {
  for (const element of document.querySelectorAll("time.ago")) element.textContent = agoText(Date.parse(element.dateTime) / 1000);
}, 10_000);

/** The time of day of a moment. */
export const clock = (seconds) =>
  new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" }).format(new Date(seconds * 1000));

/** Shows `errors` (`[{path, message}]`) at the fields of `root` that have their `data-path`; those without one in `summary`. */
export function showErrors(root, summary, errors, { focus = true } = {}) {
  for (const old of root.querySelectorAll(".field-error")) old.remove();
  for (const control of root.querySelectorAll("[aria-invalid]")) {
    control.removeAttribute("aria-invalid");
    control.removeAttribute("aria-errormessage");
  }
  const lines = [];
  let first = null;
  for (const { path, message } of errors) {
    const control = controlAt(root, path);
    const id = uid("error");
    if (control) {
      for (let box = control.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
      control.setAttribute("aria-invalid", "true");
      control.setAttribute("aria-errormessage", id);
      control.insertAdjacentElement("afterend", h("p", { class: "field-error", id }, icon("faults"), message));
      first ??= control;
    }
    lines.push(h("li", {}, control ? h("button", { type: "button", class: "link", onclick: () => control.focus() }, message) : message,
      path && h("span", { class: "muted" }, " – ", code(path))));
  }
  summary.replaceChildren(...(lines.length === 0 ? [] : [
    h("p", {}, icon("faults"), h("strong", {}, lines.length === 1 ? "Not saved: one thing has to be put right." : `Not saved: ${lines.length} things have to be put right.`)), h("ul", {}, lines)]));
  summary.hidden = lines.length === 0;
  if (focus && lines.length > 0) (first ?? summary).focus();
}

/** The control at `path`, or at the longest part of it that has one. */
function controlAt(root, path) {
  const controls = [...root.querySelectorAll("[data-path]")].filter(({ dataset }) =>
    dataset.path === "" || path === dataset.path || (path.startsWith(dataset.path) && /^[.[]/.test(path.slice(dataset.path.length))));
  return controls.sort((a, b) => b.dataset.path.length - a.dataset.path.length)[0] ?? null;
}
