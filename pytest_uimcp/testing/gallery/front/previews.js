/** @import { Drawn, Item } from "./types" */
/** @import { Marks } from "./marks.js" */
import { asked, link, made } from "./dom.js";

const AHEAD = "200px";
const AT_ONCE = 2;
// What is lower than its picture stands in the middle of it.
const PLACE = `
  html { min-height: 100vh; display: grid; grid-template-columns: minmax(0, 1fr); align-content: safe center }
  body { padding: 12px; min-height: 0 }
  table { display: table }
`;
const SCALES = [1, 0.8, 0.65];
// What is too high for its place is cut off below rather than made too small to read; what is too wide may be smaller.
const CROPPED = [0.8, 0.65, 0.5];

/**
 * Every entry as a small picture of itself, drawn when it is scrolled to.
 */
export class Previews {
  /**
   * @param {Item[]} items
   * @param {string} style
   * @param {Marks} marks
   */
  constructor(items, style, marks) {
    this.style = style;
    this.marks = marks;
    /** @type {Map<Element, Item>} */
    this.items = new Map();
    /** Cards by the address of what they show; the second address of one is that of a view with the same picture. */
    /** @type {Map<string, HTMLElement>} */
    this.cards = new Map();
    /** @type {Map<string, string>} */
    this.twins = new Map();
    /** @type {Element[]} */
    this.waiting = [];
    this.running = 0;
    // The page scrolls on a phone, `main` elsewhere, to which only the second applies.
    const ahead = { rootMargin: AHEAD, scrollMargin: AHEAD };
    this.watch = new IntersectionObserver((seen) => this.seen(seen), ahead);
    const apps = Map.groupBy(items, (item) => item.app);
    const groups = [...apps].map(([app, members]) =>
      made("section", "", made("h2", "", app), made("div", "cards", ...members.map((item) => this.card(item)))),
    );
    this.head = made("div", "overview");
    this.element = made("div", "previews", this.head, ...groups);
    if (!items.length) this.element.append(made("p", "empty", "There is no app in this directory yet."));
  }

  /** @param {Item} item */
  card(item) {
    const picture = made("div", "preview");
    const name = made("span", "name", item.key ? item.title : "The whole app");
    const card = made("a", "card", picture, made("span", "foot", name));
    card.href = link(item.address);
    this.items.set(picture, item);
    this.cards.set(item.address, card);
    this.watch.observe(picture);
    return card;
  }

  /** Show how all of them are doing. */
  mark() {
    for (const [address, card] of this.cards) {
      card.querySelector(".mark")?.remove();
      const twin = this.twins.get(address);
      const sign = this.marks.sign(twin ? [address, twin] : [address], false);
      if (sign) card.querySelector(".foot")?.append(sign);
    }
  }

  /**
   * An app that begins with one of its views is the same picture: one card with both names.
   * @param {string} address
   * @param {string} twin
   */
  merge(address, twin) {
    const card = this.cards.get(twin);
    const picture = card?.querySelector(".preview");
    if (!card || !picture) return;
    this.watch.unobserve(picture);
    this.waiting = this.waiting.filter((element) => element !== picture);
    if (document.activeElement === card) this.cards.get(address)?.focus();
    card.remove();
    this.cards.delete(twin);
    this.twins.set(address, twin);
    const name = this.cards.get(address)?.querySelector(".name");
    name?.append(" ", made("small", "", twin.split("/")[1] ?? ""));
  }

  /** @param {IntersectionObserverEntry[]} seen */
  seen(seen) {
    for (const { target, isIntersecting } of seen) {
      if (isIntersecting && !this.waiting.includes(target)) this.waiting.push(target);
      // What has been scrolled past is not drawn before what is seen now.
      if (!isIntersecting) this.waiting = this.waiting.filter((element) => element !== target);
    }
    this.next();
  }

  next() {
    while (this.running < AT_ONCE && this.waiting.length) {
      const target = this.waiting.shift();
      const item = target && this.items.get(target);
      if (!target || !item) continue;
      this.watch.unobserve(target);
      this.running++;
      void this.draw(target, item).finally(() => {
        this.running--;
        this.next();
      });
    }
  }

  /**
   * @param {Element} target
   * @param {Item} item
   */
  async draw(target, item) {
    /** @type {Drawn} */
    const drawn = await asked("drawn", item.address);
    if (drawn.twin) this.merge(item.address, drawn.twin);
    this.marks.drew(item.address, drawn.marks ?? []);
    if (drawn.html === undefined) {
      target.append(made("p", "problem", drawn.problem ?? "It cannot be drawn."));
      return;
    }
    target.append(frame(drawn.html, this.style));
  }

  close() {
    this.watch.disconnect();
    this.waiting = [];
  }
}

/**
 * @param {string} html
 * @param {string} style
 */
function frame(html, style) {
  const element = made("iframe");
  // The gallery may look into the frame, to measure it; what is in it can reach nothing, since no script runs there.
  element.setAttribute("sandbox", "allow-same-origin");
  element.tabIndex = -1;
  element.title = "";
  element.setAttribute("aria-hidden", "true");
  // What the view itself frames is an empty box here, and not a browser's page about why it is not shown.
  const inner = html.replace(/(<iframe\b[^>]*?) src="[^"]*"/g, "$1");
  element.srcdoc = `<!DOCTYPE html><head><style>${style}</style><style>${PLACE}</style></head><body>${inner}</body>`;
  element.addEventListener("load", () => enlarge(element));
  return element;
}

/**
 * What is small is drawn as large as its place allows; of what is large the upper part is shown.
 * @param {HTMLIFrameElement} frame
 */
function enlarge(frame) {
  const page = frame.contentDocument?.body;
  const place = frame.parentElement;
  if (!page || !place) return;
  const suits = (/** @type {number} */ size, isWhole = true) => {
    frame.style.setProperty("--scale", String(size));
    const isLow = page.offsetHeight * size <= place.clientHeight;
    return page.scrollWidth * size <= place.clientWidth + 1 && (isLow || !isWhole);
  };
  if (SCALES.some((size) => suits(size))) return;
  CROPPED.some((size) => suits(size, false));
  place.classList.add("cropped");
}
