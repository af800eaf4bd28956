// Restores focus and unsent input after a redraw, in the corresponding new elements. A native field takes both at once;
// a component has nothing inside to take the focus until it has rendered, which it does once the redraw is complete.

import { valueBindingOf } from "./binding.js";
import { controlOf } from "./controls.js";
import { real } from "./nodes.js";
import { same } from "./values.js";

/**
 * What a field has that the server does not know.
 * @typedef {object} Field
 * @property {string} selector of the elements with the same tag and bindings
 * @property {number} index its place among them
 * @property {{ value: Value | undefined } | null} unsent
 * @property {Place | null} place null if the focus was elsewhere
 */

/**
 * Where the focus is in an element: the elements that have it in its shadow tree, in the shadow tree of that, and so on,
 * and what is selected in the innermost.
 * @typedef {object} Place
 * @property {Step[]} steps
 * @property {Selected} selected
 */

/** @typedef {{ tag: string, index: number, value: unknown, isOpen: boolean }} Step */

/** @typedef {HTMLElement & { open: boolean, show(): Promise<void> }} Panel */

/**
 * @typedef {object} Selected
 * @property {number | null | undefined} start
 * @property {number | null | undefined} end
 * @property {'forward' | 'backward' | 'none' | null | undefined} direction
 * @property {number} top
 * @property {number} left
 */

/** Components that have been inserted but not rendered: they may be replaced before. @type {Map<Element, Field>} */
const unrendered = new Map();

/**
 * Save the state of the nodes; the returned function restores it in the nodes that replaced them. What goes wrong in one
 * element is reported, and concerns no other.
 * @param {ChildNode[]} nodes
 */
export function keepFocus(nodes) {
  const parent = real(nodes[0]).parentElement;
  if (!parent) return () => {};
  const around = real(parent);
  const fields = editedIn(nodes).flatMap((element) => {
    try {
      return [fieldOf(element, around)];
    } catch (error) {
      reportError(error);
      return [];
    }
  });
  return () => {
    for (const field of fields) {
      const element = /** @type {HTMLElement | undefined} */ (around.querySelectorAll(field.selector)[field.index]);
      if (element) void restore(element, field);
    }
  };
}

/**
 * The elements with unsent input, and last the one with the focus: that it comes must not take it from another.
 * @param {ChildNode[]} nodes
 */
function editedIn(nodes) {
  const elements = nodes.filter((node) => node instanceof Element);
  const bound = elements.flatMap((root) => [root, ...real(root).querySelectorAll("[ui-value]")]);
  const edited = new Set(bound.filter((element) => unrendered.has(element) || valueBindingOf(element)?.dirty));
  const waiting = [...unrendered].find(([, { place }]) => place)?.[0];
  const focused = waiting ?? document.activeElement;
  if (focused && elements.some((root) => real(root).contains(focused))) {
    edited.delete(focused);
    edited.add(focused);
  }
  return [...edited];
}

/**
 * @param {Element} element
 * @param {Element} around
 * @returns {Field}
 */
function fieldOf(element, around) {
  const selector = signature(element);
  const index = [...around.querySelectorAll(selector)].indexOf(element);
  const waiting = unrendered.get(element);
  if (waiting) return { ...waiting, selector, index };
  const unsent = valueBindingOf(element)?.dirty ? { value: controlOf(element)?.read(element) } : null;
  return { selector, index, unsent, place: element === document.activeElement ? placeIn(element) : null };
}

/**
 * @param {Element} element
 * @returns {Place}
 */
function placeIn(element) {
  /** @type {Step[]} */
  const steps = [];
  let inner = element;
  for (let next = element.shadowRoot?.activeElement; next; next = next.shadowRoot?.activeElement) {
    const tag = next.localName;
    const alike = [.../** @type {ShadowRoot} */ (next.getRootNode()).querySelectorAll(tag)];
    const { value } = /** @type {HTMLInputElement} */ (next);
    steps.push({ tag, index: alike.indexOf(next), value, isOpen: panelAround(next)?.open ?? false });
    inner = next;
  }
  const {
    selectionStart: start,
    selectionEnd: end,
    selectionDirection: direction,
  } = /** @type {HTMLInputElement} */ (inner);
  return { steps, selected: { start, end, direction, top: inner.scrollTop, left: inner.scrollLeft } };
}

