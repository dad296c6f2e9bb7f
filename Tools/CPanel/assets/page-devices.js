// The devices that have asked: who they are, their tags, and what they were told.

import * as api from "/panel/api.js";
import { h, field, refill, pointerAtRest } from "/panel/dom.js";
import { pretty } from "/panel/json.js";
import { ago, code, emptyState, onOff, pageHead, report } from "/panel/ui.js";
import { flagHref } from "/panel/page-flags.js";
import { throttled } from "/panel/throttle.js";

/** The page of devices. */
export function devicesPage() {
  let list = null, forgotten = 0, wanted = "";
  const area = h("div", {}), note = h("p", { class: "muted count", role: "status" });
  const search = h("input", { type: "search", id: "device-search", dir: "auto", autocomplete: "off", placeholder: "Device, user or tag", oninput: (event) => { wanted = event.target.value.toLowerCase(); draw(); } });
  const tools = h("div", { class: "toolbar", hidden: true }, field("Search devices", search, null, { quietLabel: true, class: "search" }), note);
  const element = h("div", {}, pageHead("Devices", "Who has asked for flags, the latest first."), tools, area);
  const load = throttled(1000, async () => {
    try {
      const answer = await api.devices();
      list = answer.get("devices").items;
      forgotten = Number(answer.get("forgotten")?.raw ?? 0);
      await pointerAtRest();
      draw();
    } catch (error) { report(error); }
  });
  function draw() {
    if (!list) return;
    tools.hidden = list.length === 0;
    const shown = list.filter((device) => device.raw.toLowerCase().includes(wanted));
    const words = `${shown.length} of ${list.length} devices${forgotten > 0 ? `; ${forgotten} older ones are forgotten` : ""}`;
    if (note.textContent !== words) note.textContent = words;
    refill(area, list.length === 0 ? emptyState("devices", "No device has asked yet", h("p", {}, "A device appears here with its first request for flags. The page ", h("a", { href: "#/connect" }, "Connect"), " has the commands that make one."))
      : shown.length === 0 ? h("p", { class: "hint" }, "No device has this in it.") : h("ul", { class: "device-list" }, shown.map(card)));
  }
  load();
  const timer = setInterval(load, 30_000);
  return { title: "Devices", element, onRequest: load, onStale: load, destroy: () => { clearInterval(timer); load.cancel(); } };
}

function card(device) {
  const value = (name) => String(device.get(name)?.value ?? "");
  const number = (name) => Number(device.get(name)?.raw ?? 0);
  const id = value("hwid");
  const flags = device.get("flags")?.items ?? [], tags = device.get("tags")?.items ?? [];
  const fact = (label, content) => content && h("div", {}, h("dt", {}, label), h("dd", {}, content));
  return h("li", { class: "panel device", "data-key": id },
    h("div", { class: "panel-head" }, h("h2", { dir: "auto" }, code(id)), h("p", { class: "muted" }, "Last request ", ago(number("last_request")))),
    h("dl", { class: "facts" }, fact("User", h("bdi", {}, value("user_id") || id)), fact("Application", code(value("application"))), fact("Platform", value("platform")),
      fact("App version", value("app_version")), fact("Language", value("language")), fact("Push", device.get("push_registered")?.value ? "registered" : "not registered"), fact("Requests", String(number("requests"))),
      fact("Last answer", [device.get("not_modified")?.value ? "not modified (304)" : `${flags.length} flags`, device.get("partial")?.value ? ", partial" : ""].join(""))),
    tags.length > 0 && h("div", {}, h("h3", {}, "Tags"), h("ul", { class: "inline-list" }, tags.map(([name, tag]) => h("li", {}, code(name), ": ", h("bdi", { class: "mono small-text" }, pretty(tag)))))),
    h("details", { id: `told-${id}` }, h("summary", {}, `What it was told: ${flags.length} flags`),
      h("ul", { class: "told" }, flags.map((flag) => h("li", {}, h("a", { href: flagHref(flag.get("key").value), dir: "auto" }, code(flag.get("key").value)), " ", onOff(flag.get("enabled")?.value === true), " ",
        ruleName(flag.get("rule_id")?.value ?? ""))))),
    h("p", {}, h("a", { href: `#/evaluate/${encodeURIComponent(device.raw.length < 8000 ? deviceQuery(device) : "{}")}` }, "Evaluate as this device")));
}

const ruleName = (id) => id === "" ? "killed" : id === "default" ? "everyone else" : code(id);

/** What the form of "Evaluate as" starts with, as JSON in the address. */
function deviceQuery(device) {
  const value = (name) => String(device.get(name)?.value ?? "");
  return JSON.stringify({ application: value("application"), user_id: value("user_id"), hwid: value("hwid"), platform: value("platform"),
    app_version: value("app_version"), language: value("language"), push_registered: device.get("push_registered")?.value === true, tags: "" });
}
