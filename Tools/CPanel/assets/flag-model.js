// Flags: between the JSON of the server and what the editor changes. Values are kept as JSON text.

import { quote, objectText, arrayText, member, tryParse, isNumber, parse } from "/panel/json.js";
import * as conditions from "/panel/condition-model.js";
import { uid } from "/panel/dom.js";

export const types = ["string", "number", "bool", "object", "array", "json"];
const blank = { string: '""', number: "0", bool: "false", object: "{}", array: "[]", json: "{}" };

/** What a flag has that makes no sense to the editor. */
export class ShapeError extends Error {
  constructor(path, message) {
    super(path ? `${path}: ${message}` : message);
    this.path = path;
  }
}

/** A flag with nothing in it. */
export function newFlag() {
  return { key: "", name: "", archived: false, killed: false, properties: [], rules: [], default: { enabled: false, values: new Map() } };
}

/** A property of no name yet. */
export function newProperty(type = "string") {
  return { id: uid("property"), key: "", type, text: blank[type], typed: new Map() };
}

/** A rule for everyone whose id no rule of `flag` has. */
export function newRule(flag) {
  let id;
  do id = `r_${crypto.getRandomValues(new Uint32Array(1))[0].toString(16).padStart(8, "0")}`;
  while (flag.rules.some((rule) => rule.id === id));
  return { uid: uid("rule"), id, target: "everyone", segment: "", when: conditions.newCondition("all", [conditions.newCondition("attribute")]), rollout: "100", enabled: true, values: new Map() };
}

/** Gives a property another type; what was typed for the old one comes back with it. */
export function retype(property, type) {
  property.typed.set(property.type, property.text);
  const old = tryParse(property.text);
  property.text = property.typed.get(type)
    ?? (old && accepts(type, old) ? property.text
      : old?.type === "string" && tryParse(old.value) && accepts(type, tryParse(old.value)) ? old.value : blank[type]);
  property.type = type;
}

/** Whether a property of `type` may have the value `node`. */
export function accepts(type, node) {
  return type === "json" ? node.type === "object" || node.type === "array" : node.type === type;
}

/** The flag of a JSON object; throws a ShapeError for what a flag cannot be. */
export function decode(node) {
  const fields = reader(node, "", ["key", "name", "archived", "killed", "properties", "rules", "default"]);
  const properties = fields.list("properties").map((item, index) => {
    const property = reader(item, `properties[${index}]`, ["key", "type", "default"]);
    const type = property.string("type");
    if (!types.includes(type)) throw new ShapeError(`properties[${index}].type`, `must be one of ${types.join(", ")}`);
    const text = item.get("default")?.raw;
    if (text === undefined) throw new ShapeError(`properties[${index}].default`, "missing");
    return { ...newProperty(type), key: property.string("key"), text };
  });
  const values = (item, path) => {
    const map = new Map();
    for (const [name, value] of reader(item, path).object()) {
      const property = properties.find(({ key }) => key === name);
      if (!property) throw new ShapeError(member(path, name), "the flag has no such property");
      map.set(property.id, value.raw);
    }
    return map;
  };
  const rules = fields.list("rules").map((item, index) => decodeRule(item, `rules[${index}]`, values));
  const standard = node.get("default");
  const other = standard ? reader(standard, "default", ["enabled", "properties"]) : null;
  return {
    key: fields.string("key", ""), name: fields.string("name", ""), archived: fields.bool("archived", false),
    killed: fields.bool("killed", false), properties, rules,
    default: { enabled: other?.bool("enabled", false) ?? false, values: values(standard?.get("properties"), "default.properties") },
  };
}

function decodeRule(node, path, values) {
  const fields = reader(node, path, ["id", "segment", "when", "rollout", "enabled", "properties"]);
  const segment = node.get("segment"), when = node.get("when"), rollout = node.get("rollout");
  if (segment && when) throw new ShapeError(`${path}.when`, "a rule has either “segment” or “when”, not both");
  if (rollout && rollout.type !== "number") throw new ShapeError(`${path}.rollout`, "must be a number");
  return {
    ...newRule({ rules: [] }), id: fields.string("id"), target: segment ? "segment" : when ? "condition" : "everyone",
    segment: segment ? fields.string("segment") : "",
    ...(when ? { when: conditions.decode(when) } : {}),
    rollout: rollout?.raw ?? "100", enabled: fields.bool("enabled", true), values: values(node.get("properties"), `${path}.properties`),
  };
}

function reader(node, path, known) {
  if (node && node.type !== "object") throw new ShapeError(path, "must be an object");
  const get = (name, type, standard, words) => {
    const value = node?.get(name);
    if (!value && standard !== undefined) return standard;
    if (!value) throw new ShapeError(member(path, name), "missing");
    if (value.type !== type) throw new ShapeError(member(path, name), `must be ${words}`);
    return value.value;
  };
  for (const [name] of known ? node.items : []) {
    if (!known.includes(name)) throw new ShapeError(member(path, name), `unknown field; known are ${known.join(", ")}`);
  }
  return {
    string: (name, standard) => get(name, "string", standard, "text in quotes"),
    bool: (name, standard) => get(name, "bool", standard, "true or false"),
    list: (name) => get(name, "array", [], "an array"),
    object: () => node?.items ?? [],
  };
}

