// The pane beside the table of variables: all that is known of the one that is chosen, and a field for those that may be
// written. A tab that shows the variable sends the value, as if it had been entered there.

import { VariableForm } from "./variable-form.js";
import { namedValue, shownTime, twinsOf } from "./variable-rows.js";

/** Earlier values are kept while the page is open. */
const REMEMBERED = 12;
const LONGEST_PAST = 200;

/** @typedef {ReturnType<typeof import("./variable-rows.js").objectsOf>} Objects */
/** @typedef {{ text: string, time: string }} Earlier a value, and since when there was one */

/** What variables held before, as far as this page has seen it, the newest first. */
export class Past {
  /** @type {Map<string, Earlier[]>} */
  #all = new Map();

  /**
   * @param {VariableRow[]} rows
   * @param {Objects} objects
   * @param {(row: VariableRow) => string} keyOf
   */
  see(rows, objects, keyOf) {
    const time = new Date().toLocaleTimeString();
    const old = this.#all;
    this.#all = new Map();
    for (const row of rows) {
      const key = keyOf(row);
      const values = old.get(key) ?? [];
      const text = row.error ?? namedValue(row, objects);
      if (values[0]?.text !== text) values.unshift({ text, time });
      values.length = Math.min(values.length, REMEMBERED);
      this.#all.set(key, values);
    }
  }

  /** @param {string} key */
  of(key) {
    return this.#all.get(key) ?? [];
  }
}

export class Details {
  #form;
  #title = element("h2");
  #close = element("button", "close", "×");
  #fault = element("p", "fault");
  #value = element("pre");
  #twins = element("p", "twins");
  #facts = element("dl");
  #past = element("ol");
  #pastPart = part("Earlier values", this.#past);
  #drawn = "";

  /**
   * @param {HTMLElement} place
   * @param {import("./variable-tabs.js").Tabs} tabs
   * @param {() => void} close
   */
  constructor(place, tabs, close) {
    this.place = place;
    this.tabs = tabs;
    this.#form = new VariableForm(tabs);
    this.#close.ariaLabel = "Close";
    this.#close.onclick = close;
    this.#value.tabIndex = 0;
    this.#value.setAttribute("role", "region");
    this.#value.setAttribute("aria-label", "Value");
    const head = element("div", "title");
    head.append(this.#title, this.#close);
    place.append(head, this.#fault, this.#value, this.#form.element, this.#twins, this.#facts, this.#pastPart);
  }

  /** Go to the field, if there is one. */
  enter() {
    if (!this.#form.focus()) this.#close.focus();
  }

  /**
   * @param {VariableRow | null} row nothing: the variable is gone
   * @param {{ key: string, rows: VariableRow[], objects: Objects, places: string[], past: Earlier[] }} about
   */
  show(row, { key, rows, objects, places, past }) {
    const twins = row ? twinsOf(row, rows) : [];
    const state = JSON.stringify([key, row, twins.map(({ id }) => id), past, places]);
    if (state === this.#drawn) return;
    this.#drawn = state;
    if (!row) {
      this.#fault.textContent = "This variable is gone: nothing on the page shows it any more.";
      this.#form.element.hidden = true;
      return;
    }
    this.#title.textContent = places.slice(1).join(" › ") || "the app";
    this.#fault.textContent = row.error ?? "";
    this.#value.textContent = fullValue(row, objects);
    this.#form.show(key, row, places);
    this.#twins.textContent = wordsOf(twins);
    this.#facts.replaceChildren(...factsOf(row));
    this.#past.replaceChildren(
      ...past.slice(1).map(({ text, time }, at) => {
        const until = element("time", "", `until ${past[at]?.time ?? time}`);
        const item = element("li", "", `${text.slice(0, LONGEST_PAST)} `);
        item.append(until);
        return item;
      }),
    );
    this.#pastPart.hidden = past.length < 2;
    void this.#showElement(key, row, places);
  }

  /**
   * What shows it can be said only by the tab that has it.
   * @param {string} key
   * @param {VariableRow} row
   * @param {string[]} places
   */
  async #showElement(key, row, places) {
    const answer = await this.tabs.ask({ id: row.id, places });
    const cell = this.#facts.querySelector(".element");
    if (!cell || !this.#drawn.startsWith(JSON.stringify([key]).slice(0, -1))) return;
    if (answer?.element) cell.textContent = answer.element;
  }
}

/**
 * @param {VariableRow} row
 * @param {Objects} objects
 */
function fullValue(row, objects) {
  const { value } = row;
  if (typeof value === "string") return value || "an empty text";
  if (!Array.isArray(value)) return namedValue(row, objects);
  const lines = value.map((part, at) => `${at}  ${namedValue({ ...row, access: "r", value: part }, objects)}`);
  return lines.join("\n") || "an empty list";
}

/** @param {VariableRow[]} twins */
function wordsOf(twins) {
  if (!twins.length) return "";
  const others = twins.map(({ id, elementId }) => `#${id}${elementId && ` (${elementId})`}`).join(", ");
  const times = twins.length === 1 ? "twice" : `${twins.length + 1} times`;
  return `This object has it bound ${times}, each by an attribute of its own: also ${others}. All hold the same value.`;
}

/** @param {VariableRow} row */
function* factsOf(row) {
  const { path: _path, access: _access, elementId: _element, ...more } = row.properties;
  /** @type {[string, string, string?][]} */
  const facts = [
    ["Type", row.type || (row.value === null ? "nil" : Array.isArray(row.value) ? "list" : typeof row.value)],
    ["Access", ACCESS[row.access] ?? row.access],
    ["Shown by", row.elementId ? `#${row.elementId}` : "no element", "element"],
    ["Watched", row.active ? "yes, it is read again when something changes" : "no"],
    ["Changes", `${row.changeCount}`],
    ["Compute", shownTime(row.computeTime)],
    ["Id", row.connection ? `#${row.id} of connection ${row.connection}` : `#${row.id}`],
    .../** @type {[string, string][]} */ (Object.entries(more).map(([name, text]) => [name, `${text}`])),
  ];
  for (const [name, text, style = ""] of facts) yield* [element("dt", "", name), element("dd", style, text)];
}

/** @type {Record<string, string>} */
const ACCESS = {
  r: "read only",
  rw: "read and written",
  w: "only written",
  action: "a method, which the page calls",
};

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string} style
 * @param {string} text
 * @returns {HTMLElementTagNameMap[T]}
 */
function element(tag, style = "", text = "") {
  const node = document.createElement(tag);
  if (style) node.className = style;
  node.textContent = text;
  return node;
}

/**
 * @param {string} name
 * @param {HTMLElement} content
 */
function part(name, content) {
  const section = element("section");
  section.append(element("h3", "", name), content);
  return section;
}
