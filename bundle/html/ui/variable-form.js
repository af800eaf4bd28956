// The field of the variables page for a variable that may be written: a text, a number, yes or no, or nothing.

/** @typedef {"string" | "number" | "boolean" | "null"} Kind */

/** @type {[Kind, string][]} */
const KINDS = [
  ["string", "Text"],
  ["number", "Number"],
  ["boolean", "Yes or no"],
  ["null", "Nothing"],
];

export class VariableForm {
  #kind = document.createElement("select");
  #text = document.createElement("textarea");
  #number = document.createElement("input");
  #truth = document.createElement("input");
  #button = document.createElement("button");
  #answer = document.createElement("output");
  #key = "";
  /** @type {{ id: number, places: string[] }} */
  #place = { id: 0, places: [] };

  /** @param {import("./variable-tabs.js").Tabs} tabs */
  constructor(tabs) {
    this.tabs = tabs;
    this.element = document.createElement("form");
    this.#kind.append(...KINDS.map(([kind, words]) => new Option(words, kind)));
    this.#kind.ariaLabel = "Kind of value";
    this.#text.rows = 2;
    this.#number.type = "number";
    this.#number.step = "any";
    this.#truth.type = "checkbox";
    for (const input of this.#inputs) input.ariaLabel = "New value";
    this.#button.textContent = "Set";
    this.element.append(this.#kind, ...this.#inputs, this.#button, this.#answer);
    this.#kind.onchange = () => this.#arrange();
    this.element.onsubmit = (event) => {
      event.preventDefault();
      void this.#send();
    };
    this.#text.onkeydown = (event) => {
      if (event.key !== "Enter" || event.shiftKey) return;
      event.preventDefault();
      this.element.requestSubmit();
    };
  }

  get #inputs() {
    return [this.#text, this.#number, this.#truth];
  }

  /** @returns {boolean} whether there is a field to go to */
  focus() {
    if (this.element.hidden) return false;
    (this.#inputs.find((input) => !input.hidden) ?? this.#kind).focus();
    return true;
  }

  /**
   * @param {string} key
   * @param {VariableRow} row
   * @param {string[]} places
   */
  show(key, row, places) {
    const { value, access, id } = row;
    this.#place = { id, places };
    this.element.hidden = !["rw", "w"].includes(access) || (value !== null && typeof value === "object");
    // What somebody is typing stays.
    if (key === this.#key && this.element.contains(document.activeElement)) return;
    if (key !== this.#key) this.#say("", false);
    this.#key = key;
    // Nothing is usually a text that has not been entered yet.
    this.#kind.value = value === null ? "string" : typeof value;
    this.#text.value = typeof value === "string" ? value : "";
    this.#number.value = typeof value === "number" ? String(value) : "";
    this.#truth.checked = value === true;
    this.#arrange();
  }

  #arrange() {
    const kind = this.#kind.value;
    this.#text.hidden = kind !== "string";
    this.#number.hidden = kind !== "number";
    this.#truth.hidden = kind !== "boolean";
  }

  /** @returns {Value | undefined} nothing if it is no value yet */
  get #value() {
    const kind = this.#kind.value;
    if (kind === "string") return this.#text.value;
    if (kind === "boolean") return this.#truth.checked;
    if (kind === "null") return null;
    return Number.isNaN(this.#number.valueAsNumber) ? undefined : this.#number.valueAsNumber;
  }

  async #send() {
    const value = this.#value;
    if (value === undefined) return this.#say("That is no number.", true);
    const key = this.#key;
    this.#say("…", false);
    const error = await this.tabs.write({ ...this.#place, value });
    if (key === this.#key) this.#say(error || "Sent", Boolean(error));
  }

  /**
   * @param {string} text
   * @param {boolean} isFault
   */
  #say(text, isFault) {
    this.#answer.className = isFault ? "fault" : "";
    this.#answer.textContent = text;
  }
}
