// One flag: its editor, its JSON, "evaluate as", impressions, and the commands of a client.

import * as api from "/panel/api.js";
import { h, button, field, refill, pointerAtRest } from "/panel/dom.js";
import { icon } from "/panel/icons.js";
import { parse, prettyText, tryParse } from "/panel/json.js";
import * as model from "/panel/flag-model.js";
import { propertiesEditor } from "/panel/properties-editor.js";
import { rulesEditor } from "/panel/rules-editor.js";
import { resolveConflict } from "/panel/conflict.js";
import { evaluateForm } from "/panel/evaluate.js";
import { impressionsView } from "/panel/impressions.js";
import { clientCommands } from "/panel/commands.js";
import * as actions from "/panel/flag-actions.js";
import { flagHref } from "/panel/page-flags.js";
import { announce, code, emptyState, report, showErrors, stateBadge, toast } from "/panel/ui.js";
import { go } from "/panel/router.js";

const views = [["", "Edit"], ["json", "JSON"], ["evaluate", "Evaluate as"], ["impressions", "Impressions"]];

/** The page of the flag `key`, or of a new one when there is no key. */
export function flagPage(key, firstView = "") {
  return new FlagPage(key, firstView);
}

class FlagPage {
  element = h("div", { class: "flag-page" });
  #key;
  #view;
  #isNew;
  /** What the server has, as this page knows it; `text` is what saving it unchanged would send. */
  #base = null;
  #draft = null;
  /** What was typed as JSON while it is no flag. */
  #broken = null;
  /** What somebody else made of the flag meanwhile. */
  #pending = false;
  #names = { segments: [], flags: [] };
  #loaded = false;
  #parts = { head: h("div", {}), notice: h("div", { role: "status" }), summary: h("div", { class: "error-summary", role: "alert", tabindex: "-1", hidden: true }), body: h("div", {}), bar: h("div", { class: "save-bar" }) };
  #evaluation = null;
  #impressions = null;
  #onKey = (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "s" && !document.querySelector("dialog[open]")) { event.preventDefault(); this.#save(); }
  };

  constructor(key, view) {
    this.#key = key;
    this.#view = view;
    this.#isNew = key === undefined;
    this.element.append(h("nav", { class: "crumbs", "aria-label": "Where this is" }, h("a", { href: "#/" }, "Feature flags")),
      this.#parts.head, this.#parts.notice, this.#parts.summary, this.#parts.body, this.#parts.bar);
    addEventListener("keydown", this.#onKey);
    this.#drawHead();
    this.#start();
  }

  get title() { return this.#isNew ? "New flag" : `${actions.shortKey(this.#key)}`; }

  isDirty() {
    return this.#draft !== null && (this.#broken !== null || model.encode(this.#draft) !== this.#base.text);
  }

  same(hash, [key, view = ""]) {
    if (this.#isNew || key !== this.#key || !hash.startsWith("#/flags/")) return false;
    this.#view = view;
    this.#drawHead();
    this.#drawBody();
    const tab = this.element.querySelector('.tabs [aria-current="page"]');
    tab?.focus();
    return true;
  }

  destroy() {
    removeEventListener("keydown", this.#onKey);
    this.#impressions?.destroy();
  }

  onEdit({ kind, name }) {
    if (kind === "all" || (kind === "flag" && name === this.#key)) this.#refresh();
    else if (kind === "segment" || kind === "flag") this.#loadNames().then(() => { if (kind === "segment" && !this.isDirty()) this.#drawBody(); });
  }

  onStale() { this.#refresh(); this.#impressions?.load(); }
  onImpression(event) {
    if (event.get("attributes")?.get("flag_key")?.value === this.#key) this.#impressions?.load();
  }

  async #start() {
    await this.#loadNames();
    if (this.#isNew) { this.#adopt(model.newFlag(), ""); return; }
    await this.#refresh();
  }

  async #loadNames() {
    try {
      const [segments, flags] = await Promise.all([api.segments(), api.flags()]);
      this.#names.segments = segments.map(({ name }) => name);
      this.#names.flags = flags.map(({ node }) => node.get("key").value);
    } catch (error) { if (error.status !== 404) report(error); }
  }

  async #refresh() {
    if (this.#isNew) return;
    try {
      const { node, etag } = await api.flag(this.#key);
      await pointerAtRest();
      this.#incoming(node, etag);
    } catch (error) {
      if (error.status !== 404) report(error);
      if (error.status === 404) this.#gone();
    }
  }

  /** Takes what the server has: follows it, unless something here is unsaved. */
  #incoming(node, etag, { quiet = false } = {}) {
    const theirs = model.decode(node);
    const text = model.encode(theirs);
    if (this.#base && text === this.#base.text) { this.#base.etag = etag; return; }
    if (!this.isDirty()) {
      const first = !this.#base;
      this.#adopt(theirs, etag);
      if (!first && !quiet) { announce("This flag was changed elsewhere; the page shows the change."); this.#flash(); }
      return;
    }
    if (model.encode({ ...theirs, killed: this.#base.model.killed, archived: this.#base.model.archived }) === this.#base.text) {
      this.#follow(theirs, etag);
      return;
    }
    this.#pending = true;
    this.#drawNotice();
  }

  /** Takes over a kill or an archiving beneath unsaved edits. */
  #follow(theirs, etag) {
    for (const name of ["killed", "archived"]) {
      if (this.#draft[name] === this.#base.model[name]) this.#draft[name] = theirs[name];
      this.#base.model[name] = theirs[name];
    }
    this.#base = { ...this.#base, text: model.encode(this.#base.model), etag };
    this.#drawHead();
    this.#drawBar();
  }

  #adopt(flag, etag) {
    const text = model.encode(flag);
    this.#base = { model: flag, text, etag };
    this.#draft = text && !this.#isNew ? model.decode(parse(text)) : flag;
    this.#keepIDs();
    if (this.#isNew) this.#base.model = model.newFlag();
    this.#broken = null;
    this.#pending = false;
    this.#loaded = true;
    this.#drawAll();
  }

  #shownIDs = new Map();
  /** Gives rules and properties the element ids that they had before, so that the focus stays. */
  #keepIDs() {
    const next = new Map();
    const keep = (holder, name, identity) => {
      const old = this.#shownIDs.get(identity);
      if (old) holder[name] = old;
      next.set(identity, holder[name]);
    };
    for (const rule of this.#draft.rules) keep(rule, "uid", `rule ${rule.id}`);
    for (const property of this.#draft.properties) {
      const before = property.id;
      keep(property, "id", `property ${property.key}`);
      for (const map of [...this.#draft.rules.map(({ values }) => values), this.#draft.default.values]) {
        if (before !== property.id && map.has(before)) { map.set(property.id, map.get(before)); map.delete(before); }
      }
    }
    this.#shownIDs = next;
  }

  #gone() {
    if (this.#base && this.isDirty()) { this.#pending = true; this.#drawNotice(); return; }
    this.#draft = null;
    this.#parts.bar.replaceChildren();
    this.#parts.notice.replaceChildren();
    this.#parts.head.replaceChildren(h("h1", { tabindex: "-1" }, code(this.#key)));
    this.#parts.body.replaceChildren(emptyState("flag", "There is no such flag", h("p", {}, this.#base ? "It was deleted elsewhere." : "It may have been deleted, or the address has a slip."),
      h("a", { class: "button", href: "#/" }, "To the list of flags")));
  }

  #drawAll() { this.#drawHead(); this.#drawNotice(); this.#drawBody(); this.#drawBar(); }

  #flash() {
    const { body } = this.#parts;
    body.classList.remove("flash");
    requestAnimationFrame(() => body.classList.add("flash"));
  }

  #drawHead() {
    const saved = this.#base?.model;
    const done = ({ node, etag }) => this.#incoming(node, etag, { quiet: true });
    const buttons = !saved || this.#isNew ? [] : [
      saved.archived ? button("Restore", () => actions.restore(this.#key, done), { icon: icon("undo"), id: "restore-flag" })
        : button("Archive", () => actions.archiveWithUndo(this.#key, done), { icon: icon("archived"), kind: "quiet", id: "archive-flag" }),
      button("Delete", () => this.#delete(), { icon: icon("trash"), kind: "quiet", id: "delete-flag" }),
      saved.archived ? null : saved.killed ? button("Revive", () => actions.revive(this.#key, done), { icon: icon("undo"), kind: "primary", id: "switch-flag" })
        : button("Kill", () => actions.killWithUndo(this.#key, done), { icon: icon("killed"), kind: "danger", id: "switch-flag" }),
    ];
    refill(this.#parts.head, h("header", { class: "page-head" },
      h("div", { class: "page-title" }, h("h1", { tabindex: "-1", id: "page-heading" }, this.#isNew ? "New flag" : code(this.#key)),
        saved && !this.#isNew && h("p", { class: "lead" }, stateBadge(model.stateOf(saved)), " ", h("bdi", {}, saved.name))),
      h("div", { class: "actions" }, buttons)),
    saved && !this.#isNew && h("nav", { class: "tabs", "aria-label": "Views of this flag" }, views.map(([view, label]) =>
      h("a", { href: flagHref(this.#key, view), id: `tab-${view || "edit"}`, "aria-current": view === this.#view ? "page" : null }, label))));
  }

  #drawNotice() {
    refill(this.#parts.notice, this.#pending && h("div", { class: "note warning" }, icon("faults"),
      h("p", {}, h("strong", {}, "Changed elsewhere. "), "Somebody else has changed this flag. Your edits are still here and not saved."),
      button("Compare the two", () => this.#compare(), { kind: "small", id: "compare" })));
  }

  #drawBody() {
    if (!this.#loaded || !this.#draft) return;
    showErrors(this.element, this.#parts.summary, [], { focus: false });
    if (this.#view !== "impressions") { this.#impressions?.destroy(); this.#impressions = null; }
    const { body } = this.#parts;
    switch (this.#view) {
      case "json": refill(body, this.#jsonView()); break;
      case "evaluate": this.#evaluation ??= evaluateForm({ flag: this.#key });
        refill(body, this.isDirty() && h("p", { class: "note warning" }, icon("faults"), h("span", {}, "This evaluates what is saved, without your unsaved edits.")), this.#evaluation); break;
      case "impressions": this.#impressions ??= impressionsView(this.#key); refill(body, this.#impressions.element); break;
      default: refill(body, this.#broken !== null ? this.#brokenNotice() : this.#editView());
    }
    this.#drawBar();
  }

  #changed = (redraw) => { if (redraw) this.#drawBody(); else this.#drawBar(); };

  #editView() {
    const draft = this.#draft;
    const name = h("input", { id: "flag-name", type: "text", dir: "auto", autocomplete: "off", value: draft.name, "data-path": "name", placeholder: "New checkout", oninput: (event) => { draft.name = event.target.value; this.#changed(false); } });
    const key = h("input", { id: "flag-key", type: "text", class: "mono", dir: "auto", autocomplete: "off", spellcheck: "false", value: draft.key, "data-path": "key", placeholder: "new_checkout", oninput: (event) => { draft.key = event.target.value; this.#changed(false); } });
    return h("form", { class: "editor", onsubmit: (event) => { event.preventDefault(); this.#save(); }, novalidate: true },
      h("section", { class: "panel", "aria-labelledby": "basics-heading" }, h("h2", { id: "basics-heading", class: this.#isNew ? "" : "visually-hidden" }, "Basics"),
        h("div", { class: "row" }, this.#isNew && field("Key", key, "What clients ask for, such as new_checkout. It cannot be changed later.", { class: "grow" }),
          field("Name", name, this.#isNew ? "For people; may stay empty." : null, { class: "grow" }))),
      propertiesEditor(draft, this.#changed), rulesEditor(draft, this.#names, this.#changed),
      this.#isNew ? null : h("section", { class: "panel", "aria-labelledby": "client-heading" }, h("h2", { id: "client-heading" }, "See a client get it"), clientCommands(this.#key)));
  }

  #jsonView() {
    const text = this.#broken ?? prettyText(model.encode(this.#draft));
    const area = h("textarea", { id: "flag-json", class: "mono json", spellcheck: "false", value: text, rows: String(Math.min(40, text.split("\n").length + 2)), "data-path": "" });
    const problem = h("p", { class: "hint", role: "status" });
    area.addEventListener("input", () => {
      this.#broken = this.#readJSON(area.value, problem) ? null : area.value;
      this.#drawBar();
    });
    if (this.#broken !== null) this.#readJSON(text, problem);
    return h("section", { class: "panel" }, field("The flag as JSON", area, "As the flags file has it. Numbers stay exactly as they are written."), problem);
  }

  #readJSON(text, problem) {
    try {
      const flag = model.decode(parse(text));
      if (flag.key === "") flag.key = this.#key;
      if (flag.key !== this.#key) throw new model.ShapeError("key", "must stay the key of this flag; make a new flag for another");
      this.#draft = flag;
      this.#keepIDs();
      problem.textContent = "";
      return true;
    } catch (error) {
      problem.textContent = error instanceof model.ShapeError ? error.message : `No valid JSON: ${error.message}.`;
      return false;
    }
  }

  #brokenNotice() {
    return h("div", { class: "note warning" }, icon("faults"), h("p", {}, "What you typed as JSON is not a flag yet, so the form cannot show it."),
      h("a", { class: "button small", href: flagHref(this.#key, "json") }, "Back to the JSON"),
      button("Drop the JSON text", () => { this.#broken = null; this.#drawAll(); }, { kind: "small" }));
  }

  #drawBar() {
    const dirty = this.isDirty();
    if (!this.#draft || !(["", "json"].includes(this.#view) || dirty)) { this.#parts.bar.replaceChildren(); return; }
    const words = this.#isNew ? "Nothing is saved yet." : dirty ? "Unsaved edits" : "All saved";
    const { bar } = this.#parts;
    if (!bar.hasChildNodes()) {
      bar.append(h("p", { role: "status" }), h("div", { class: "actions" },
        button("Discard", () => this.#discard(), { id: "discard", kind: "quiet" }), button(this.#isNew ? "Create the flag" : "Save", () => this.#save(), { id: "save", kind: "primary" })));
    }
    const status = bar.querySelector("p");
    if (status.textContent !== words) status.textContent = words;
    bar.classList.toggle("dirty", dirty);
    bar.querySelector("#discard").hidden = !dirty || this.#isNew;
    bar.querySelector("#save").disabled = !dirty && !this.#isNew;
  }

  #discard() {
    const kept = this.#draft, broken = this.#broken, text = model.encode(kept);
    const base = this.#base;
    this.#adopt(model.decode(parse(base.text)), base.etag);
    if (this.#pending || this.#base) this.#refresh();
    toast("Edits discarded.", { action: { label: "Bring them back", run: () => { this.#draft = model.decode(tryParse(text) ?? parse(this.#base.text)); this.#broken = broken ?? (tryParse(text) ? null : text); this.#keepIDs(); this.#drawAll(); } } });
    this.element.querySelector("h1")?.focus();
  }

  async #save() {
    if (!this.#draft || (!this.isDirty() && !this.#isNew)) return;
    if (this.#broken !== null) {
      if (this.#view !== "json") go(flagHref(this.#key, "json"));
      toast("Put the JSON right first; the line under it says what is wrong.", { kind: "error" });
      return;
    }
    const errors = model.check(this.#draft);
    if (errors.length > 0) { this.#showErrors(errors); return; }
    await this.#put(this.#isNew ? { ifNoneMatch: "*" } : { ifMatch: this.#base.etag });
  }

  async #put(conditions) {
    const key = this.#isNew ? this.#draft.key : this.#key;
    const sent = model.encode(this.#draft);
    try {
      const { node, etag } = await api.putFlag(key, sent, conditions);
      if (this.#isNew) {
        this.#base.text = model.encode(this.#draft);
        toast(`${actions.shortKey(key)} is made.`);
        go(flagHref(key));
        return;
      }
      this.#saved(node, etag, sent);
    } catch (error) {
      if (error.status === 412 && this.#isNew) this.#showErrors([{ path: "key", message: "There is a flag with this key already." }]);
      else if (error.status === 412) this.#resolve(error.current, error.etag);
      else if (error.status === 400) this.#showErrors([{ path: error.path, message: error.plain }]);
      else report(error);
    }
  }

  /** Takes the answer to a save as the new base; what was typed while it was under way stays an edit. */
  #saved(node, etag, sent) {
    if (model.encode(this.#draft) === sent && this.#broken === null) this.#adopt(model.decode(node), etag);
    else this.#base = { model: model.decode(node), text: model.encode(model.decode(node)), etag };
    this.#pending = false;
    this.#drawHead();
    this.#drawNotice();
    this.#drawBar();
    toast("Saved. Clients get it with their next refresh.");
  }

  #showErrors(errors) {
    if (this.#view !== "" && this.#view !== "json") { this.#view = ""; this.#drawHead(); this.#drawBody(); }
    showErrors(this.element, this.#parts.summary, errors);
  }

  async #compare() {
    if (this.#broken !== null) { toast("Put the JSON right first, so that the two can be compared.", { kind: "error" }); return; }
    try {
      const { node, etag } = await api.flag(this.#key);
      await this.#resolve(node, etag);
    } catch (error) {
      if (error.status === 404) await this.#resolve(null, ""); else report(error);
    }
  }

  async #resolve(node, etag) {
    const theirs = node && model.decode(node);
    const choice = await resolveConflict(this.#key, model.fieldsOf(this.#base.model), model.fieldsOf(this.#draft), theirs && model.fieldsOf(theirs));
    if (choice === null) { this.#pending = true; this.#drawNotice(); return; }
    if (choice === "theirs") { this.#takeTheirs(theirs, etag); return; }
    if (!theirs) { await this.#put({ ifNoneMatch: "*" }); return; }
    for (const name of ["killed", "archived"]) {
      if (this.#draft[name] === this.#base.model[name]) this.#draft[name] = theirs[name];
    }
    await this.#put({ ifMatch: etag });
  }

  #takeTheirs(theirs, etag) {
    const mine = model.encode(this.#draft);
    if (!theirs) { this.#draft = null; this.#gone(); return; }
    this.#adopt(theirs, etag);
    this.element.querySelector("h1")?.focus();
    toast("The page shows their version.", { action: { label: "Bring my edits back", run: () => { this.#draft = model.decode(parse(mine)); this.#keepIDs(); this.#drawAll(); } } });
  }

  async #delete() {
    if (await actions.deleteFlag(this.#key, this.#base.etag)) go("#/");
    else this.#refresh();
  }
}
