// Bound elements have ids, so that an app's code can refer to them: `ui-1`, `ui-2`, … unless they have their own.

let last = 0;

/** @param {Element} element */
export function ensureId(element) {
  // A form's property `id` is its field of that name, if it has one.
  if (!element.getAttribute('id')) element.setAttribute('id', `ui-${(last += 1)}`);
  return /** @type {string} */ (element.getAttribute('id'));
}

/** @param {string} id */
export function isOurs(id) {
  return /^ui-\d+$/.test(id);
}
