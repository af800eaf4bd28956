// Restores focus, unsent text and scroll positions after a redraw, in the corresponding new elements.

import { valueBindingOf } from './binding.js';
import { real } from './nodes.js';

/**
 * Save the state of the nodes; the returned function restores it in the nodes that replaced them.
 * @param {ChildNode[]} nodes
 */
export function keepFocus(nodes) {
  const parent = real(nodes[0]).parentElement;
  const active = document.activeElement;
  if (!parent || !active || !nodes.some((node) => real(node).contains(active))) return () => {};
  const selector = signature(active);
  const index = [...real(parent).querySelectorAll(selector)].indexOf(active);
  const { value, selectionStart, selectionEnd } = /** @type {HTMLInputElement} */ (active);
  const dirty = valueBindingOf(active)?.dirty;
  return () => {
    const element = /** @type {HTMLInputElement | undefined} */ (real(parent).querySelectorAll(selector)[index]);
    if (!element || element === document.activeElement) return;
    element.focus({ preventScroll: true });
    const binding = valueBindingOf(element);
    if (dirty && binding) {
      element.value = value;
      binding.dirty = true;
    }
    if (typeof selectionStart === 'number') element.setSelectionRange?.(selectionStart, selectionEnd);
  };
}

/**
 * A selector for elements with the same tag and bindings.
 * @param {Element} element
 */
function signature(element) {
  const bound = element.getAttributeNames().filter((name) => name.startsWith('ui-') && !name.startsWith('ui-error'));
  const tests = bound.map((name) => `[${CSS.escape(name)}=${JSON.stringify(element.getAttribute(name))}]`);
  return element.localName + tests.join('');
}
