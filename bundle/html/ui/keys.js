// The keys of `ui-event-keypress-[mods-]key`, by the names in rules.js or those of the DOM.

import rules from "./rules.js";

const { modifiers, names, prevented } = rules.keys;
const MODIFIERS = new Set(Object.values(modifiers));

/**
 * @param {string} text `ctrl-shift-k`
 * @returns {{ name: string, matches(event: KeyboardEvent): boolean }}
 */
export function parseKey(text) {
  const parts = text.toLowerCase().split("-");
  /** @type {Set<string>} */
  const wanted = new Set();
  while (parts.length > 1 && Object.hasOwn(modifiers, parts[0])) {
    wanted.add(modifiers[/** @type {string} */ (parts.shift())]);
  }
  const name = parts.join("-");
  const key = (Object.hasOwn(names, name) ? names[name] : name).toLowerCase();
  return {
    name,
    matches: (event) =>
      event.key?.toLowerCase() === key &&
      [...MODIFIERS].every((modifier) => event[flagOf(modifier)] === wanted.has(modifier)),
  };
}

/** @param {string} modifier */
function flagOf(modifier) {
  return /** @type {'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'} */ (`${modifier}Key`);
}

/**
 * Whether the browser's default action for the key is prevented, because it would interfere with the app's. Keys for
 * typing and navigation keep theirs.
 * @param {KeyboardEvent} event
 */
export function isPrevented(event) {
  return prevented.includes(event.key) || event.ctrlKey || event.metaKey || event.altKey;
}
