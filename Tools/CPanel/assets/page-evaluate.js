// "Evaluate as" for all flags at once.

import { h } from "/panel/dom.js";
import { pageHead } from "/panel/ui.js";
import { evaluateForm } from "/panel/evaluate.js";

/** The page; `preset` is JSON of fields to start with, from a device's link. */
export function evaluatePage(preset) {
  let fields = {};
  try { fields = preset ? JSON.parse(preset) : {}; } catch { /* an address that somebody cut short */ }
  const known = ["application", "user_id", "hwid", "platform", "app_version", "language", "tags"].filter((name) => typeof fields?.[name] === "string");
  const start = Object.fromEntries(known.map((name) => [name, fields[name]]));
  if (typeof fields?.push_registered === "boolean") start.push_registered = fields.push_registered;
  return { title: "Evaluate as", element: h("div", {}, pageHead("Evaluate as", "See every flag as a certain user on a certain device would."), evaluateForm({ preset: start })) };
}
