/** @import { Item } from "./types" */
import { asked, made } from "./dom.js";

/** @type {[string, string, string][]} */
const WIDTHS = [
  ["full", "Full", "100%"],
  ["tablet", "768 px", "768px"],
  ["phone", "390 px", "390px"],
];
/** @type {[string, string][]} */
const SCHEMES = [
  ["", "System"],
  ["light", "Light"],
  ["dark", "Dark"],
];
/** What is chosen for one view stays for the next, and stands in the address. */
const chosen = { width: "full", scheme: "", theme: "" };
const KEYS = /** @type {(keyof typeof chosen)[]} */ (["width", "scheme", "theme"]);
const USUAL = { ...chosen };
const HIGHEST = 560;

/**
 * Take over what the address says about width, colours and theme, if it says anything; then say it there.
 * @param {string} query
 */
export function adopt(query) {
  const said = new URLSearchParams(query);
  if (query) for (const key of KEYS) chosen[key] = said.get(key) ?? USUAL[key];
  const unusual = KEYS.filter((key) => chosen[key] !== USUAL[key]).map((key) => [key, chosen[key]]);
  const text = unusual.length ? `?${new URLSearchParams(unusual)}` : "";
  history.replaceState(null, "", `${location.hash.split("?", 1)[0] || "#/"}${text}`);
}

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
    /** The classes of the page as it came. @type {string | undefined} */
    this.own = undefined;
    /** @type {ResizeObserver | undefined} */
    this.growth = undefined;
    /** What has been done in it, and what followed. */
    this.log = actionLog();
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
    // Before the page is there: it asks who listens.
    (await this.log).follow(address.slice(1));
    this.frame = made("iframe");
    this.frame.title = this.item.title;
    this.frame.src = address;
    this.own = undefined;
    this.frame.addEventListener("load", () => {
      this.dress();
      this.draw();
    });
    this.place.replaceChildren(this.frame);
    this.draw();
    this.dress();
  }

  close() {
    void this.log.then((log) => log.close());
  }

  /** Apply the chosen width and colours. */
  dress() {
    if (!this.frame) return;
    const [, , width = "100%"] = WIDTHS.find(([name]) => name === chosen.width) ?? [];
    this.frame.style.width = width;
    const root = this.frame.contentDocument?.documentElement;
    if (!root) return;
    root.style.colorScheme = chosen.scheme;
    this.fit(root);
    this.own ??= root.className;
    root.className = this.themes().includes(chosen.theme) ? `theme-${chosen.theme}` : this.own;
  }

  /**
   * As high as what is shown: it grows with the page, and shrinks with the next one.
   * @param {HTMLElement} root
   */
  fit(root) {
    const grow = () => {
      const height = Math.min(HIGHEST, root.scrollHeight);
      if (this.frame && height > this.frame.clientHeight) this.frame.style.height = `${height}px`;
    };
    this.growth?.disconnect();
    this.growth = new ResizeObserver(grow);
    const body = this.frame?.contentDocument?.body;
    if (body) this.growth.observe(body);
  }

  /** The themes whose style sheets the app's page has; the first is what all have in common. */
  themes() {
    const sheets = this.frame?.contentDocument?.querySelectorAll("link[href^='/themes/']") ?? [];
    return [...sheets].map((sheet) => /\/([^/]+)\.css/.exec(sheet.getAttribute("href") ?? "")?.[1] ?? "");
  }

  draw() {
    const widths = WIDTHS.map(([name, words]) => this.button("width", name, words));
    const schemes = SCHEMES.map(([name, words]) => this.button("scheme", name, words));
    this.bar.replaceChildren(group("Width", widths), group("Colours", schemes), ...this.theme(), ...this.links());
  }

  /** The theme to wear, where there are several. */
  theme() {
    const names = this.themes();
    if (names.length < 2) return [];
    const select = made("select", "", ...["", ...names].map((name) => option(name, name || "Theme of the app")));
    select.setAttribute("aria-label", "Theme");
    select.value = names.includes(chosen.theme) ? chosen.theme : "";
    select.onchange = () => this.choose("theme", select.value);
    return [select];
  }

  /**
   * @param {keyof typeof chosen} what
   * @param {string} name
   */
  choose(what, name) {
    chosen[what] = name;
    adopt("");
    this.dress();
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
      this.choose(what, name);
      this.draw();
      /** @type {HTMLElement | null} */ (this.bar.querySelector(`[data-name="${what}-${name}"]`))?.focus();
    };
    button.dataset["name"] = `${what}-${name}`;
    return button;
  }
}

/**
 * The list that the variables page has too.
 * @returns {Promise<{ element: HTMLElement, follow(session: string): void, close(): void }>}
 */
async function actionLog() {
  // At an address of the apps' own pages, which the gallery's port has.
  const { ActionLog } = await import(/** @type {string} */ ("/ui/action-log.js"));
  return new ActionLog();
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

/**
 * @param {string} value
 * @param {string} words
 */
function option(value, words) {
  const element = made("option", "", words);
  element.value = value;
  return element;
}
