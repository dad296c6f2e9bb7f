// "Evaluate as": what a user on a device would get, and why, step by step.

import * as api from "/panel/api.js";
import { h, checkbox, field, refill, uid } from "/panel/dom.js";
import { icon } from "/panel/icons.js";
import { objectText, quote, tryParse, pretty } from "/panel/json.js";
import { code, onOff, report, showErrors } from "/panel/ui.js";
import { flagHref } from "/panel/page-flags.js";
import { decode, targetText } from "/panel/flag-model.js";

const remembered = { application: "", user_id: "", hwid: "PANEL-DEVICE", platform: "", app_version: "", language: "", push_registered: false, tags: "" };

/** The form and its answer; of one flag when `flag` is given. `preset` are fields to start with. */
export function evaluateForm({ flag, preset } = {}) {
  const subject = Object.assign(remembered, preset);
  const answer = h("div", { class: "answer", role: "status" });
  const summary = h("div", { class: "error-summary", role: "alert", tabindex: "-1", hidden: true });
  const prefix = uid("as");
  const text = (name, label, props = {}, hint) => field(label, h("input", { id: `${prefix}-${name}`, type: "text", dir: "auto", autocomplete: "off", spellcheck: "false", value: subject[name], "data-path": name, oninput: (event) => { subject[name] = event.target.value; }, ...props }), hint);
  const application = h("select", { id: `${prefix}-application`, "data-path": "application", onchange: (event) => { subject.application = event.target.value; } });
  api.applications().then((list) => {
    if (!list.some(({ code: known }) => known === subject.application)) subject.application = list[0]?.code ?? "";
    application.replaceChildren(...list.map(({ code: name }) => h("option", { value: name, selected: name === subject.application }, name)));
    if (list.length === 0) application.replaceWith(h("p", {}, "There is no application yet; make one under ", h("a", { href: "#/connect" }, "Connect"), "."));
  }).catch(report);
  const run = async (event) => {
    event.preventDefault();
    const errors = [];
    const tags = subject.tags.trim() && tryParse(subject.tags);
    if (tags === null || (tags && tags.type !== "object")) errors.push({ path: "tags", message: "Tags must be an object: {\"plan\": \"pro\"}." });
    if (!subject.hwid) errors.push({ path: "hwid", message: "The device needs an id." });
    showErrors(element, summary, errors);
    if (errors.length > 0) return;
    const given = (name) => [name, subject[name] ? quote(subject[name]) : undefined];
    const body = objectText([given("application"), given("user_id"), given("hwid"), given("platform"), given("app_version"), given("language"),
      ["push_registered", String(subject.push_registered)], ["tags", tags ? tags.raw : undefined], ["flag", flag === undefined ? undefined : quote(flag)]]);
    try {
      const [result, flags] = await Promise.all([api.evaluate(body), api.flags()]);
      const known = new Map(flags.map(({ node }) => [node.get("key").value, decode(node)]));
      refill(answer, explain(result, known, flag !== undefined));
    } catch (error) {
      if (error.status === 400) showErrors(element, summary, [{ path: error.path, message: error.plain }]);
      else report(error);
    }
  };
  const element = h("form", { class: "panel evaluate", onsubmit: run, novalidate: true, "aria-label": "Evaluate as" }, summary,
    h("p", { class: "hint" }, "What a client would get, and why. It counts as no impression and is not kept."),
    h("div", { class: "grid" }, field("Application", application), text("user_id", "User ID", { placeholder: "user-1" }, "Empty: the device id."), text("hwid", "Device ID"),
      text("platform", "Platform", { placeholder: "linux" }), text("app_version", "App version", { placeholder: "2.4.0" }), text("language", "Language", { placeholder: "en" })),
    field("Tags", h("textarea", { id: `${prefix}-tags`, class: "mono", rows: "2", spellcheck: "false", value: subject.tags, "data-path": "tags", placeholder: '{"plan": "pro"}', oninput: (event) => { subject.tags = event.target.value; } }), "An object. Empty: the tags that this device has set."),
    checkbox("Registered for push", subject.push_registered, (checked) => { subject.push_registered = checked; }, { id: `${prefix}-push` }),
    h("div", { class: "actions" }, h("button", { type: "submit", class: "button primary", id: `${prefix}-run` }, icon("evaluate"), h("span", {}, "Evaluate"))), answer);
  return element;
}

