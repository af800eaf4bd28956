// Paths as written in attributes: `contacts.0.name()?wrapper=lua.ViewList&keypress`. The server resolves them; here
// only the properties behind the question mark and the kind of the last step matter.

/**
 * @param {string} text
 * @returns {Path}
 */
export function parsePath(text) {
  const mark = text.indexOf("?");
  const path = (mark < 0 ? text : text.slice(0, mark)).trim();
  return { text: path, properties: mark < 0 ? {} : parseProperties(text.slice(mark + 1)), call: callOf(path) };
}

/** @param {string} path */
function callOf(path) {
  if (path.endsWith("(_)")) return "(_)";
  return path.endsWith("()") ? "()" : "";
}

/** @param {string} query */
function parseProperties(query) {
  /** @type {Properties} */
  const properties = {};
  for (const item of query.trim().split("&")) {
    if (!item) continue;
    const equals = item.indexOf("=");
    const name = decode(equals < 0 ? item : item.slice(0, equals));
    properties[name] = equals < 0 ? "true" : decode(item.slice(equals + 1));
  }
  return properties;
}

/** @param {string} text */
function decode(text) {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced; // a % that encodes nothing is literal
  }
}

/**
 * Whether a property is present and not `false`.
 * @param {Properties} properties
 * @param {string} name
 */
export function isOn(properties, name) {
  return name in properties && properties[name] !== "false";
}
