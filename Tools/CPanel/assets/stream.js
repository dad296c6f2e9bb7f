// Follows /admin/stream. It is read with fetch, since an EventSource cannot carry the token.

import { authorization, signals } from "/panel/api.js";
import { tryParse } from "/panel/json.js";

const shortestWait = 500;
const longestWait = 15_000;
const silenceLimit = 40_000;

/**
 * Dispatches `edit`, `impression` and `request` with the event's data as `detail`; `stale` when something may have been
 * missed, so that pages load anew; `state` when `state` has changed: "connecting", "live" or "offline".
 */
export class Stream extends EventTarget {
  state = "connecting";
  #abort = null;
  #wait = shortestWait;
  #timer = 0;
  #connectedBefore = false;
  #resting = false;

  /** Connects, or connects anew. */
  start() {
    this.stop();
    this.#run(this.#abort = new AbortController());
  }

  /** Ends the connection. */
  stop() {
    clearTimeout(this.#timer);
    this.#abort?.abort();
    this.#abort = null;
  }

  /** Ends the connection until `wake`, while nobody looks. */
  rest() {
    if (!this.#abort) return;
    this.stop();
    this.#resting = true;
  }

  /** Connects again after `rest`; what was missed makes the page `stale`. */
  wake() {
    if (!this.#resting) return;
    this.#resting = false;
    this.#become("connecting");
    this.start();
  }

  #become(state) {
    if (this.state === state) return;
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }

  async #run(abort) {
    let silence = 0;
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => abort.abort(), silenceLimit);
    };
    try {
      heard();
      const response = await fetch("/admin/stream", {
        headers: { ...authorization(), Accept: "text/event-stream" }, signal: abort.signal, cache: "no-store", credentials: "omit",
      });
      if (response.status === 401) {
        this.#become("offline");
        signals.dispatchEvent(new Event("needs-token"));
        this.#abort = null;
        return;
      }
      if (!response.ok) throw new Error(String(response.status));
      this.#become("live");
      this.#wait = shortestWait;
      if (this.#connectedBefore) this.dispatchEvent(new Event("stale"));
      this.#connectedBefore = true;
      await this.#read(response.body.pipeThrough(new TextDecoderStream()).getReader(), heard);
    } catch { /* the connection is retried below, whatever ended it */ } finally {
      clearTimeout(silence);
    }
    if (this.#abort !== abort) return;
    this.#become("offline");
    this.#timer = setTimeout(() => this.start(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, longestWait);
  }

  async #read(reader, heard) {
    let buffer = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      buffer += value;
      const blocks = buffer.split(/\r?\n\r?\n/);
      buffer = blocks.pop();
      for (const block of blocks) this.#deliver(block);
    }
  }

  #deliver(block) {
    let name = "message";
    const data = [];
    for (const line of block.split(/\r?\n/)) {
      const [, key, text] = /^([a-z]*):? ?(.*)$/s.exec(line) ?? [];
      if (key === "event") name = text;
      if (key === "data") data.push(text);
    }
    if (data.length === 0) return;
    const detail = tryParse(data.join("\n"));
    if (!detail) return;
    this.dispatchEvent(name === "lost" ? new Event("stale") : new CustomEvent(name, { detail }));
  }
}

/** The one stream of this page. */
export const stream = new Stream();
addEventListener("online", () => { if (stream.state === "offline") stream.start(); });

// A browser keeps few connections to one server for all its tabs: a hidden one gives its own back.
const hiddenGrace = 5000;
let hiddenTimer = 0;
document.addEventListener("visibilitychange", () => {
  clearTimeout(hiddenTimer);
  if (document.hidden) hiddenTimer = setTimeout(() => stream.rest(), hiddenGrace);
  else stream.wake();
});
addEventListener("pagehide", () => stream.rest());
addEventListener("pageshow", (event) => { if (event.persisted) stream.wake(); });
