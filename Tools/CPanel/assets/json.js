// JSON that keeps its text: a number or a string that nobody touched goes back to the server as it came.

/** What is wrong with a text that should be JSON, and where. */
export class JSONTextError extends Error {
  constructor(message, text, offset) {
    const before = text.slice(0, offset).split("\n");
    super(`line ${before.length}, column ${before.at(-1).length + 1}: ${message}`);
    this.offset = offset;
  }
}

/** A value with its text: `type` is string, number, bool, null, array or object; `raw` is the text it stood in. */
export class Node {
  constructor(type, raw, value) {
    this.type = type;
    this.raw = raw;
    this.value = value;
  }

  /** The member `key` of an object, or undefined; the last one counts. */
  get(key) {
    return this.type === "object" ? this.value.findLast(([name]) => name === key)?.[1] : undefined;
  }

  /** The members of an object or the elements of an array; none of anything else. */
  get items() {
    return this.type === "object" || this.type === "array" ? this.value : [];
  }

  /** An ordinary JavaScript value; numbers lose what a Double cannot hold, so not for what is sent back. */
  plain() {
    switch (this.type) {
      case "object": {
        const object = Object.create(null);
        for (const [key, node] of this.value) object[key] = node.plain();
        return object;
      }
      case "array": return this.value.map((node) => node.plain());
      case "number": return Number(this.raw);
      default: return this.value;
    }
  }
}

const space = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
// eslint-disable-next-line no-control-regex
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const words = new Map([["true", ["bool", true]], ["false", ["bool", false]], ["null", ["null", null]]]);

/** Reads one value; throws a JSONTextError that says where the text stops being JSON. */
export function parse(text) {
  let position = 0;
  const fail = (message, at = position) => { throw new JSONTextError(message, text, at); };
  const match = (expression) => {
    expression.lastIndex = position;
    const found = expression.exec(text);
    if (!found) return null;
    position = expression.lastIndex;
    return found[0];
  };
  const take = (character) => {
    match(space);
    if (text[position] !== character) return false;
    position += 1;
    match(space);
    return true;
  };
  const readString = () => {
    const raw = match(string);
    return raw === null ? fail("this text has no end, or a character that must be escaped") : raw;
  };
  const members = (close, read) => {
    const items = [];
    if (take(close)) return items;
    do items.push(read()); while (take(","));
    if (!take(close)) fail(position < text.length ? `“,” or “${close}” must stand here` : `“${close}” is missing at the end`);
    return items;
  };
  const read = (depth) => {
    if (depth > 512) fail("this is nested too deeply");
    match(space);
    const start = position;
    const node = (type, value) => new Node(type, text.slice(start, position).trimEnd(), value);
    const first = text[position];
    if (first === undefined) fail("a value is missing here");
    if (first === '"') { const raw = readString(); return node("string", JSON.parse(raw)); }
    if (first === "[") { position += 1; match(space); return node("array", members("]", () => read(depth + 1))); }
    if (first === "{") {
      position += 1;
      match(space);
      const names = new Set();
      return node("object", members("}", () => {
        match(space);
        const at = position;
        if (text[position] !== '"') fail("a name in quotes must stand here");
        const name = JSON.parse(readString());
        if (names.has(name)) fail(`${JSON.stringify(name)} comes twice`, at);
        names.add(name);
        if (!take(":")) fail("“:” must stand here");
        return [name, read(depth + 1)];
      }));
    }
    const raw = match(number);
    if (raw) return node("number", raw);
    for (const [word, [type, value]] of words) {
      if (text.startsWith(word, position)) { position += word.length; return node(type, value); }
    }
    return fail("a value must stand here: text in quotes, a number, true, false, null, [ or {");
  };
  const value = read(0);
  match(space);
  if (position < text.length) fail("nothing may follow the value");
  return value;
}

/** The value of a text, or null when it is no JSON. */
export function tryParse(text) {
  try { return parse(text); } catch { return null; }
}

/** The text of `node` in indented lines; short lists stay in one. */
export function pretty(node, indent = "") {
  if (node.type !== "array" && node.type !== "object") return node.raw;
  const [open, close] = node.type === "array" ? "[]" : "{}";
  if (node.value.length === 0) return open + close;
  const inner = `${indent}  `;
  const parts = node.value.map((item) =>
    node.type === "array" ? pretty(item, inner) : `${JSON.stringify(item[0])}: ${pretty(item[1], inner)}`);
  const line = parts.join(", ");
  if (!line.includes("\n") && line.length < 60) return node.type === "array" ? `[${line}]` : `{ ${line} }`;
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}

/** `pretty` of a text, or the text itself while it is no JSON. */
export function prettyText(text) {
  const node = tryParse(text);
  return node ? pretty(node) : text;
}

/** An object's text from `[name, text of the value]` pairs; pairs without a text are left out. */
export function objectText(pairs) {
  return `{${pairs.filter(([, text]) => text !== undefined).map(([name, text]) => `${quote(name)}:${text}`).join(",")}}`;
}

/** An array's text from the texts of its elements. */
export function arrayText(texts) {
  return `[${texts.join(",")}]`;
}

/** The text of a string. */
export function quote(value) {
  return JSON.stringify(String(value).toWellFormed());
}

/** Whether `text` is a number as JSON writes it. */
export function isNumber(text) {
  number.lastIndex = 0;
  return number.exec(text)?.[0] === text;
}

/** The place of a member, as the server's messages spell it. */
export function member(path, name) {
  if (!/^[A-Za-z0-9_-]+$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path ? `${path}.${name}` : name;
}
