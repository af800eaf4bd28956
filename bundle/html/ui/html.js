// `ui-html`: the value is markup, shown as the content of the element or, with `?replace`, in its place.

import { namespaceIn, parseIn, placeholderIn } from "./namespaces.js";
import { real } from "./nodes.js";
import { isOn } from "./paths.js";
import { Slot, firstElementOf } from "./slots.js";
import { textOf } from "./values.js";

/** @type {WeakMap<object, { markup: string, slot: Slot | null }>} */
const states = new WeakMap();

/**
 * @param {import('./binding.js').Binding} binding
 * @param {Value} value
 */
export function applyHtml(binding, value) {
  const markup = textOf(value);
  const state = states.get(binding) ?? { markup: "", slot: null };
  if (states.has(binding) && state.markup === markup) return;
  states.set(binding, state);
  state.markup = markup;
  binding.app.onSource(markup);
  if (!isOn(binding.plan.path.properties, "replace")) {
    real(binding.element).innerHTML = markup;
    return;
  }
  state.slot ??= new Slot([binding.element], binding.owner, spaceOf(binding));
  replace(state.slot, markup, binding.element);
}

/**
 * @param {Slot} slot
 * @param {string} markup
 * @param {HTMLElement} element the one that carries the binding
 */
function replace(slot, markup, element) {
  const nodes = /** @type {ChildNode[]} */ ([...document.importNode(parseIn(markup, slot.space), true).childNodes]);
  // A node has to mark the place.
  if (!firstElementOf(nodes)) nodes.push(placeholderIn(slot.space));
  const first = /** @type {HTMLElement} */ (firstElementOf(nodes));
  real(first).id = real(element).id;
  const viewdef = real(element).getAttribute("ui-viewdef");
  if (viewdef) real(first).setAttribute("ui-viewdef", viewdef);
  slot.replace(nodes);
}

/**
 * The XML namespace of the place of a binding's element, which may be at the top of what is not in the page yet.
 * @param {import('./binding.js').Binding} binding
 */
function spaceOf({ element, owner }) {
  const around = real(element).parentElement;
  return around ? namespaceIn(around) : (owner?.space ?? namespaceIn(element));
}