/** The JSON text of a flag. */
export function encode(flag) {
  return objectText([
    ["key", quote(flag.key)], ["name", quote(flag.name)], ["archived", String(flag.archived)], ["killed", String(flag.killed)],
    ["properties", arrayText(flag.properties.map((property) =>
      objectText([["key", quote(property.key)], ["type", quote(property.type)], ["default", property.text.trim()]])))],
    ["rules", arrayText(flag.rules.map((rule) => encodeRule(flag, rule)))],
    ["default", encodeDefault(flag)],
  ]);
}

function encodeRule(flag, rule) {
  return objectText([
    ["id", quote(rule.id)], ["segment", rule.target === "segment" ? quote(rule.segment) : undefined],
    ["when", rule.target === "condition" ? conditions.encode(rule.when) : undefined],
    ["rollout", rule.rollout.trim()], ["enabled", String(rule.enabled)], ["properties", valuesText(flag, rule.values)],
  ]);
}

function encodeDefault(flag) {
  const values = valuesText(flag, flag.default.values);
  return objectText([["enabled", String(flag.default.enabled)], ["properties", values === "{}" ? undefined : values]]);
}

function valuesText(flag, values) {
  return objectText(flag.properties.filter(({ id }) => values.has(id)).map(({ id, key }) => [key, values.get(id).trim()]));
}

/** What is wrong with a flag, as far as can be told without the server: `[{path, message}]`. */
export function check(flag) {
  const errors = [];
  const add = (path, message) => errors.push({ path, message });
  if (!flag.key) add("key", "The key must not be empty: clients ask for the flag by it.");
  if (flag.key === "." || flag.key === "..") add("key", "A browser cannot address this key; choose another.");
  flag.properties.forEach((property, index) => {
    const path = `properties[${index}]`;
    if (!property.key) add(`${path}.key`, "The property needs a name.");
    else if (flag.properties.findIndex(({ key }) => key === property.key) < index) add(`${path}.key`, "Another property has this name.");
    const problem = problemOf(property.type, property.text);
    if (problem) add(`${path}.default`, problem);
  });
  const values = (map, path) => flag.properties.forEach((property) => {
    const problem = map.has(property.id) && problemOf(property.type, map.get(property.id));
    if (problem) add(member(path, property.key), problem);
  });
  flag.rules.forEach((rule, index) => {
    const path = `rules[${index}]`;
    if (!rule.id || rule.id === "default") add(`${path}.id`, "The id must not be empty or “default”.");
    else if (flag.rules.findIndex(({ id }) => id === rule.id) < index) add(`${path}.id`, "An earlier rule has this id.");
    if (rule.target === "segment" && !rule.segment) add(`${path}.segment`, "Choose a segment, or make one.");
    if (rule.target === "condition") errors.push(...conditions.check(rule.when, `${path}.when`));
    const rollout = Number(rule.rollout);
    if (!isNumber(rule.rollout.trim()) || !(rollout >= 0 && rollout <= 100)) add(`${path}.rollout`, "The rollout must be a number from 0 to 100.");
    values(rule.values, `${path}.properties`);
  });
  values(flag.default.values, "default.properties");
  return errors;
}

/** Why `text` is no value of `type`; an empty string when it is one. */
export function problemOf(type, text) {
  let node;
  try { node = parse(text); } catch (error) {
    return type === "number" ? "This must be a number, such as 5 or 2.5." : `No valid JSON: ${error.message}.`;
  }
  if (accepts(type, node)) return "";
  return { string: "This must be text.", number: "This must be a number, such as 5 or 2.5.", bool: "This must be true or false.",
    object: "This must be an object: {…}.", array: "This must be an array: […].", json: "This must be an object or an array." }[type];
}

/** Whom a rule is for, in words. */
export function targetText(rule) {
  switch (rule.target) {
    case "segment": return rule.segment || "…";
    case "condition": return conditions.describe(rule.when);
    default: return "everyone";
  }
}

/** What holds of a flag in one word: archived, killed, rules, on or off. */
export function stateOf(flag) {
  if (flag.archived) return "archived";
  if (flag.killed) return "killed";
  const first = flag.rules[0];
  if (first?.target === "everyone" && Number(first.rollout) === 100) return first.enabled ? "on" : "off";
  return flag.rules.length > 0 ? "rules" : flag.default.enabled ? "on" : "off";
}

/** A flag's fields one by one, for people to compare: a map of label to text. */
export function fieldsOf(flag) {
  const fields = new Map([
    ["Name", flag.name], ["Archived", flag.archived ? "yes" : "no"], ["Killed", flag.killed ? "yes" : "no"],
    ["Order of rules", flag.rules.map(({ id }) => id).join(", ")],
  ]);
  for (const property of flag.properties) fields.set(`Property ${property.key}`, `${property.type}, default ${property.text}`);
  for (const rule of flag.rules) {
    fields.set(`Rule ${rule.id}: for`, targetText(rule));
    fields.set(`Rule ${rule.id}: rollout`, `${rule.rollout} %`);
    fields.set(`Rule ${rule.id}: turns`, rule.enabled ? "on" : "off");
    for (const { id, key } of flag.properties) if (rule.values.has(id)) fields.set(`Rule ${rule.id}: ${key}`, rule.values.get(id));
  }
  fields.set("Everyone else", flag.default.enabled ? "on" : "off");
  for (const { id, key } of flag.properties) if (flag.default.values.has(id)) fields.set(`Everyone else: ${key}`, flag.default.values.get(id));
  return fields;
}
