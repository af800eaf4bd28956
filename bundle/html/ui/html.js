// `ui-html`: the value is markup, shown as the content of the element or, with `?replace`, in its place.

import { real } from './nodes.js';
import { isOn } from './paths.js';
import { Slot, firstElementOf } from './slots.js';
import { textOf } from './values.js';

/** @type {WeakMap<object, { markup: string, slot: Slot | null }>} */
const states = new WeakMap();

/**
 * @param {import('./binding.js').Binding} binding
 * @param {Value} value
 */
export function applyHtml(binding, value) {
  const markup = textOf(value);
  const state = states.get(binding) ?? { markup: '', slot: null };
  if (states.has(binding) && state.markup === markup) return;
  states.set(binding, state);
  state.markup = markup;
  binding.app.onSource(markup);
  if (!isOn(binding.plan.path.properties, 'replace')) {
    real(binding.element).innerHTML = markup;
    return;
  }
  state.slot ??= new Slot([binding.element], binding.owner);
  replace(state.slot, markup, binding.element);
}

/**
 * @param {Slot} slot
 * @param {string} markup
 * @param {HTMLElement} element the one that carries the binding
 */
function replace(slot, markup, element) {
  const holder = document.createElement('template');
  holder.innerHTML = markup;
  const nodes = /** @type {ChildNode[]} */ ([...holder.content.childNodes].map((node) => document.importNode(node, true)));
  const first = firstElementOf(nodes) ?? placeholder(nodes);
  real(first).id = real(element).id;
  const viewdef = real(element).getAttribute('ui-viewdef');
  if (viewdef) real(first).setAttribute('ui-viewdef', viewdef);
  slot.replace(nodes);
}

/**
 * Make sure that there is a node to mark the place.
 * @param {ChildNode[]} nodes
 */
function placeholder(nodes) {
  const element = document.createElement('span');
  element.hidden = true;
  nodes.push(element);
  return element;
}
