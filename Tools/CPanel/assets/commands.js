// The command lines of flagctl for this server's address.

import * as api from "/panel/api.js";
import { h } from "/panel/dom.js";
import { copyable, code } from "/panel/ui.js";

const shell = (text) => /^[A-Za-z0-9_./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
const isLoopback = /^(localhost|127\.[0-9.]+|\[::1\])$/.test(location.hostname);

/** The commands that make a client read the flag `key`, or list all when there is none. */
export function clientCommands(key) {
  const container = h("div", {}, h("p", { class: "hint" }, "Looking for an application…"));
  api.applications().then((list) => {
    const application = list.find(({ featureFlags }) => featureFlags)?.code;
    container.replaceChildren(...(application === undefined
      ? [h("p", {}, "A client needs an application code. Make one under ", h("a", { href: "#/connect" }, "Connect"), ".")]
      : commands(application, key)));
  }).catch((error) => container.replaceChildren(h("p", { class: "hint" }, error.message)));
  return container;
}

function commands(application, key) {
  const base = `${location.origin}/json/1.3/`;
  const setup = [`export FLAGCTL_BASE_URL=${shell(base)}`, `export FLAGCTL_APP_CODE=${shell(application)}`, "export FLAGCTL_USER_ID=user-1 FLAGCTL_APP_VERSION=2.4.0",
    "export FLAGCTL_SINK=stdout,pushwoosh FLAGCTL_DISABLE_THROTTLE=true", ...(location.protocol === "http:" && !isLoopback ? ["export FLAGCTL_ALLOW_INSECURE_HTTP=true"] : [])].join("\n");
  const use = key === undefined ? "flagctl refresh\nflagctl list\nflagctl watch --every 2s" : `flagctl refresh\nflagctl get ${shell(key)}\nflagctl impression ${shell(key)}`;
  return [
    h("p", {}, "In a terminal, say once where this server is and who asks:"), copyable("Settings of flagctl for this server", setup),
    h("p", {}, key === undefined ? "Then fetch the flags, list them, and follow what changes until Ctrl-C:" : ["Then fetch the flags, read ", code(key), ", and report an impression, which appears under Impressions:"]), copyable("Commands of flagctl", use),
  ];
}
