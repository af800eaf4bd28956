// Check boxes, switches and radio buttons. An app switches them by a path that holds their state or by a method that
// an event of theirs calls. A toggle with such a method only shows: a value sent as well would undo what it does.

import { bindingsOf, valueBindingOf } from './binding.js';
import { controlOf } from './controls.js';

/** Attributes that make a toggle's own click or change call a method. */
const SWITCHING = new Set([
  'ui-action', 'ui-event-click', 'ui-event-change', 'ui-event-sl-change', 'ui-event-input', 'ui-event-sl-input',
]); // prettier-ignore

/**
 * Whether a method of the app switches this toggle.
 * @param {Element} element
 */
export function isSwitchedByMethod(element) {
  if (!controlOf(element)?.together) return false;
  return [...bindingsOf(element)].some(({ plan }) => SWITCHING.has(plan.attribute) && plan.path.call === '()');
}

/**
 * Show what the app has made of a person's change, which may be nothing.
 * @param {import('./binding.js').Binding} binding
 */
export function showAgain({ app, element }) {
  const again = () => controlOf(element)?.together?.(element).forEach((one) => valueBindingOf(one)?.reapply());
  // Components send several events for one change: the app hears all of them first.
  setTimeout(() => app.store.fence(again));
}
