/** @import { EntryMarks, Mark } from "./types" */
import { asked, made } from "./dom.js";

/** What counts most stands first. @type {[string, string, string][]} */
const STATES = [
  ["bad", "✗", "What is wrong"],
  ["warn", "!", "What is doubtful"],
  ["open", "○", "What is missing"],
  ["good", "✓", "All well"],
];

/**
 * How the entries are doing: what their drawings show, and what checks and tests have said.
 */
export class Marks {
  constructor() {
    /** @type {Map<string, EntryMarks>} */
    this.known = new Map();
    this.changed = () => {};
  }

  /** Ask for what is known by now; nothing is drawn or checked for it. */
  async look() {
    const { marks } = await asked("marks");
    this.known = new Map(Object.entries(marks ?? {}));
    this.changed();
  }

  /**
   * @param {string} address
   * @param {Mark[]} marks
   */
  drew(address, marks) {
    this.known.set(address, { tests: this.known.get(address)?.tests ?? [], drawing: marks });
    this.changed();
  }

  /**
   * Of entries that are one picture together.
   * @param {string[]} addresses
   */
  of(addresses) {
    const marks = addresses.flatMap((address) => {
      const { drawing = [], tests = [] } = this.known.get(address) ?? {};
      return [...drawing, ...tests];
    });
    const words = new Set();
    return marks.filter((mark) => !words.has(mark.words) && words.add(mark.words));
  }

  /**
   * The sign of what counts most, with all words beside it or, in a tree, only read aloud and shown below the pointer.
   * @param {string[]} addresses
   * @param {boolean} isBrief
   */
  sign(addresses, isBrief) {
    const marks = this.of(addresses);
    const [state, sign] = stateOf(marks) ?? [];
    if (!state || !sign) return null;
    const words = marks.filter((mark) => mark.state === state).map((mark) => mark.words);
    const picture = made("span", "sign", sign);
    picture.setAttribute("aria-hidden", "true");
    const text = made("span", isBrief ? "aside" : "", words.join(" · "));
    const element = made("span", `mark ${state}`, picture, text);
    element.title = marks.map((mark) => mark.words).join(" · ");
    return element;
  }

  /**
   * How many entries are in which state.
   * @param {string[]} addresses
   */
  summary(addresses) {
    const worst = addresses.map((address) => stateOf(this.of([address]))?.[0]);
    const counts = STATES.map(([state, sign, words]) => {
      return { state, sign, words, count: worst.filter((name) => name === state).length };
    });
    return counts.filter(({ count }) => count);
  }
}

/**
 * The state that counts most, if there is any.
 * @param {Mark[]} marks
 */
function stateOf(marks) {
  return STATES.find(([name]) => marks.some((mark) => mark.state === name));
}
