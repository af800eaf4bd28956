// Bound elements have ids, so that an app's code can refer to them: `ui-1`, `ui-2`, … unless they have their own.

import { real } from "./nodes.js";

let last = 0;

/** @param {Element} element */
export function ensureId(element) {
  const { id } = real(element);
  return id || (real(element).id = `ui-${(last += 1)}`);
}

/** @param {string} id */
export function isOurs(id) {
  return /^ui-\d+$/.test(id);
}