const reasons = {
  killed: () => "The flag is killed: off for everyone, with the default values. No rule is asked.",
  default: () => "No rule took this user, so “Everyone else” decides.",
  archived: () => "The flag is archived: clients do not get it.",
  "application-without-flags": () => "This application has no feature flags, so it gets none.",
  "unresolved-segment": () => "A segment takes longer than the server waits, so the flag is left out and the answer is partial.",
  rule: (result) => `Rule ${Number(result.get("rule_index")?.raw ?? 0) + 1} decided.`,
};

function explain(result, known, single) {
  const flags = result.get("flags").items;
  const parts = flags.map((flag) => oneFlag(flag, known.get(flag.get("key").value), single));
  return [h("h2", {}, single ? "Answer" : `Answer: ${flags.length} flags`), result.get("partial")?.value && h("p", { class: "note warning" }, icon("faults"), h("span", {}, "The answer is partial.")), parts.length > 0 ? parts : h("p", { class: "hint" }, "No flags.")];
}

function oneFlag(result, flag, single) {
  const enabled = result.get("enabled"), key = result.get("key").value;
  const head = [enabled ? onOff(enabled.value) : h("span", { class: "badge state-archived" }, icon("archived"), "Not in the answer"),
    single ? null : h("a", { href: flagHref(key), dir: "auto" }, code(key)),
    h("span", { class: "reason" }, (reasons[result.get("reason")?.value] ?? (() => ""))(result))];
  const properties = result.get("properties")?.items ?? [];
  const body = [properties.length > 0 && h("dl", { class: "properties" }, properties.map(([name, value]) => h("div", {}, h("dt", {}, code(name)), h("dd", { class: "mono", dir: "auto" }, h("bdi", {}, pretty(value)))))), steps(result, flag)];
  return single ? h("div", { class: "verdict" }, h("p", { class: "verdict-head" }, head), body)
    : h("details", { class: "verdict", id: `verdict-${key}` }, h("summary", { class: "verdict-head" }, head), body);
}

function steps(result, flag) {
  const list = result.get("steps")?.items ?? [];
  if (list.length === 0) return null;
  const decided = result.get("reason")?.value === "rule" ? Number(result.get("rule_index")?.raw) : -1;
  const asked = ["rule", "default", "unresolved-segment"].includes(result.get("reason")?.value);
  return [h("h3", {}, "Step by step"), h("ol", { class: "step-list" }, list.map((step, index) => {
    const rule = flag?.rules.find(({ id }) => id === step.get("rule_id").value);
    const [picture, words] = stepWords(step, rule);
    const later = !asked || (decided >= 0 && index > decided);
    return h("li", { class: `${index === decided ? "decides" : ""} ${later ? "later" : ""}` }, icon(picture),
      h("div", {}, h("p", {}, h("strong", {}, `Rule ${index + 1}`), " ", code(step.get("rule_id").value), rule && [", for ", h("bdi", {}, targetText(rule))], index === decided && h("span", { class: "badge state-rules" }, icon("yes"), "decides")),
        h("p", {}, words), later && h("p", { class: "muted" }, "Not asked: it was decided before.")));
  }))];
}

/** What came of one rule, in words. */
function stepWords(step, rule) {
  const bucket = Number(step.get("bucket").raw), taken = Number(step.get("taken").raw);
  const percent = `${taken / 100} %`;
  const number = new Intl.NumberFormat("en");
  const draw = `The user's bucket for this rule is ${number.format(bucket)} of 10,000; a rollout of ${percent} takes the buckets below ${number.format(taken)}`;
  switch (step.get("target").value) {
    case "no": return ["no", "It is not for this user: the condition does not hold."];
    case "unknown": return ["unknown", `Whether it is for this user is not known, since a segment takes too long. ${draw}.`];
    default: return bucket < taken ? ["yes", `It is for this user. ${draw}: this user is in${rule ? `, so the flag is ${rule.enabled ? "on" : "off"}` : ""}.`]
      : ["no", `It is for this user, but ${draw.charAt(0).toLowerCase()}${draw.slice(1)}: this user is not in yet.`];
  }
}
