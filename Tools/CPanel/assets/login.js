// Asks for the admin token; it stays in this tab.

import { token } from "/panel/api.js";
import { h, field } from "/panel/dom.js";
import { icon } from "/panel/icons.js";

let open = null;

/** Opens the form, once; resolves when the server has accepted a token. */
export function askForToken() {
  open ??= ask().finally(() => { open = null; });
  return open;
}

function ask() {
  return new Promise((resolve) => {
    const wrong = h("p", { class: "field-error", role: "alert", id: "token-error", hidden: true });
    const input = h("input", { id: "token", type: "password", autocomplete: "off", spellcheck: "false", required: true, "aria-errormessage": "token-error" });
    const fail = (message) => { wrong.replaceChildren(icon("faults"), message); wrong.hidden = false; input.setAttribute("aria-invalid", "true"); input.select(); input.focus(); };
    const enter = async (event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (!/^[\x21-\x7e]+$/.test(text)) { fail("A token is one word of plain characters."); return; }
      try {
        const response = await fetch("/admin/flags", { headers: { Authorization: `Bearer ${text}` }, cache: "no-store", credentials: "omit" });
        if (response.status === 401) { fail("The server does not take this token."); return; }
      } catch { fail("The server cannot be reached."); return; }
      token.set(text);
      dialog.close();
      resolve();
    };
    const dialog = h("dialog", { class: "dialog login", "aria-labelledby": "login-heading", oncancel: (event) => event.preventDefault() },
      h("h2", { id: "login-heading" }, "Log in"), h("form", { onsubmit: enter, novalidate: true },
        field("Admin token", input, "It is in the file that the server was started with (--admin-token-file). This tab keeps it until it is closed."), wrong,
        h("div", { class: "dialog-actions" }, h("button", { type: "submit", class: "button primary", id: "log-in" }, "Log in"))));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    input.focus();
  });
}
