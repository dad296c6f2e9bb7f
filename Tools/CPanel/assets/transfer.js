// The whole flags file: save it, or replace it with another.

import * as api from "/panel/api.js";
import { h, button, uid } from "/panel/dom.js";
import { pretty, tryParse, parse } from "/panel/json.js";
import { confirm, report, toast } from "/panel/ui.js";

/** The part of the list page that exports and imports. */
export function transferSection(done) {
  const id = uid("import");
  const file = h("input", { type: "file", id, accept: "application/json,.json", class: "file" });
  file.addEventListener("change", async () => {
    if (file.files[0]) await importFile(file.files[0], done);
    file.value = "";
  });
  return h("details", { class: "transfer", id: "transfer" }, h("summary", {}, "Export and import"),
    h("p", { class: "hint" }, "The file holds applications, segments and flags, as ", h("code", {}, "flagserver --flags"), " reads it."),
    h("div", { class: "actions" }, button("Export flags.json", download), h("label", { htmlFor: id }, "Import a file: "), file));
}

async function download() {
  try {
    const link = h("a", { download: "flags.json", href: URL.createObjectURL(new Blob([`${pretty(await api.exported())}\n`], { type: "application/json" })) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  } catch (error) { report(error); }
}

async function importFile(file, done) {
  const text = await file.text();
  if (!tryParse(text)) {
    try { parse(text); } catch (error) { toast(`This is no JSON: ${error.message}.`, { kind: "error" }); }
    return;
  }
  const sure = await confirm("Replace everything?", h("p", {}, "All applications, segments and flags of this server are replaced by those of the file. Export first if you may want them back."), "Replace everything");
  if (!sure) return;
  try {
    await api.imported(text);
    toast("The file is in force.");
    done();
  } catch (error) { report(error); }
}
