// The frame around the pages: navigation, theme, live indicator, login.

import { signals, token } from "/panel/api.js";
import { h, button, refill } from "/panel/dom.js";
import { icon } from "/panel/icons.js";
import * as router from "/panel/router.js";
import { stream } from "/panel/stream.js";
import { askForToken } from "/panel/login.js";
import { announce } from "/panel/ui.js";
import { flagsPage } from "/panel/page-flags.js";
import { flagPage } from "/panel/page-flag.js";
import { segmentsPage } from "/panel/page-segments.js";
import { segmentPage } from "/panel/page-segment.js";
import { eventsPage } from "/panel/page-events.js";
import { devicesPage } from "/panel/page-devices.js";
import { faultsPage } from "/panel/page-faults.js";
import { evaluatePage } from "/panel/page-evaluate.js";
import { connectPage } from "/panel/page-connect.js";

const routes = [
  [/^#\/?$/, flagsPage],
  [/^#\/new$/, () => flagPage(undefined)],
  [/^#\/flags\/([^/]+)(?:\/(json|evaluate|impressions))?$/, flagPage],
  [/^#\/segments$/, segmentsPage],
  [/^#\/new-segment$/, () => segmentPage(undefined)],
  [/^#\/segments\/([^/]+)$/, segmentPage],
  [/^#\/evaluate(?:\/(.+))?$/, evaluatePage],
  [/^#\/events$/, eventsPage],
  [/^#\/devices$/, devicesPage],
  [/^#\/faults$/, faultsPage],
  [/^#\/connect$/, connectPage],
];

const places = [
  ["#/", "Feature flags", "flag", /^#\/($|new$|flags)/], ["#/segments", "Segments", "segments", /^#\/(segments|new-segment)/],
  ["#/evaluate", "Evaluate as", "evaluate", /^#\/evaluate/], ["#/events", "Events", "events", /^#\/events/],
  ["#/devices", "Devices", "devices", /^#\/devices/], ["#/faults", "Faults", "faults", /^#\/faults/], ["#/connect", "Connect", "connect", /^#\/connect/],
];

const navigation = document.getElementById("navigation");
const links = places.map(([href, label, picture]) => h("a", { href }, icon(picture), h("span", {}, label)));
navigation.append(h("ul", {}, links.map((link) => h("li", {}, link))));

const menu = button("Menu", () => setMenu(menu.getAttribute("aria-expanded") !== "true"), { id: "menu", kind: "quiet", icon: icon("menu"), "aria-expanded": "false", "aria-controls": "navigation" });
document.getElementById("menu-place").append(menu);
function setMenu(open) {
  menu.setAttribute("aria-expanded", String(open));
  navigation.classList.toggle("open", open);
}
addEventListener("keydown", (event) => { if (event.key === "Escape" && navigation.classList.contains("open")) { setMenu(false); menu.focus(); } });

addEventListener("page-shown", ({ detail }) => {
  setMenu(false);
  places.forEach(([, , , pattern], index) => {
    if (pattern.test(detail)) links[index].setAttribute("aria-current", "page"); else links[index].removeAttribute("aria-current");
  });
});

document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("main").focus();
});

const themes = [["", "System"], ["light", "Light"], ["dark", "Dark"]];
const theme = document.getElementById("theme");
theme.append(...themes.map(([value, label]) => h("option", { value, selected: value === (document.documentElement.dataset.theme ?? "") }, label)));
theme.addEventListener("change", () => {
  if (theme.value) document.documentElement.dataset.theme = theme.value; else delete document.documentElement.dataset.theme;
  try { localStorage.setItem("flagserver.theme", theme.value); } catch { /* then it holds until the page is loaded anew */ }
});

const live = document.getElementById("live");
const liveWords = { connecting: ["unknown", "Connecting"], live: ["yes", "Live"], offline: ["no", "Offline"] };
function drawLive() {
  const [picture, word] = liveWords[stream.state];
  live.className = `indicator is-${stream.state}`;
  live.title = { live: "Changes made elsewhere appear here at once.", connecting: "Connecting to the server.", offline: "No connection; trying again. What is shown may be old." }[stream.state];
  refill(live, icon(picture), h("span", {}, word));
}
stream.addEventListener("state", drawLive);
stream.addEventListener("edit", ({ detail }) => {
  const edit = detail.plain();
  router.current()?.onEdit?.(edit);
});
stream.addEventListener("impression", ({ detail }) => router.current()?.onImpression?.(detail));
stream.addEventListener("request", ({ detail }) => { if (!detail.get("path")?.value?.startsWith("/admin")) router.current()?.onRequest?.(); });
stream.addEventListener("stale", () => router.current()?.onStale?.());

const logOut = button("Log out", () => { token.clear(); location.reload(); }, { kind: "quiet small", id: "log-out", hidden: !token.get() });
document.getElementById("account").append(logOut);
signals.addEventListener("needs-token", async () => {
  await askForToken();
  logOut.hidden = false;
  announce("Logged in.");
  stream.start();
  if (router.current()?.isDirty?.()) router.current().onStale?.(); else router.reload();
});

drawLive();
router.start(routes, document.getElementById("page"));
stream.start();
