// From the hash of the address to a page; asks before unsaved edits are left.

import { dialog } from "/panel/ui.js";

let routes = [];
let page = null;
let shownHash = "";
let container = null;
let passing = false;

/**
 * Starts with `table`: `[pattern, make]`, where `make(...groups)` gives `{title, element}` and perhaps `same(...groups)`
 * (true when it showed the new address itself), `isDirty()`, `onEdit(edit)`, `onImpression(event)`, `onStale()`, `destroy()`.
 */
export function start(table, main) {
  routes = table;
  container = main;
  addEventListener("hashchange", follow);
  addEventListener("beforeunload", (event) => { if (page?.isDirty?.()) event.preventDefault(); });
  open(location.hash, false);
}

/** The page that is shown. */
export const current = () => page;

/** Goes to `hash` without asking about edits, which the caller has saved. */
export function go(hash) {
  if (location.hash === hash) open(hash, true);
  else { passing = true; location.hash = hash; }
}

/** Makes the page anew. */
export function reload() {
  open(location.hash, false);
}

async function follow() {
  const hash = location.hash;
  if (hash === shownHash) return;
  if (passing) { passing = false; open(hash, true); return; }
  const [, groups] = match(hash);
  if (page?.same?.(hash, groups)) { shown(hash); return; }
  if (page?.isDirty?.()) {
    history.replaceState(null, "", shownHash || "#/");
    const answer = await dialog({
      title: "Leave with unsaved edits?",
      body: "What you changed on this page has not been saved.",
      actions: [{ label: "Stay", value: "stay", kind: "primary" }, { label: "Leave and drop the edits", value: "leave", kind: "danger" }],
    });
    if (answer === "leave") go(hash);
    return;
  }
  open(hash, true);
}

function match(hash) {
  for (const [pattern, make] of routes) {
    const found = pattern.exec(hash || "#/");
    if (found) return [make, found.slice(1).map((text) => text === undefined ? undefined : decode(text))];
  }
  return [routes[0][1], []];
}

function decode(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

function open(hash, focus) {
  page?.destroy?.();
  const [make, groups] = match(hash);
  page = make(...groups);
  page.hash = hash;
  container.replaceChildren(page.element);
  scrollTo(0, 0);
  shown(hash);
  if (focus) focusHeading();
}

/** Gives the focus to the page's heading. */
export function focusHeading() {
  container.querySelector("h1")?.focus({ preventScroll: true });
}

function shown(hash) {
  shownHash = hash;
  document.title = `${page.title} – Feature flags`;
  dispatchEvent(new CustomEvent("page-shown", { detail: hash || "#/" }));
}
