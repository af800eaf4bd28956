/** @import { Field } from "./types" */
/** @import { Canvas } from "./canvas.js" */
import { asked, made } from "./dom.js";

const LOOK_AGAIN = 700;
const LONG = 60;
/** @type {Record<string, string>} */
const TYPES = { string: "text", number: "number", boolean: "yes or no" };

/**
 * The fields of the object on a canvas, to try a view with other values: what is typed is in the object at once, and what
 * the app changes is shown here.
 */
export class FieldForm {
  /** @param {Canvas} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.address = "";
    /** @type {Map<string, HTMLInputElement | HTMLTextAreaElement>} */
    this.inputs = new Map();
    this.element = made("div", "fields", made("p", "empty", "Reading …"));
    void this.look();
  }

  /** Look again as long as it is shown. */
  async look() {
    if (this.canvas.address && !document.hidden) this.show(await this.asked());
    await new Promise((resolve) => setTimeout(resolve, this.canvas.address ? LOOK_AGAIN : LOOK_AGAIN / 10));
    if (this.element.isConnected) void this.look();
  }

  /**
   * @param {Record<string, string>} query
   * @returns {Promise<{fields?: Field[], problem?: string}>}
   */
  asked(query = {}) {
    return asked("fields", { session: this.canvas.address.slice(1), ...query });
  }

  /** @param {{fields?: Field[], problem?: string}} answer */
  show({ fields, problem }) {
    if (!fields) {
      this.element.replaceChildren(made("p", "problem", problem ?? ""));
      this.address = ""; // so that the next fields are built anew, even if there are none
      return;
    }
    const names = fields.map(([name]) => name).join("\n");
    if (this.address !== this.canvas.address || names !== [...this.inputs.keys()].join("\n")) this.build(fields);
    for (const [name, value] of fields) {
      const input = this.inputs.get(name);
      if (!input || input === document.activeElement) continue;
      if (input instanceof HTMLInputElement && typeof value === "boolean") input.checked = value;
      else if (input.value !== String(value)) input.value = String(value);
    }
  }

  /** @param {Field[]} fields */
  build(fields) {
    this.address = this.canvas.address;
    this.inputs.clear();
    const rows = fields.map(([name, value]) => {
      const input = this.input(name, value);
      this.inputs.set(name, input);
      const words = made("span", "", name);
      words.dataset["type"] = TYPES[typeof value] ?? "";
      return made("label", "", words, input);
    });
    const nothing = made("p", "empty", "What is shown has no field with a text, a number or a yes and no.");
    this.element.replaceChildren(...(rows.length ? rows : [nothing]));
  }

  /**
   * @param {string} name
   * @param {Field[1]} value
   */
  input(name, value) {
    const isLong = typeof value === "string" && (value.length > LONG || value.includes("\n"));
    const input = isLong ? made("textarea") : made("input");
    if (input instanceof HTMLInputElement) {
      if (typeof value === "number") Object.assign(input, { type: "number", step: "any" });
      if (typeof value === "boolean") input.type = "checkbox";
    }
    input.addEventListener("input", () => {
      const typed = typedIn(input);
      if (typed !== undefined) void this.set(name, typed);
    });
    return input;
  }

  /**
   * @param {string} name
   * @param {Field[1]} value
   */
  async set(name, value) {
    this.show(await this.asked({ set: JSON.stringify({ name, value }) }));
  }
}

/**
 * The value of an input; nothing while a number is not yet one.
 * @param {HTMLInputElement | HTMLTextAreaElement} input
 */
function typedIn(input) {
  if (!(input instanceof HTMLInputElement)) return input.value;
  if (input.type === "checkbox") return input.checked;
  if (input.type !== "number") return input.value;
  return Number.isNaN(input.valueAsNumber) ? undefined : input.valueAsNumber;
}
