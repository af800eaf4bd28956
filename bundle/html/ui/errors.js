// Marks elements whose binding fails: class `ui-error` and two attributes. Several bindings of an element may fail at
// once; the element shows the first fault. A callback is notified, which draws the badges.

import { real } from "./nodes.js";
import rules from "./rules.js";

/** @type {Map<Element, Map<object, Fault>>} */
const faults = new Map();
/** @type {((element: Element, fault: Fault | undefined) => void) | null} */
let observer = null;

/**
 * A fault found by the front end, with its message filled in.
 * @param {keyof UiRules['faults']} name
 * @param {Record<string, string>} [values]
 * @returns {Fault}
 */
export function fault(name, values = {}) {
  const { code, description } = rules.faults[name];
  return { code, description: description.replace(/\{(\w+)\}/g, (_, key) => values[key]) };
}

/**
 * @param {Element} element
 * @param {object} source the binding, view or list that failed; each has one fault
 * @param {Fault | null} fault null clears it
 */
export function setFault(element, source, fault) {
  // Nearly always there is none on the whole page, and each value that is shown asks.
  if (!fault && !faults.size) return;
  const known = faults.get(element);
  if (!fault && !known?.has(source)) return;
  const all = known ?? new Map();
  if (fault) all.set(source, fault);
  else all.delete(source);
  if (all.size) faults.set(element, all);
  else faults.delete(element);
  show(element, all.values().next().value);
}

/**
 * @param {Element} element
 * @param {Fault | undefined} fault
 */
function show(element, fault) {
  const marked = real(element);
  marked.classList.toggle("ui-error", fault !== undefined);
  if (fault) {
    marked.setAttribute("ui-error-code", fault.code);
    marked.setAttribute("ui-error-description", fault.description);
  } else {
    marked.removeAttribute("ui-error-code");
    marked.removeAttribute("ui-error-description");
    if (!marked.classList.length) marked.removeAttribute("class");
  }
  observer?.(element, fault);
}

/** @param {(element: Element, fault: Fault | undefined) => void} callback */
export function observeFaults(callback) {
  observer = callback;
}
