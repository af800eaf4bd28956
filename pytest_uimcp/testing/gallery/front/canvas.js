/** @import { Item } from "./types" */
import { asked, made } from "./dom.js";

/** @type {[string, string, string][]} */
const WIDTHS = [
  ["full", "Full", "100%"],
  ["tablet", "768", "768px"],
  ["phone", "390", "390px"],
];
/** @type {[string, string][]} */
const SCHEMES = [
  ["", "System"],
  ["light", "Light"],
  ["dark", "Dark"],
];
/** What is chosen for one view stays for the next. */
const chosen = { width: "full", scheme: "" };

/**
 * One entry, live: a page of a session of its own.
 */
export class Canvas {
  /** @param {Item} item */
  constructor(item) {
    this.item = item;
    this.bar = made("div", "bar");
    this.place = made("div", "canvas", made("p", "empty", "Opening …"));
    this.element = made("section", "", this.bar, this.place);
    this.element.setAttribute("aria-label", "Canvas");
    this.address = "";
    this.draw();
    void this.open();
  }

  async open() {
    const { address, problem } = await asked("canvas", this.item.address);
    if (!address) {
      this.place.replaceChildren(made("p", "problem", problem ?? "It cannot be opened."));
      return;
    }
    this.address = address;
    this.frame = made("iframe");
    this.frame.title = this.item.title;
    this.frame.src = address;
    this.frame.addEventListener("load", () => this.dress());
    this.place.replaceChildren(this.frame);
    this.draw();
    this.dress();
  }

  /** Apply the chosen width and colours. */
  dress() {
    if (!this.frame) return;
    const [, , width = "100%"] = WIDTHS.find(([name]) => name === chosen.width) ?? [];
    this.frame.style.width = width;
    const root = this.frame.contentDocument?.documentElement;
    if (root) root.style.colorScheme = chosen.scheme;
  }

  draw() {
    const widths = WIDTHS.map(([name, words]) => this.button("width", name, words));
    const schemes = SCHEMES.map(([name, words]) => this.button("scheme", name, words));
    this.bar.replaceChildren(group("Width", widths), group("Colours", schemes), ...this.links());
  }

  links() {
    if (!this.address) return [];
    const again = made("button", "", "Begin again");
    again.type = "button";
    again.onclick = () => void this.open();
    const alone = made("a", "", "Open alone");
    alone.href = this.address;
    alone.target = "_blank";
    const variables = made("a", "", "Variables");
    variables.href = `${this.address}/variables`;
    variables.target = "_blank";
    return [made("span", "links", again, alone, variables)];
  }

  /**
   * @param {"width" | "scheme"} what
   * @param {string} name
   * @param {string} words
   */
  button(what, name, words) {
    const button = made("button", "", words);
    button.type = "button";
    button.setAttribute("aria-pressed", String(chosen[what] === name));
    button.onclick = () => {
      chosen[what] = name;
      this.draw();
      this.dress();
    };
    return button;
  }
}

/**
 * @param {string} words
 * @param {HTMLElement[]} buttons
 */
function group(words, buttons) {
  const element = made("span", "group", ...buttons);
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", words);
  return element;
}
