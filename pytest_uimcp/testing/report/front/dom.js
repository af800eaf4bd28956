/**
 * An element with a class and content. Content is text or elements, never markup.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string} style
 * @param {...(string | Node)} content
 * @returns {HTMLElementTagNameMap[T]}
 */
export function made(tag, style = "", ...content) {
  const element = document.createElement(tag);
  if (style) element.className = style;
  element.append(...content.map((part) => (typeof part === "string" ? visible(part) : part)));
  return element;
}

/**
 * A text whose characters stand in the order in which they were written: what would change the direction of writing, as
 * it may in the words of an agent, is shown as its number.
 * @param {string} text
 */
export function visible(text) {
  return text.replace(
    /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * Code that may go on in the next line after its marks, rather than in the middle of a word.
 * @param {string} text
 * @returns {(string | Node)[]}
 */
export function breakable(text) {
  return text.split(/(?<=[(,.:=/])/).flatMap((part, index) => (index ? [made("wbr"), part] : [part]));
}

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function found(id, type) {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`the report has no ${type.name} #${id}`);
  return element;
}

/**
 * A part that folds.
 * @param {string | Node} title
 * @param {boolean} open
 * @param {...(string | Node)} content
 */
export function folded(title, open, ...content) {
  const details = made("details", "", made("summary", "", title), ...content);
  details.open = open;
  return details;
}

/** @param {string} id */
export function data(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}

/** @param {number} seconds */
export function duration(seconds) {
  if (seconds >= 100) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
}
