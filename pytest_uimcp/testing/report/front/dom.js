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
  element.append(...content);
  return element;
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
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
}
