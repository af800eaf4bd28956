// Filters and sorts the rows of the variables page.

import { textOf } from "./values.js";

/** @typedef {{ row: VariableRow, depth: number, isOpen: boolean | null }} Shown isOpen: null without children */

/**
 * @param {VariableRow} row
 * @param {{ text: string, errors: boolean }} choice
 */
export function matches(row, { text, errors }) {
  if (errors && !row.error) return false;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const all = [row.path, row.type, shownValue(row), row.access, row.error].join(" ").toLowerCase();
  return words.every((word) => (/^#\d+$/.test(word) ? word === `#${row.id}` : all.includes(word)));
}

/**
 * Children below their parents. A match keeps its ancestors visible.
 * @param {VariableRow[]} rows
 * @param {Set<VariableRow>} wanted
 * @param {Set<string>} closed
 * @param {(row: VariableRow) => string} keyOf
 */
export function byTree(rows, wanted, closed, keyOf) {
  /** @type {Map<VariableRow | null, VariableRow[]>} */
  const children = new Map();
  /** @type {Map<string, VariableRow>} */
  const byKey = new Map();
  for (const row of rows) {
    const parent = byKey.get(keyOf({ ...row, id: row.parentId })) ?? byKey.get(`0:${row.parentId}`) ?? null;
    const siblings = children.get(parent);
    if (siblings) siblings.push(row);
    else children.set(parent, [row]);
    byKey.set(keyOf(row), row);
  }
  const filters = wanted.size < rows.length;
  /** @type {Shown[]} */
  const shown = [];

  /** @param {VariableRow | null} parent @param {number} depth @returns {boolean} whether anything below is wanted */
  function walk(parent, depth) {
    let any = false;
    for (const row of children.get(parent) ?? []) {
      const at = shown.length;
      const isClosed = closed.has(keyOf(row)) && !filters;
      shown.push({ row, depth, isOpen: children.has(row) ? !isClosed : null });
      const below = !isClosed && walk(row, depth + 1);
      if (wanted.has(row) || below) any = true;
      else shown.length = at;
    }
    return any;
  }

  walk(null, 0);
  return shown;
}

/**
 * @param {VariableRow[]} rows
 * @param {{ sort: string, down: boolean }} choice
 * @returns {Shown[]}
 */
export function sorted(rows, { sort, down }) {
  const key = /** @type {keyof VariableRow} */ (sort || "id");
  const of = (/** @type {VariableRow} */ row) => {
    if (key === "computeTime") return secondsOf(row.computeTime);
    return key === "value" ? shownValue(row) : row[key];
  };
  const ordered = [...rows].sort((a, b) => compare(of(a), of(b)) || a.id - b.id);
  if (down) ordered.reverse();
  return ordered.map((row) => ({ row, depth: 0, isOpen: null }));
}

const UNITS = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1 };

/** @param {string} duration such as `12.3us` */
function secondsOf(duration) {
  const unit = /** @type {keyof UNITS} */ (duration.replace(/^[\d.]+/, ""));
  return Number.parseFloat(duration) * (UNITS[unit] ?? 1) || 0;
}

/**
 * @param {unknown} a
 * @param {unknown} b
 */
function compare(a, b) {
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
}

/** @param {VariableRow} row */
export function shownValue({ value }) {
  return typeof value === "string"
    ? JSON.stringify(value)
    : Array.isArray(value)
      ? `[${value.map(short).join(", ")}]`
      : short(value);
}

/**
 * The other variables with the same path on the same object: attributes that are bound to the same thing.
 * @param {VariableRow} row
 * @param {VariableRow[]} rows
 */
export function twinsOf(row, rows) {
  if (!row.path) return [];
  return rows.filter((other) => other.id !== row.id && placeOf(other) === placeOf(row));
}

/** @param {VariableRow} row */
function placeOf({ connection = 0, parentId, path }) {
  return `${connection}:${parentId}:${path}`;
}

/**
 * How many variables there are with each place, by place.
 * @param {VariableRow[]} rows
 */
export function countsOf(rows) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const row of rows) counts.set(placeOf(row), (counts.get(placeOf(row)) ?? 0) + 1);
  return (/** @type {VariableRow} */ row) => (row.path ? (counts.get(placeOf(row)) ?? 1) : 1);
}

/** Where an object usually has what people call it by. */
const NAMES = ["name", "title", "label"];

/**
 * What people call the objects that variables hold, as far as these say it: `Contact "Ada Lovelace"`.
 * @param {VariableRow[]} rows
 * @returns {Map<number, { type: string, name: string }>} by the number of the object
 */
export function objectsOf(rows) {
  /** @type {Map<string, VariableRow[]>} */
  const texts = new Map();
  for (const row of rows) {
    if (typeof row.value !== "string" || !row.value.trim() || !/^\w+$/.test(row.path)) continue;
    const parent = `${row.connection ?? 0}:${row.parentId}`;
    const siblings = texts.get(parent);
    if (siblings) siblings.push(row);
    else texts.set(parent, [row]);
  }
  const objects = new Map();
  for (const { id, connection = 0, type, value } of rows) {
    if (!type || value === null || typeof value !== "object" || Array.isArray(value)) continue;
    const own = texts.get(`${connection}:${id}`) ?? [];
    const named = own.find(({ path }) => NAMES.includes(path)) ?? own[0];
    // Several variables may hold it, and not all of them its name.
    if (named || !objects.has(value.obj))
      objects.set(value.obj, { type, name: named ? ` ${JSON.stringify(named.value)}` : "" });
  }
  return objects;
}

/**
 * A value as the table has it: objects by their type and name, objects of a list by their number and type.
 * @param {VariableRow} row
 * @param {ReturnType<typeof objectsOf>} objects
 */
export function namedValue(row, objects) {
  const { value, access } = row;
  if (access === "action" && value === null) return "ƒ()";
  if (value === null || typeof value !== "object") return shownValue(row);
  if (!Array.isArray(value)) {
    const object = objects.get(value.obj);
    return object ? `${object.type}${object.name}` : shownValue(row);
  }
  const types = new Set(
    value.map((part) => (part && typeof part === "object" && "obj" in part ? objects.get(part.obj)?.type : null)),
  );
  const [type] = types;
  return types.size === 1 && type ? `${value.length} × ${type}` : shownValue(row);
}

/**
 * A duration as it is read: what is below a microsecond is not told apart.
 * @param {string} text such as `12.3us`
 */
export function shownTime(text) {
  const [, number = "", unit = ""] = /^([\d.]+)(\D*)$/.exec(text) ?? [];
  if (!Number(number)) return number ? "0" : text;
  if (unit === "ns") return "<1 µs";
  return `${number.replace(/\.0$/, "")} ${unit.replace("us", "µs")}`;
}

/** @param {Value} value @returns {string} */
function short(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return `[${value.length}]`;
  return typeof value === "object" ? `object ${value.obj}` : textOf(value);
}

/**
 * @param {VariableRow[]} rows
 * @param {VariableRow[]} wanted
 */
export function summaryOf(rows, wanted) {
  const count = wanted.length === rows.length ? `${rows.length}` : `${wanted.length} of ${rows.length}`;
  const wrong = rows.filter(({ error }) => error).length;
  const variables = rows.length === 1 ? "variable" : "variables";
  return `${count} ${variables}${wrong ? `, ${wrong} with an error` : ""}`;
}
