// The applications of this server, and the commands that make a client talk to it.

import * as api from "/panel/api.js";
import { h, checkbox, field, refill } from "/panel/dom.js";
import { icon } from "/panel/icons.js";
import { announce, code, pageHead, report, showErrors, toast } from "/panel/ui.js";
import { clientCommands } from "/panel/commands.js";

/** The page. */
export function connectPage() {
  const list = h("div", {}), lines = h("div", {});
  const summary = h("div", { class: "error-summary", role: "alert", tabindex: "-1", hidden: true });
  const input = h("input", { id: "new-application", type: "text", class: "mono", dir: "auto", autocomplete: "off", spellcheck: "false", placeholder: "DEMO0-00001", "data-path": "code" });
  const add = async (event) => {
    event.preventDefault();
    const name = input.value.trim();
    const errors = name && !name.includes(".") ? [] : [{ path: "code", message: "A code must not be empty and must not have a dot." }];
    showErrors(element, summary, errors);
    if (errors.length > 0) return;
    try {
      await api.putApplication(name, true);
      input.value = "";
      toast("The application is made.");
      await load();
    } catch (error) { if (error.status === 400) showErrors(element, summary, [{ path: "code", message: error.plain }]); else report(error); }
  };
  const element = h("div", {}, pageHead("Connect", "Clients name an application and ask this server for its flags."),
    h("section", { class: "panel", "aria-labelledby": "applications-heading" }, h("h2", { id: "applications-heading" }, "Applications"), list, summary,
      h("form", { class: "row", onsubmit: add, novalidate: true }, field("New application code", input), h("button", { type: "submit", class: "button align-end" }, icon("plus"), h("span", {}, "Add")))),
    h("section", { class: "panel", "aria-labelledby": "terminal-heading" }, h("h2", { id: "terminal-heading" }, "From a terminal"), lines),
    h("section", { class: "panel", "aria-labelledby": "app-heading" }, h("h2", { id: "app-heading" }, "From an app"), h("p", {}, "Set the base URL of the client to this address:"),
      h("p", {}, code(`${location.origin}/json/1.3/`))));
  const load = async () => {
    try {
      const applications = await api.applications();
      refill(list, applications.length === 0 ? h("p", { class: "note" }, icon("connect"), h("span", {}, "There is no application yet. Add one: any code will do, such as DEMO0-00001."))
        : h("ul", { class: "application-list" }, applications.map(({ code: name, featureFlags }) => h("li", {}, code(name),
          checkbox("has feature flags", featureFlags, async (checked) => {
            try { await api.putApplication(name, checked); announce(`${name} ${checked ? "has feature flags" : "has no feature flags"}.`); } catch (error) { report(error); }
            load();
          }, { id: `application-${name}`, "aria-label": `${name} has feature flags` })))));
      lines.replaceChildren(clientCommands());
    } catch (error) { report(error); }
  };
  load();
  return { title: "Connect", element, onStale: load, onEdit: ({ kind }) => { if (kind === "application" || kind === "all") load(); } };
}
