// A row of the variables page. It updates and flashes only the cells whose text has changed.

import { namedValue, shownTime, shownValue } from "./variable-rows.js";

const DEEPEST = 8;
const LONGEST = 400;

export class RowView {
  /** @type {VariableRow} */
  row = /** @type {any} */ (null);
  #cells;
  #toggle = document.createElement("button");
  #name = document.createElement("span");
  #twins = document.createElement("small");

  /** @param {() => void} toggle opens or closes the branch */
  constructor(toggle) {
    this.element = document.createElement("div");
    this.element.setAttribute("role", "row");
    this.element.tabIndex = 0;
    this.element.className = "row";
    this.#cells = Array.from({ length: 7 }, () => document.createElement("span"));
    for (const cell of this.#cells) cell.setAttribute("role", "gridcell");
    this.element.append(...this.#cells);
    this.#toggle.tabIndex = -1;
    this.#toggle.ariaLabel = "Children";
    this.#toggle.onclick = toggle;
    this.#name.className = "name";
    this.#cells[0].append(this.#toggle, this.#name, this.#twins);
  }

  /**
   * @param {VariableRow} row
   * @param {{ depth: number, isOpen: boolean | null, tree: boolean, isChosen: boolean, count: number }} place count: of
   *   variables with the same path on the same object
   * @param {ReturnType<typeof import("./variable-rows.js").objectsOf>} objects
   */
  show(row, { depth, isOpen, tree, isChosen, count }, objects) {
    const isNew = !this.row;
    this.row = row;
    const [path, value, type, access, changes, compute, id] = this.#cells;
    this.element.className = row.active ? "row" : "row inactive";
    this.element.setAttribute("aria-selected", String(isChosen));
    this.#twins.hidden = count < 2;
    put(this.#twins, `×${count}`, true);
    this.#twins.title = `bound ${count} times on this object`;
    if (tree) this.element.setAttribute("aria-level", String(depth + 1));
    else this.element.removeAttribute("aria-level");
    if (isOpen === null) this.element.removeAttribute("aria-expanded");
    else this.element.setAttribute("aria-expanded", String(isOpen));
    path.className = `path depth-${Math.min(depth, DEEPEST)}`;
    this.#toggle.className = isOpen === null ? (tree ? "toggle leaf" : "") : "toggle";
    this.#toggle.hidden = !tree;
    this.#toggle.setAttribute("aria-expanded", String(isOpen !== false));
    put(this.#name, row.path || (row.id === 1 ? "the app" : "—"), true);
    path.title = properties(row);
    const text = row.error ?? namedValue(row, objects);
    value.className = row.error ? "value fault" : `value ${kindOf(row.value)}`;
    value.title = row.error ?? shownValue(row);
    put(value, text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text, isNew);
    put(type, row.type, isNew);
    access.className = "access";
    put(access, row.access, true);
    changes.className = compute.className = id.className = "number";
    put(changes, String(row.changeCount), isNew);
    put(compute, shownTime(row.computeTime), true);
    compute.title = row.computeTime;
    for (const cell of [changes, compute]) cell.classList.toggle("zero", /^(0|<.*)$/.test(cell.textContent ?? ""));
    put(id, String(row.id), true);
    if (row.connection) id.title = `connection ${row.connection}`;
  }
}

/**
 * @param {HTMLElement} cell
 * @param {string} text
 * @param {boolean} quietly
 */
function put(cell, text, quietly) {
  if (cell.textContent === text) return;
  cell.textContent = text;
  if (quietly) return;
  cell.classList.remove("flash");
  void cell.offsetWidth; // forces a reflow, which restarts the animation
  cell.classList.add("flash");
}

/** @param {Value} value */
function kindOf(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" ? "number-value" : typeof value;
}

/** @param {VariableRow} row */
function properties({ properties: all }) {
  return Object.entries(all)
    .map(([name, value]) => `${name} = ${value}`)
    .join("\n");
}
