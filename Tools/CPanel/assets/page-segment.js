// One segment: its condition as a form or as JSON, how long it takes, where it is used.

import * as api from "/panel/api.js";
import { h, button, field, refill } from "/panel/dom.js";
import { icon } from "/panel/icons.js";
import { parse, prettyText } from "/panel/json.js";
import * as model from "/panel/condition-model.js";
import { conditionEditor, nameField } from "/panel/condition-editor.js";
import { decodeSegment, useLinks, usesOf } from "/panel/page-segments.js";
import { decode as decodeFlag } from "/panel/flag-model.js";
import { resolveConflict } from "/panel/conflict.js";
import { announce, code, confirm, emptyState, report, showErrors, toast } from "/panel/ui.js";
import { shortKey } from "/panel/flag-actions.js";
import { segmentHref } from "/panel/page-segments.js";
import { go } from "/panel/router.js";

/** The page of the segment `name`, or of a new one when there is no name. */
export function segmentPage(name) {
  const isNew = name === undefined;
  let base = null, draft = null, pending = false, draftName = name ?? "", uses = [];
  const names = { segments: [], flags: [] };
  const head = h("div", {}), notice = h("div", { role: "status" }), body = h("div", {}), bar = h("div", { class: "save-bar" });
  const summary = h("div", { class: "error-summary", role: "alert", tabindex: "-1", hidden: true });
  const element = h("div", { class: "segment-page" }, h("nav", { class: "crumbs", "aria-label": "Where this is" }, h("a", { href: "#/segments" }, "Segments")), head, notice, summary, body, bar);

  const encode = (segment) => {
    const text = model.encode(segment.condition);
    if (!segment.latency) return text;
    const end = text.lastIndexOf("}");
    return end < 0 ? text : `${text.slice(0, end)}${/\{\s*$/.test(text.slice(0, end)) ? "" : ","}"latency-ms":${segment.latency}}`;
  };
  const isDirty = () => draft !== null && (isNew ? draftName !== "" || encode(draft) !== base.text : encode(draft) !== base.text);
  const fields = (segment) => new Map([["Who belongs to it", model.describe(segment.condition)], ["Condition", prettyText(model.encode(segment.condition))], ["Takes (ms)", segment.latency || "no time"]]);

  const adopt = (segment, etag) => {
    base = { segment, text: encode(segment), etag };
    draft = decodeSegment(parse(base.text));
    pending = false;
    draw();
  };

  const load = async () => {
    try {
      const [segments, flags] = await Promise.all([api.segments(), api.flags()]);
      names.segments = segments.map((segment) => segment.name).filter((other) => other !== name);
      names.flags = flags.map(({ node }) => node.get("key").value);
      uses = usesOf(flags.map(({ node }) => decodeFlag(node)), segments).get(name) ?? [];
      if (isNew) { if (!base) adopt({ condition: model.newCondition("all", [model.newCondition("attribute")]), latency: "" }, ""); return; }
      const found = segments.find((segment) => segment.name === name);
      if (!found) { gone(); return; }
      const theirs = decodeSegment(found.node);
      if (base && encode(theirs) === base.text) { base.etag = found.etag; return; }
      if (base && isDirty()) { pending = true; drawNotice(); return; }
      const first = !base;
      adopt(theirs, found.etag);
      if (!first) announce("This segment was changed elsewhere; the page shows the change.");
    } catch (error) { report(error); }
  };

  const gone = () => {
    if (base && isDirty()) { pending = true; drawNotice(); return; }
    draft = null;
    bar.replaceChildren();
    head.replaceChildren(h("h1", { tabindex: "-1" }, code(name)));
    body.replaceChildren(emptyState("segments", "There is no such segment", h("p", {}, "It may have been deleted, or the address has a slip."), h("a", { class: "button", href: "#/segments" }, "To the list of segments")));
  };

  function drawHead() {
    refill(head, h("header", { class: "page-head" }, h("div", { class: "page-title" }, h("h1", { tabindex: "-1" }, isNew ? "New segment" : code(name))),
      base && !isNew && h("div", { class: "actions" }, button("Delete", remove, { icon: icon("trash"), kind: "quiet", id: "delete-segment" }))));
  }

  function draw() {
    drawHead();
    drawNotice();
    showErrors(element, summary, [], { focus: false });
    const latency = h("input", { id: "segment-latency", type: "text", inputmode: "numeric", class: "mono short", value: draft.latency, "data-path": "latency-ms", oninput: (event) => { draft.latency = event.target.value.trim(); drawBar(); } });
    refill(body, h("form", { onsubmit: (event) => { event.preventDefault(); save(); }, novalidate: true },
      h("section", { class: "panel" }, isNew && nameField("Name", draftName, (value) => { draftName = value; drawBar(); }, "name", "Such as beta. It cannot be changed later."),
        h("h2", {}, "Who belongs to it"), conditionEditor(draft.condition, "", names, (next) => { draft.condition = next; drawBar(); })),
      h("details", { class: "panel", id: "segment-more" }, h("summary", {}, "Slow segments"),
        field("Time it takes to resolve, in milliseconds", latency, "For tests. Longer than the server waits: flags that need it are left out, and the answer is partial. Empty: no time."))),
    isNew ? null : h("section", { class: "panel" }, h("h2", {}, "Used by"), useLinks(uses)));
    drawBar();
  }

  function drawNotice() {
    refill(notice, pending && h("div", { class: "note warning" }, icon("faults"), h("p", {}, h("strong", {}, "Changed elsewhere. "), "Somebody else has changed this segment. Your edits are still here and not saved."),
      button("Compare the two", compare, { kind: "small", id: "compare" })));
  }

  function drawBar() {
    const dirty = isDirty();
    if (!bar.hasChildNodes()) {
      bar.append(h("p", { role: "status" }), h("div", { class: "actions" },
        button("Discard", () => adopt(base.segment, base.etag), { id: "discard", kind: "quiet" }), button(isNew ? "Create the segment" : "Save", save, { id: "save", kind: "primary" })));
    }
    const words = isNew ? "Nothing is saved yet." : dirty ? "Unsaved edits" : "All saved";
    const status = bar.querySelector("p");
    if (status.textContent !== words) status.textContent = words;
    bar.classList.toggle("dirty", dirty);
    bar.querySelector("#discard").hidden = !dirty || isNew;
    bar.querySelector("#save").disabled = !dirty && !isNew;
  }

  async function save() {
    const errors = model.check(draft.condition, "");
    if (isNew && !draftName) errors.unshift({ path: "name", message: "The segment needs a name." });
    else if (!api.isAddressable(draftName)) errors.unshift({ path: "name", message: "A browser cannot address this name; choose another." });
    if (draft.latency && !/^[0-9]{1,9}$/.test(draft.latency)) errors.push({ path: "latency-ms", message: "This must be a whole number of milliseconds." });
    if (errors.length > 0) { showErrors(element, summary, errors); return; }
    await put(isNew ? { ifNoneMatch: "*" } : { ifMatch: base.etag });
  }

  async function put(conditions) {
    const sent = encode(draft);
    try {
      const { node, etag } = await api.putSegment(draftName, sent, conditions);
      if (isNew) {
        draft = null;
        toast(`${shortKey(draftName)} is made. Choose it in a rule of a flag.`);
        go(segmentHref(draftName));
        return;
      }
      if (encode(draft) === sent) adopt(decodeSegment(node), etag);
      else { base = { segment: decodeSegment(node), text: encode(decodeSegment(node)), etag }; pending = false; drawNotice(); drawBar(); }
      toast("Saved.");
    } catch (error) {
      if (error.status === 412 && isNew) showErrors(element, summary, [{ path: "name", message: "There is a segment of this name already." }]);
      else if (error.status === 412) await resolve(error.current, error.etag);
      else if (error.status === 400) showErrors(element, summary, [{ path: error.path, message: error.plain }]);
      else report(error);
    }
  }

  async function compare() {
    try {
      const { node, etag } = await api.segment(name);
      await resolve(node, etag);
    } catch (error) { if (error.status === 404) await resolve(null, ""); else report(error); }
  }

  async function resolve(node, etag) {
    const theirs = node && decodeSegment(node);
    const choice = await resolveConflict(name, fields(base.segment), fields(draft), theirs && fields(theirs));
    if (choice === null) { pending = true; drawNotice(); return; }
    if (choice === "mine") { await put(theirs ? { ifMatch: etag } : { ifNoneMatch: "*" }); return; }
    const mine = encode(draft);
    if (!theirs) { draft = null; gone(); return; }
    adopt(theirs, etag);
    toast("The page shows their version.", { action: { label: "Bring my edits back", run: () => { draft = decodeSegment(parse(mine)); draw(); } } });
  }

  async function remove() {
    if (uses.length > 0) {
      toast(`${shortKey(name)} is in use by ${uses.map((use) => `${use.kind} ${shortKey(use.name)}`).join(", ")}: change ${uses.length === 1 ? "that" : "those"} first.`, { kind: "error" });
      return;
    }
    if (!await confirm("Delete this segment?", h("p", {}, "The segment ", code(name), " goes for good. Nothing uses it."), "Delete the segment")) return;
    try {
      await api.deleteSegment(name, { ifMatch: base.etag });
      draft = null;
      toast(`${shortKey(name)} is deleted.`);
      go("#/segments");
    } catch (error) { report(error); }
  }

  drawHead();
  load();
  return { title: isNew ? "New segment" : shortKey(name), element, isDirty, onEdit: load, onStale: load };
}
