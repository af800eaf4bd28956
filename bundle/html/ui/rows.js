// Which old row stands for which element of a new array, and the fewest moves that bring rows into their order.

import { isObject } from './values.js';

/**
 * @template {{ key: number | undefined }} R
 * @param {R[]} old
 * @param {Value[]} values
 * @param {(value: Value, index: number) => R} make
 */
export function match(old, values, make) {
  /** Old rows by object; one that occurs twice has two. @type {Map<number, R[]>} */
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
 * @param {Placed[]} rows in the order they are to have
 * @param {ChildNode | null} tail what follows the last
 */
export function arrange(container, rows, tail) {
  const still = longestRun(rows);
  const active = document.activeElement;
  /** @type {ChildNode | null} */
  let next = tail;
  for (let i = rows.length - 1; i >= 0; i -= 1) {
    const row = rows[i];
    if (!still.has(row)) for (const node of row.nodes) place(container, node, next, row.at >= 0);
    next = row.nodes[0];
  }
  rows.forEach((row, index) => (row.at = index));
  // Where moving takes a node out of the page for a moment, focus has to be put back.
  if (active instanceof HTMLElement && active !== document.activeElement && active.isConnected) {
    active.focus({ preventScroll: true });
  }
}

/**
 * @param {Element} container
 * @param {ChildNode} node
 * @param {ChildNode | null} next
 * @param {boolean} moves it is in the container already
 */
function place(container, node, next, moves) {
  if (moves && container.isConnected && container.moveBefore) container.moveBefore(node, next);
  else container.insertBefore(node, next);
}

/**
 * The most rows that are in order already: they need not move.
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
