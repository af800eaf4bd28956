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
  if (!(element instanceof type)) throw new Error(`the gallery has no ${type.name} #${id}`);
  return element;
}

/**
 * What the gallery answers about an entry; a problem is an answer too.
 * @param {string} name
 * @param {string | Record<string, string>} about the address of an entry, or what else the question has
 */
export async function asked(name, about = {}) {
  const asks = new URLSearchParams(typeof about === "string" ? { entry: about } : about);
  const query = asks.size ? `?${asks}` : "";
  const response = await fetch(`/gallery/${name}.json${query}`);
  if (!response.ok && response.status !== 404) return { problem: `The gallery failed: ${response.status}.` };
  return response.json();
}

/** @param {string} address */
export function link(address) {
  return `#/${address.split("/").map(encodeURIComponent).join("/")}`;
}

/** @param {string} text */
export function block(text) {
  const pre = made("pre", "", text);
  pre.tabIndex = 0;
  return pre;
}
