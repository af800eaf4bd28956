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
