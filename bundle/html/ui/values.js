// Values as sent over the wire: scalars, references to objects, and lists of these.

/**
 * @param {Value | undefined} value
 * @returns {value is ObjectRef}
 */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * @param {Value | undefined} a
 * @param {Value | undefined} b
 * @returns {boolean}
 */
export function same(a, b) {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((one, i) => same(one, b[i]));
  return isObject(a) && isObject(b) && a.obj === b.obj;
}

/**
 * A value as displayed text.
 * @param {Value | undefined} value
 */
export function textOf(value) {
  if (value === null || value === undefined) return "";
  return isObject(value) ? JSON.stringify(value) : String(value);
}
