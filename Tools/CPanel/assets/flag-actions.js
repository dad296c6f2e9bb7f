// What is done to a flag at once, without the editor: kill, revive, archive, restore, delete.

import * as api from "/panel/api.js";
import { announce, code, confirm, report, toast } from "/panel/ui.js";
import { h } from "/panel/dom.js";

async function act(action, key, done) {
  try {
    const answer = await api.perform(action, key);
    await done?.(answer);
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}

/** Turns `key` off for everyone; the message offers to undo it. */
export async function killWithUndo(key, done) {
  if (!await act("kill", key, done)) return;
  toast(`${shortKey(key)} is killed: off for everyone.`, { action: { label: "Undo", run: () => revive(key, done) } });
  announce(`${shortKey(key)} is killed. Undo is in the messages.`);
}

/** Lets the rules of `key` decide again. */
export async function revive(key, done) {
  if (await act("revive", key, done)) toast(`${shortKey(key)} is back: its rules decide again.`);
}

/** Takes `key` out of every answer; the message offers to undo it. */
export async function archiveWithUndo(key, done) {
  if (!await act("archive", key, done)) return;
  toast(`${shortKey(key)} is archived: clients no longer get it.`, { action: { label: "Undo", run: () => restore(key, done) } });
}

/** Brings `key` back into the answers. */
export async function restore(key, done) {
  if (await act("restore", key, done)) toast(`${shortKey(key)} is restored.`);
}

/** Asks, then deletes `key`; the result is true when it is gone. */
export async function deleteFlag(key, etag) {
  const sure = await confirm("Delete this flag?", h("p", {}, "The flag ", code(key), " and its rules go for good; clients get it no longer. To keep the rules for later, archive it instead."), "Delete the flag");
  if (!sure) return false;
  try {
    await api.deleteFlag(key, { ifMatch: etag });
    toast(`${shortKey(key)} is deleted.`);
    return true;
  } catch (error) {
    if (error.status === 412) toast("The flag has been changed elsewhere meanwhile. Look at it again before you delete it.", { kind: "error" });
    else report(error);
    return false;
  }
}

/** A key short enough for a message. */
export const shortKey = (key) => key.length > 40 ? `${key.slice(0, 40)}…` : key;
