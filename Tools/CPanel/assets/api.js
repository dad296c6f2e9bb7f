// Requests to the server: the token, entity tags, and errors that a page can show.

import { parse, tryParse, quote, objectText } from "/panel/json.js";

const tokenKey = "flagserver.token";

/** The admin token; lives as long as the tab does. */
export const token = {
  get: () => sessionStorage.getItem(tokenKey) ?? "",
  set: (value) => sessionStorage.setItem(tokenKey, value),
  clear: () => sessionStorage.removeItem(tokenKey),
};

/** An answer that is no success; `status` is 0 when there was none. `current` and `etag` come with 412. */
export class RequestError extends Error {
  constructor(status, message, { path = "", current, etag = "" } = {}) {
    super(message);
    this.status = status;
    this.path = path;
    this.current = current;
    this.etag = etag;
  }

  /** The message without the place, which is shown at the field. */
  get plain() {
    return this.path && this.message.startsWith(`${this.path}: `) ? this.message.slice(this.path.length + 2) : this.message;
  }
}

/** Events of this module: `needs-token`. */
export const signals = new EventTarget();

/** The headers that every request carries. */
export function authorization() {
  return token.get() ? { Authorization: `Bearer ${token.get()}` } : {};
}

/** Sends a request; the result is `{status, node, etag}`. */
export async function send(method, path, { body, ifMatch, ifNoneMatch } = {}) {
  const headers = authorization();
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (ifMatch) headers["If-Match"] = ifMatch;
  if (ifNoneMatch) headers["If-None-Match"] = ifNoneMatch;
  let response, text;
  try {
    response = await fetch(path, { method, headers, body, cache: "no-store", credentials: "omit", redirect: "error" });
    text = await response.text();
  } catch {
    throw new RequestError(0, "The server cannot be reached. Check that it runs, then try again.");
  }
  const etag = response.headers.get("ETag") ?? "";
  if (response.status === 401) signals.dispatchEvent(new Event("needs-token"));
  if (!response.ok) throw failure(response.status, text, etag);
  return { status: response.status, node: text ? parse(text) : null, etag };
}

function failure(status, text, etag) {
  const envelope = tryParse(text);
  const message = envelope?.get("status_message")?.value ?? `The server answered with status ${status}.`;
  const current = envelope?.get("current");
  return new RequestError(status, message, {
    path: envelope?.get("path")?.value ?? "", etag, current: current?.type === "object" ? current : null,
  });
}

const flagPath = (key) => `/admin/flags/${encodeURIComponent(key)}`;
const segmentPath = (name) => `/admin/segments/${encodeURIComponent(name)}`;

/** The list of flags: `[{node, etag}]`. */
export async function flags() {
  const { node } = await send("GET", "/admin/flags");
  return node.get("flags").items.map((flag) => ({ node: flag, etag: node.get("etags")?.get(flag.get("key").value)?.value ?? "" }));
}
export const flag = (key) => send("GET", flagPath(key));
export const putFlag = (key, body, conditions) => send("PUT", flagPath(key), { body, ...conditions });
export const deleteFlag = (key, conditions) => send("DELETE", flagPath(key), conditions);
export const perform = (action, key) => send("POST", `${flagPath(key)}/${action}`);

/** The segments: `[{name, node, etag}]`. */
export async function segments() {
  const { node } = await send("GET", "/admin/segments");
  return node.get("segments").items.map(([name, segment]) => ({ name, node: segment, etag: node.get("etags")?.get(name)?.value ?? "" }));
}
export const segment = (name) => send("GET", segmentPath(name));
export const putSegment = (name, body, conditions) => send("PUT", segmentPath(name), { body, ...conditions });
export const deleteSegment = (name, conditions) => send("DELETE", segmentPath(name), conditions);

/** The applications: `[{code, featureFlags}]`. */
export async function applications() {
  return (await send("GET", "/admin/applications")).node.get("applications").plain();
}
export const putApplication = (code, featureFlags) =>
  send("PUT", `/admin/applications/${encodeURIComponent(code)}`, { body: objectText([["featureFlags", String(featureFlags)]]) });

export const stats = async () => (await send("GET", "/admin/stats")).node.plain();
export const devices = async () => (await send("GET", "/admin/devices")).node;
export const latestEvents = async (count) => (await send("GET", `/admin/events?latest=${count}`)).node;
export const evaluate = async (body) => (await send("POST", "/admin/evaluate", { body })).node;
export const faults = async () => (await send("GET", "/admin/faults")).node.get("faults");
export const putFaults = async (body) => (await send("PUT", "/admin/faults", { body })).node.get("faults");
export const clearFaults = async () => (await send("DELETE", "/admin/faults")).node;
export const exported = async () => (await send("GET", "/admin/export")).node;
export const imported = (body) => send("PUT", "/admin/import", { body });

/** Whether a key can stand in an address: a browser takes these two for folders. */
export const isAddressable = (key) => key !== "." && key !== "..";
export { quote };
