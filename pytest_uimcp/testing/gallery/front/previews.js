/** @import { Drawn, Item } from "./types" */
import { asked, link, made } from "./dom.js";

const AHEAD = "200px";
const AT_ONCE = 2;
// What is lower than its picture stands in the middle of it.
const PLACE = `
  html { min-height: 100vh; display: grid; grid-template-columns: minmax(0, 1fr); align-content: safe center }
  body { padding: 12px; min-height: 0 }
  table { display: table }
`;
const SMALLEST = 0.5;
const SCALES = [0.8, 0.65];

/**
 * Every entry as a small picture of itself, drawn when it is scrolled to.
 */
export class Previews {
  /**
   * @param {Item[]} items
   * @param {string} style
   */
  constructor(items, style) {
    this.style = style;
    /** @type {Map<Element, Item>} */
    this.items = new Map();
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
    this.element = made("div", "previews", ...groups);
    if (!items.length) this.element.append(made("p", "empty", "There is no app in this directory yet."));
  }

  /** @param {Item} item */
  card(item) {
    const picture = made("div", "preview");
    const card = made("a", "card", picture, made("span", "name", item.key ? item.title : "The whole app"));
    card.href = link(item.address);
    this.items.set(picture, item);
    this.watch.observe(picture);
    return card;
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
  element.srcdoc = `<!DOCTYPE html><head><style>${style}</style><style>${PLACE}</style></head><body>${html}</body>`;
  element.addEventListener("load", () => enlarge(element));
  return element;
}

/**
 * What is small is drawn as large as its place allows.
 * @param {HTMLIFrameElement} frame
 */
function enlarge(frame) {
  const page = frame.contentDocument?.body;
  const height = frame.parentElement?.clientHeight ?? 0;
  const width = frame.parentElement?.clientWidth ?? 0;
  const scale = SCALES.find((size) => {
    frame.style.setProperty("--scale", String(size));
    return page && page.offsetHeight * size <= height && page.scrollWidth * size <= width + 1;
  });
  frame.style.setProperty("--scale", String(scale ?? SMALLEST));
}
