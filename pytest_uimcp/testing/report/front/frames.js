/** @import { Mark, Story, Step } from "./types" */
import { data, made } from "./dom.js";

/** The width of the window that a page is drawn for, before it is made as small as the place for it. */
const WIDTH = 720;
const MARGIN = 24;
/** @type {Map<string, string>} */
const sheets = new Map();

/**
 * An app's page as a picture of itself: in its own styles, sandboxed, without scripts.
 * @param {Story} story
 * @param {string} html
 * @param {string} title
 */
export function frame(story, html, title) {
  const element = made("iframe");
  // The report may look into the frame, to scroll it; what is in it can reach nothing, since no script runs there.
  element.setAttribute("sandbox", "allow-same-origin");
  element.title = title;
  element.srcdoc = `<!DOCTYPE html><head><style>${styleOf(story)}</style></head><body>${html}</body>`;
  const box = made("div", "frame", element);
  element.addEventListener("load", () => {
    const page = element.contentDocument;
    // No higher than the page, as far as its style sheet (`.frame`) lets it be lower.
    const height = (page?.body.scrollHeight ?? 0) + MARGIN;
    box.style.height = `${height * Math.min(1, box.clientWidth / WIDTH)}px`;
    page?.querySelector("[uimcp-mark]")?.scrollIntoView({ block: "center" });
  });
  new ResizeObserver(() => fit(box, element)).observe(box);
  return box;
}

/**
 * Add something to an element when it is seen: a strip of small frames costs as much as a page each.
 * @param {HTMLElement} element
 * @param {() => Node} content
 */
export function whenSeen(element, content) {
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watch.disconnect();
    element.append(content());
  });
  watch.observe(element);
}

/**
 * A small frame for a thumbnail.
 * @param {Story} story
 * @param {string} html
 */
export function thumbnail(story, html) {
  const element = made("iframe");
  element.setAttribute("sandbox", "");
  element.tabIndex = -1;
  element.title = "";
  element.setAttribute("aria-hidden", "true");
  element.srcdoc = `<!DOCTYPE html><head><style>${styleOf(story)}</style></head><body>${html}</body>`;
  return element;
}

/**
 * @param {HTMLElement} box
 * @param {HTMLIFrameElement} element
 */
function fit(box, element) {
  const scale = Math.min(1, box.clientWidth / WIDTH) || 1;
  element.style.width = `${box.clientWidth / scale}px`;
  element.style.height = `${box.clientHeight / scale}px`;
  element.style.transform = `scale(${scale})`;
}

/** @param {Story} story */
function styleOf(story) {
  const key = String(story.style ?? "");
  const known = sheets.get(key);
  if (known !== undefined) return known;
  const own = story.style === undefined ? data("app-style") : (data("run").styles?.[story.style] ?? "");
  const text = `${own}\n${data("page-style")}`;
  sheets.set(key, text);
  return text;
}

/**
 * The page with the element marked that a step was about; for a text that was looked for, what shows it.
 * @param {string} html
 * @param {Step | undefined} step
 * @param {number[] | null | undefined} place
 * @param {boolean} isBefore
 */
export function pointed(html, step, place, isBefore) {
  const text = step?.verb === "see" && !step.error ? String(step.arguments?.["text"] ?? "") : "";
  if (!place && !text) return html;
  // It is read in a document of its own, which runs nothing and loads nothing.
  const body = new DOMParser().parseFromString(`<!DOCTYPE html><head></head><body>${html}</body>`, "text/html").body;
  const element = place ? at(body, place) : showing(body, text.replace(/\s+/g, " ").trim());
  if (!element || element === body) return html;
  element.setAttribute("uimcp-mark", "");
  // What is typed is no part of the HTML.
  const typed = step?.verb === "fill" && !step.error && !isBefore ? step.arguments?.["value"] : undefined;
  if (typeof typed === "string" && element.matches("input, sl-input, sl-textarea"))
    element.setAttribute("value", typed);
  if (typeof typed === "string" && element.matches("textarea")) element.textContent = typed;
  return body.innerHTML;
}

/**
 * @param {Element} body
 * @param {number[]} place
 */
function at(body, place) {
  /** @type {Element | undefined} */
  let element = body;
  for (const number of place) element = element?.children[number];
  return element;
}

/**
 * The innermost element that has a text.
 * @param {Element} element
 * @param {string} text
 * @returns {Element | undefined}
 */
function showing(element, text) {
  if (["STYLE", "SCRIPT", "TEMPLATE"].includes(element.tagName)) return undefined;
  if (!(element.textContent ?? "").replace(/\s+/g, " ").includes(text)) return undefined;
  for (const child of element.children) {
    const inner = showing(child, text);
    if (inner) return inner;
  }
  return element;
}

/**
 * The frame around an element on a picture.
 * @param {Mark | undefined} mark
 */
export function outline(mark) {
  if (!mark?.box) return [];
  const [left, top, width, height] = mark.box.map((part) => `${part * 100}%`);
  const box = made("div", "outline");
  Object.assign(box.style, { left, top, width, height });
  return [box];
}
