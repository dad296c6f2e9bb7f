// Looks at the page as it stands, the way an accessibility checker does; gives a list of what is wrong.
const problems = [];
const name = (e) => `${e.tagName.toLowerCase()}${e.id ? "#" + e.id : ""}.${[...e.classList].join(".")} “${(e.textContent || e.getAttribute("aria-label") || "").trim().slice(0, 30)}”`;
const shown = (e) => e.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && e.getBoundingClientRect().width > 1;

const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const rgba = (text) => {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = text;
  canvas.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
  return [r, g, b, a / 255];
};
const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
const background = (e) => {
  const layers = [];
  for (let at = e; at; at = at.parentElement) {
    const color = rgba(getComputedStyle(at).backgroundColor);
    if (color[3] > 0) layers.push(color);
    if (color[3] === 1) break;
  }
  return layers.reverse().reduce((below, color) => over(color, below), matchMedia("(prefers-color-scheme: dark)").matches ? [17, 20, 26, 1] : [255, 255, 255, 1]);
};
const light = ([r, g, b]) => [r, g, b].map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const contrast = (a, b) => { const [x, y] = [light(a), light(b)].sort((m, n) => n - m); return (x + 0.05) / (y + 0.05); };

for (const e of document.querySelectorAll("body *")) {
  if (!shown(e) || e.closest("svg")) continue;
  const style = getComputedStyle(e);
  const words = [...e.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "");
  const isField = e.matches("input:not([type=checkbox]):not([type=range]):not([type=file]), textarea, select");
  if ((words || isField) && !e.closest(":disabled") && !e.closest(".visually-hidden, .skip")) {
    const size = parseFloat(style.fontSize), needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    const ratio = contrast(over(rgba(style.color), background(e)), background(e));
    if (ratio < needed) problems.push(`contrast ${ratio.toFixed(2)} of ${name(e)}`);
  }
  if (isField) {
    const ratio = contrast(over(rgba(style.borderTopColor), background(e.parentElement)), background(e.parentElement));
    if (ratio < 3) problems.push(`the border of ${name(e)} has a contrast of ${ratio.toFixed(2)}`);
  }
  if (e.matches("button, a[href], summary, input:not([type=hidden]), select, textarea")) {
    const box = e.getBoundingClientRect();
    if (!e.matches("a, summary, .link") && e.type !== "checkbox" && Math.min(box.width, box.height) < 24) problems.push(`too small to hit: ${name(e)}`);
  }
}

const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
for (const id of new Set(ids.filter((id, index) => ids.indexOf(id) !== index))) problems.push(`the id ${id} comes twice`);
for (const e of document.querySelectorAll("[aria-describedby], [aria-labelledby], [aria-controls], [aria-errormessage], label[for]")) {
  for (const attribute of ["aria-describedby", "aria-labelledby", "aria-controls", "for"]) {
    if (e.hasAttribute(attribute) && !document.getElementById(e.getAttribute(attribute))) problems.push(`${attribute} of ${name(e)} names nothing`);
  }
}
if (document.querySelectorAll("h1").length !== 1) problems.push("the page has not exactly one h1");
let level = 1;
for (const heading of document.querySelectorAll("main h1, main h2, main h3, main h4")) {
  if (!shown(heading)) continue;
  const next = Number(heading.tagName[1]);
  if (next > level + 1) problems.push(`after a heading of level ${level} comes ${name(heading)}`);
  level = next;
}
for (const landmark of ["main", "nav", "header"]) if (!document.querySelector(landmark)) problems.push(`there is no ${landmark}`);
if (!document.documentElement.lang) problems.push("the page has no language");
if (!document.querySelector("[aria-live=polite]")) problems.push("nothing announces changes");
if (document.documentElement.scrollWidth > innerWidth) {
  const wide = [...document.querySelectorAll("main *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1).map(name);
  problems.push(`the page scrolls sideways: ${wide.slice(0, 3).join("; ")}`);
}
for (const e of document.querySelectorAll("[style]")) if (!e.matches(".meter-fill")) problems.push(`an inline style on ${name(e)}`);
return problems;
