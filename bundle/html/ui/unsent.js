// Text that the user has typed and no server has: when a session has ended, it is offered to be copied, also by the page
// that the same tab shows next.

import { valueBindingOf } from "./binding.js";
import { controlOf } from "./controls.js";

/** The tab's place for it. */
const KEY = "ui-unsent";

/** @typedef {{ label: string, text: string }} Unsent */

/**
 * Note what has not been sent, for this page and the next.
 * @param {import('./app.js').App} app
 */
export function keepUnsent({ store }) {
  const kept = read();
  for (const element of document.querySelectorAll("[ui-app] [ui-value]")) {
    const binding = valueBindingOf(element);
    const text = controlOf(element)?.read(element);
    if (!binding || binding.onlyShows || typeof text !== "string" || !text.trim()) continue;
    const { type } = /** @type {HTMLInputElement} */ (element);
    const isUnsent = binding.dirty || store.pending.has(binding.variable) || store.unconfirmed.has(binding.variable);
    if (isUnsent && type !== "password") kept.push({ label: labelOf(/** @type {HTMLInputElement} */ (element)), text });
  }
  write(kept);
}

/**
 * Offer what was kept; what has been copied or dismissed is not offered again.
 * @param {import('./notices.js').Notices} notices
 */
export function offerUnsent(notices) {
  for (const unsent of read()) {
    notices.unsent(unsent, () =>
      write(read().filter(({ label, text }) => label !== unsent.label || text !== unsent.text)),
    );
  }
}

/** @param {HTMLInputElement & { label?: string }} element */
function labelOf({ ariaLabel, labels, label, placeholder }) {
  return (ariaLabel || labels?.[0]?.textContent || label || placeholder || "text").trim();
}

/** @returns {Unsent[]} */
function read() {
  return JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
}

/** @param {Unsent[]} kept */
function write(kept) {
  if (kept.length) sessionStorage.setItem(KEY, JSON.stringify(kept));
  else sessionStorage.removeItem(KEY);
}
