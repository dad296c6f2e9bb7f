// Conditions: between the JSON of the server and what the editor changes.

import { parse, quote, objectText, arrayText, tryParse, member, isNumber } from "/panel/json.js";
import { uid } from "/panel/dom.js";

export const operations = [
  ["is", "is"], ["in", "is one of"], ["contains", "contains"], ["starts-with", "starts with"], ["ends-with", "ends with"],
  ["less", "is less than"], ["at-most", "is at most"], ["at-least", "is at least"], ["greater", "is greater than"],
  ["exists", "is set"],
];

/** Which types of values an operation compares. */
export function typesFor(operation) {
  switch (operation) {
    case "exists": return [];
    case "starts-with": case "ends-with": return ["text"];
    case "less": case "at-most": case "at-least": case "greater": return ["version", "number"];
    case "contains": return ["text", "number", "bool"];
    default: return ["text", "number", "version", "bool"];
  }
}

export const typeNames = { text: "text", number: "number", version: "version", bool: "true or false" };
export const attributes = ["user_id", "hwid", "platform", "app_version", "language", "push_registered"];

/** A new condition of a kind, with `inner` kept where the kind has room for it. */
export function newCondition(kind, inner = []) {
  const id = uid("condition");
  switch (kind) {
    case "all": case "any": return { id, kind, items: inner };
    case "not": return { id, kind, item: inner[0] ?? newCondition("attribute") };
    case "segment": return { id, kind, name: "" };
    case "saw-flag": return { id, kind, key: "" };
    case "json": return { id, kind, text: '{"attribute": "platform", "op": "is", "value": "linux"}' };
    default: return { id, kind: "attribute", attribute: "app_version", operation: "at-least", type: "version", values: [quote("1.0.0")] };
  }
}

/** The condition of a JSON value; one that the form cannot show becomes its text. */
export function decode(node) {
  return decodeKnown(node) ?? { ...newCondition("json"), text: node.raw };
}

function decodeKnown(node) {
  if (node.type !== "object") return null;
  const names = node.items.map(([name]) => name);
  const only = (name) => names.length === 1 && names[0] === name;
  const value = node.get(names[0]);
  if ((only("all") || only("any")) && value.type === "array") return { ...newCondition(names[0]), items: value.items.map(decode) };
  if (only("not")) return { ...newCondition("not"), item: decode(value) };
  if (only("segment") && value.type === "string") return { ...newCondition("segment"), name: value.value };
  if (only("saw-flag") && value.type === "string") return { ...newCondition("saw-flag"), key: value.value };
  return decodeTest(node, names);
}

function decodeTest(node, names) {
  if (names.some((name) => !["attribute", "op", "value", "as"].includes(name))) return null;
  const attribute = node.get("attribute"), operation = node.get("op")?.value, operand = node.get("value"), as = node.get("as");
  if (attribute?.type !== "string" || !operations.some(([name]) => name === operation)) return null;
  if (as && as.value !== "version") return null;
  const base = { ...newCondition("attribute"), attribute: attribute.value, operation };
  if (operation === "exists") return operand || as ? null : { ...base, type: "text", values: [] };
  if (!operand || (operation === "in") !== (operand.type === "array")) return null;
  const nodes = operation === "in" ? operand.items : [operand];
  const types = new Set(nodes.map(({ type }) => type === "string" ? (as ? "version" : "text") : type));
  const type = types.size === 0 ? "text" : [...types][0];
  if (types.size > 1 || !typesFor(operation).includes(type) || (as && type !== "version")) return null;
  return { ...base, type, values: nodes.map(({ raw }) => raw) };
}

/** The JSON text of a condition. */
export function encode(condition) {
  switch (condition.kind) {
    case "all": case "any": return objectText([[condition.kind, arrayText(condition.items.map(encode))]]);
    case "not": return objectText([["not", encode(condition.item)]]);
    case "segment": return objectText([["segment", quote(condition.name)]]);
    case "saw-flag": return objectText([["saw-flag", quote(condition.key)]]);
    case "json": return condition.text.trim();
    default: {
      const value = condition.operation === "exists" ? undefined
        : condition.operation === "in" ? arrayText(condition.values) : condition.values[0] ?? quote("");
      return objectText([
        ["attribute", quote(condition.attribute)], ["op", quote(condition.operation)], ["value", value],
        ["as", condition.type === "version" && condition.operation !== "exists" ? quote("version") : undefined],
      ]);
    }
  }
}

/** What is wrong with a condition that stands at `path`: `[{path, message}]`. */
export function check(condition, path) {
  const inside = (items, name) => items.flatMap((item, index) => check(item, `${member(path, name)}[${index}]`));
  switch (condition.kind) {
    case "all": case "any": return inside(condition.items, condition.kind);
    case "not": return check(condition.item, member(path, "not"));
    case "segment": return condition.name ? [] : [{ path: member(path, "segment"), message: "Choose a segment." }];
    case "saw-flag": return condition.key ? [] : [{ path: member(path, "saw-flag"), message: "Choose a flag." }];
    case "json":
      try { parse(condition.text); return []; } catch (error) { return [{ path, message: `No valid JSON: ${error.message}.` }]; }
    default: return checkTest(condition, path);
  }
}

function checkTest(test, path) {
  const errors = [];
  if (!test.attribute) errors.push({ path: member(path, "attribute"), message: "Name an attribute or a tag." });
  for (const text of test.values) {
    if (test.type === "number" && !isNumber(text)) errors.push({ path: member(path, "value"), message: "This must be a number, such as 5 or 2.5." });
  }
  return errors;
}

/** A condition in words. */
export function describe(condition) {
  switch (condition.kind) {
    case "all": case "any": {
      if (condition.items.length === 0) return condition.kind === "all" ? "everyone" : "no one";
      const parts = condition.items.map((item) => ["all", "any"].includes(item.kind) && item.items.length > 1 ? `(${describe(item)})` : describe(item));
      return parts.join(condition.kind === "all" ? " and " : " or ");
    }
    case "not": return `not (${describe(condition.item)})`;
    case "segment": return `in segment ${condition.name || "…"}`;
    case "saw-flag": return `saw flag ${condition.key || "…"}`;
    case "json": return condition.text;
    default: {
      const operation = operations.find(([name]) => name === condition.operation)[1];
      const values = condition.values.map((text) => tryParse(text)).map((node) => node ? (node.type === "string" ? node.value : node.raw) : "…");
      return `${condition.attribute || "…"} ${operation} ${values.join(", ")}`.trim();
    }
  }
}

/** The names of the segments that a condition needs. */
export function segmentsOf(condition) {
  switch (condition.kind) {
    case "all": case "any": return condition.items.flatMap(segmentsOf);
    case "not": return segmentsOf(condition.item);
    case "segment": return [condition.name];
    case "json": return namesIn(tryParse(condition.text));
    default: return [];
  }
}

function namesIn(node) {
  return (node?.items ?? []).flatMap((item) => {
    const [name, value] = node.type === "object" ? item : ["", item];
    return name === "segment" && value.type === "string" ? [value.value] : namesIn(value);
  });
}