/**
 * @param {HTMLElement} element
 * @param {Field} field
 */
async function restore(element, field) {
  try {
    write(element, field);
    if (isRendered(element)) return take(element, field.place);
    unrendered.set(element, field);
    await element.updateComplete;
    // Unless it has been replaced meanwhile.
    if (!unrendered.has(element)) return;
    write(element, field);
    await element.updateComplete;
    take(element, field.place);
    await takeInside(element, field.place);
    await takeAround(element, field.place);
  } catch (error) {
    reportError(error);
  } finally {
    unrendered.delete(element);
  }
}

/**
 * @param {HTMLElement} element
 * @param {Field} field
 */
function write(element, { unsent }) {
  const binding = valueBindingOf(element);
  const control = controlOf(element);
  if (!unsent || unsent.value === undefined || !binding || !control) return;
  if (!same(control.read(element), unsent.value)) control.write(element, unsent.value);
  binding.dirty = true;
}

/**
 * @param {HTMLElement} element
 * @param {Place | null} place
 */
function take(element, place) {
  if (!place) return;
  element.focus({ preventScroll: true });
  if (!place.steps.length) select(element, place.selected);
}

/**
 * The same inside a component, which has several places for the focus (a colour picker), or one with text (a field).
 * @param {HTMLElement} element
 * @param {Place | null} place
 */
async function takeInside(element, place) {
  if (!place) return;
  let inner = element;
  for (const { tag, index, value, isOpen } of place.steps) {
    const next = /** @type {HTMLInputElement | undefined} */ (inner.shadowRoot?.querySelectorAll(tag)[index]);
    if (!next) return;
    if (isOpen) await panelAround(next)?.show();
    await next.updateComplete;
    // What is typed into a part is not the value of the whole; a native part shows that of its component.
    if (next.updateComplete && typeof value === "string" && next.value !== value) next.value = value;
    await next.updateComplete;
    inner = next;
  }
  if (/** @type {ShadowRoot} */ (inner.getRootNode()).activeElement !== inner) inner.focus({ preventScroll: true });
  select(inner, place.selected);
}

/**
 * An option of a list, now closed, leaves the focus to the list's field.
 * @param {HTMLElement} element
 * @param {Place | null} place
 */
async function takeAround(element, place) {
  const isNowhere = () => !document.activeElement || document.activeElement === document.body;
  if (!place) return;
  for (let outer = element.parentElement; outer && isNowhere(); outer = outer.parentElement) {
    await outer.updateComplete;
    outer.focus({ preventScroll: true });
  }
}

/**
 * @param {Element} field
 * @param {Selected} selected
 */
function select(field, { start, end, direction, top, left }) {
  const text = /** @type {HTMLInputElement} */ (field);
  // Fields for numbers and addresses have text, but say nothing of its selection.
  const isSelectable = typeof start === "number" && typeof text.selectionStart === "number";
  if (isSelectable) text.setSelectionRange(start, end ?? start, direction ?? "none");
  text.scrollTo(left, top);
}

/**
 * The panel of a component that an element is in; what is half done there is not closed.
 * @param {Element} element
 */
function panelAround(element) {
  return /** @type {Panel | null} */ (element.closest("sl-dropdown"));
}

/** @param {Element} element */
function isRendered(element) {
  return /** @type {HTMLElement} */ (element).hasUpdated ?? true;
}

/**
 * A selector for elements with the same tag and bindings.
 * @param {Element} element
 */
function signature(element) {
  const own = real(element);
  const bound = own.getAttributeNames().filter((name) => name.startsWith("ui-") && !name.startsWith("ui-error"));
  const tests = bound.map((name) => `[${CSS.escape(name)}="${CSS.escape(own.getAttribute(name) ?? "")}"]`);
  return CSS.escape(own.localName) + tests.join("");
}
