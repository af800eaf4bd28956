// Matches old rows with the elements of a new array, and orders rows with as few moves as possible.

import { real } from "./nodes.js";
import { isObject } from "./values.js";

/**
 * @template {{ key: number | undefined }} R
 * @param {R[]} old
 * @param {Value[]} values
 * @param {(value: Value, index: number) => R} make
 */
export function match(old, values, make) {
  /** Old rows by object; an object that occurs twice has two rows. @type {Map<number, R[]>} */
  const byKey = new Map();
  for (const row of old) {
    if (row.key === undefined) continue;
    const queue = byKey.get(row.key);
    if (queue) queue.push(row);
    else byKey.set(row.key, [row]);
  }
  const stay = new Set();
  let fresh = false;
  const rows = values.map((value, index) => {
    const plain = old[index]?.key === undefined ? old[index] : undefined;
    const row = isObject(value) ? byKey.get(value.obj)?.shift() : plain;
    if (row) {
      stay.add(row);
      return row;
    }
    fresh = true;
    return make(value, index);
  });
  return { rows, leaving: old.filter((row) => !stay.has(row)), fresh };
}

/**
 * @typedef {{ at: number, readonly nodes: ChildNode[] }} Placed
 * @param {Element} container
 * @param {Placed[]} rows in their new order
 * @param {ChildNode | null} tail the node after the last row
 */
export function arrange(container, rows, tail) {
  const still = longestRun(rows);
  const active = document.activeElement;
  /** @type {ChildNode | null} */
  let next = tail;
  for (let i = rows.length - 1; i >= 0; i -= 1) {
    const end = i + 1;
    if (rows[i].at >= 0) {
      if (!still.has(rows[i])) for (const node of rows[i].nodes) move(container, node, next);
    } else {
      // New rows that stand together come in one step: each step costs the page as much as a row does.
      while (i > 0 && rows[i - 1].at < 0) i -= 1;
      const fragment = document.createDocumentFragment();
      for (const { nodes } of rows.slice(i, end)) fragment.append(...nodes);
      real(container).insertBefore(fragment, next);
    }
    next = rows[i].nodes[0];
  }
  rows.forEach((row, index) => (row.at = index));
  // Without `moveBefore`, moving removes a node from the page for a moment, so the focus has to be restored.
  if (
    (active instanceof HTMLElement || active instanceof SVGElement) &&
    active !== document.activeElement &&
    real(active).isConnected
  ) {
    active.focus({ preventScroll: true });
  }
}

/**
 * @param {Element} container that has the node
 * @param {ChildNode} node
 * @param {ChildNode | null} next
 */
function move(container, node, next) {
  const parent = real(container);
  if (parent.isConnected && parent.moveBefore) parent.moveBefore(node, next);
  else parent.insertBefore(node, next);
}

/**
 * The longest increasing subsequence: the rows that need not move.
 * @param {Placed[]} rows
 */
function longestRun(rows) {
  const placed = rows.filter(({ at }) => at >= 0);
  if (placed.every(({ at }, i) => i === 0 || placed[i - 1].at < at)) return new Set(placed);
  /** ends[n]: index of the row that ends the best run of n + 1. @type {number[]} */
  const ends = [];
  /** @type {number[]} */
  const before = [];
  placed.forEach(({ at }, i) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (placed[ends[middle]].at < at) low = middle + 1;
      else high = middle;
    }
    before[i] = low ? ends[low - 1] : -1;
    ends[low] = i;
  });
  const run = new Set();
  for (let i = ends.at(-1) ?? -1; i >= 0; i = before[i]) run.add(placed[i]);
  return run;
}
