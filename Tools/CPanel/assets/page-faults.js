// The server's faults, for tests of clients: what is in force, and switches for one more.

import * as api from "/panel/api.js";
import { h, button, checkbox, field, refill, select } from "/panel/dom.js";
import { icon } from "/panel/icons.js";
import { arrayText, objectText, quote } from "/panel/json.js";
import { pageHead, report, showErrors, toast } from "/panel/ui.js";

const fresh = () => ({ status: "", delay: "", retryAfter: "", cutBody: false, garbage: false, dropConnection: false, partial: false, how: "count", count: "1", share: "50", path: "evaluate" });
const pathNames = { evaluate: "requests for flags", postEvent: "events", other: "other requests of clients" };
const statuses = [["", "no, answer as always"], ["500", "500 – internal error"], ["502", "502 – bad gateway"], ["503", "503 – unavailable"], ["504", "504 – gateway timeout"], ["429", "429 – too many requests"],
  ["408", "408 – timeout"], ["401", "401 – no access"], ["403", "403 – forbidden"], ["404", "404 – not found"], ["400", "400 – bad request"]];

/** The page of faults. */
export function faultsPage() {
  let form = fresh(), inForce = null;
  const list = h("div", { role: "status" });
  const summary = h("div", { class: "error-summary", role: "alert", tabindex: "-1", hidden: true });
  const body = h("div", {});
  const element = h("div", {}, pageHead("Faults", "Make this server misbehave towards clients, to see how they take it. The panel itself is not affected."), 
    h("section", { class: "panel", "aria-labelledby": "force-heading" }, h("h2", { id: "force-heading" }, "In force"), list),
    h("section", { class: "panel", "aria-labelledby": "fault-heading" }, h("h2", { id: "fault-heading" }, "Switch on a fault"), summary, body));

  const load = async () => {
    try { inForce = await api.faults(); drawList(); } catch (error) { report(error); }
  };

  function drawList() {
    const faults = inForce.items;
    refill(list, faults.length === 0 ? h("p", { class: "note good" }, icon("on"), h("span", {}, "No faults: the server answers as it should.")) : [
      h("ol", { class: "fault-list" }, faults.map((fault, index) => h("li", {}, icon("faults"), h("span", {}, describe(fault)),
        button("Clear", () => put(faults.filter((_, other) => other !== index).map(({ raw }) => raw), "Fault cleared."), { kind: "small", id: `clear-${index}`, "aria-label": `Clear: ${describe(fault)}` })))),
      button("Clear all faults", async () => { try { await api.clearFaults(); toast("All faults cleared."); await load(); } catch (error) { report(error); } }, { kind: "primary", id: "clear-faults" })]);
  }

  function drawForm() {
    const text = (name, label, path, hint, unit) => field(label, h("input", { id: `fault-${path}`, type: "text", inputmode: name === "retryAfter" ? "text" : "decimal", class: "mono short", value: form[name], "data-path": path, autocomplete: "off", oninput: (event) => { form[name] = event.target.value.trim(); } }), [unit, hint].filter(Boolean).join(" "));
    const tick = (name, label, path) => checkbox(label, form[name], (checked) => { form[name] = checked; }, { id: `fault-${path}`, "data-path": path });
    refill(body, h("form", { onsubmit: (event) => { event.preventDefault(); add(); }, novalidate: true },
      h("div", { class: "grid" }, field("Answer with a failure", select(statuses, form.status, (value) => { form.status = value; }, { id: "fault-status", "data-path": "status" })),
        text("delay", "Delay", "delay", "Empty: none.", "Milliseconds."), text("retryAfter", "Retry-After", "retry-after", "Empty: not sent.", "Seconds, or a date.")),
      h("fieldset", {}, h("legend", {}, "And"), tick("cutBody", "Cut the body in the middle", "cut-body"), tick("garbage", "Send garbage instead of JSON", "garbage"),
        tick("dropConnection", "Drop the connection without an answer", "drop-connection"), tick("partial", "Say that the answer is partial", "partial")),
      h("div", { class: "grid" }, field("For", select([["", "all requests of clients"], ...Object.entries(pathNames)], form.path, (value) => { form.path = value; }, { id: "fault-path", "data-path": "path" })),
        field("How often", select([["count", "the next few"], ["share", "a share of them"], ["always", "every one, until cleared"]], form.how, (value) => { form.how = value; drawForm(); }, { id: "fault-how" })),
        form.how === "count" && text("count", "How many", "count", "", ""), form.how === "share" && text("share", "Share", "share", "", "Percent.")),
      h("div", { class: "actions" }, h("button", { type: "submit", class: "button danger", id: "add-fault" }, icon("faults"), h("span", {}, "Switch on")))));
  }

  async function add() {
    const errors = [];
    const whole = (name, path, highest) => {
      if (form[name] && !(/^[0-9]+$/.test(form[name]) && Number(form[name]) <= highest)) errors.push({ path, message: `This must be a whole number from 0 to ${highest}.` });
    };
    whole("delay", "delay", 600_000);
    if (form.how === "count") whole("count", "count", 1_000_000_000);
    if (form.how === "count" && !form.count) errors.push({ path: "count", message: "How many requests should it hit?" });
    const share = Number(form.share.replace(",", "."));
    if (form.how === "share" && !(form.share !== "" && share >= 0 && share <= 100)) errors.push({ path: "share", message: "This must be a number from 0 to 100." });
    const effect = form.status || form.delay || form.retryAfter || form.cutBody || form.garbage || form.dropConnection || form.partial;
    if (!effect) errors.push({ path: "status", message: "Choose what should go wrong." });
    showErrors(element, summary, errors);
    if (errors.length > 0) return;
    const yes = (value) => value ? "true" : undefined;
    const text = objectText([["status", form.status || undefined], ["delay", form.delay ? String(Number(form.delay)) : undefined], ["cut-body", yes(form.cutBody)], ["garbage", yes(form.garbage)],
      ["drop-connection", yes(form.dropConnection)], ["partial", yes(form.partial)], ["retry-after", form.retryAfter ? (/^[0-9]{1,15}$/.test(form.retryAfter) ? String(Number(form.retryAfter)) : quote(form.retryAfter)) : undefined],
      ["count", form.how === "count" ? String(Number(form.count)) : undefined], ["share", form.how === "share" ? String(Number((share / 100).toPrecision(12))) : undefined], ["path", form.path ? quote(form.path) : undefined]]);
    const others = (inForce?.items ?? []).map(({ raw }) => raw);
    if (await put([...others, text], "The fault is on.")) { form = fresh(); drawForm(); }
  }

  async function put(faults, words) {
    try {
      inForce = await api.putFaults(objectText([["faults", arrayText(faults)]]));
      drawList();
      toast(words);
      return true;
    } catch (error) {
      if (error.status === 400) showErrors(element, summary, [{ path: error.path.replace(/^faults\[\d+\]\.?/, ""), message: error.plain }]);
      else report(error);
      return false;
    }
  }

  drawForm();
  load();
  return { title: "Faults", element, onStale: load, onRequest: load };
}

/** A fault in words. */
function describe(fault) {
  const number = (name) => fault.get(name)?.raw;
  const effects = [];
  if (fault.get("status")) effects.push(`status ${number("status")}`);
  if (fault.get("delay")) effects.push(`a delay of ${number("delay")} ms`);
  if (fault.get("cut-body")?.value) effects.push("a cut body");
  if (fault.get("garbage")?.value) effects.push("garbage");
  if (fault.get("drop-connection")?.value) effects.push("a dropped connection");
  if (fault.get("partial")?.value) effects.push("a partial answer");
  const retry = fault.get("retry-after");
  if (retry) effects.push(`Retry-After: ${retry.type === "string" ? retry.value : retry.raw}`);
  const path = fault.get("path")?.value;
  const whom = path ? pathNames[path] ?? path : "all requests of clients";
  const often = fault.get("count") ? `the next ${number("count")} ` : fault.get("share") ? `${Number((Number(number("share")) * 100).toPrecision(12))} % of ` : "";
  return `${effects.join(", ")} for ${often}${whom}`;
}
