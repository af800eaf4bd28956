// Check boxes, switches and radio buttons. An app switches them by a path that holds their state or by a method that
// an event of theirs calls. A toggle with such a method only shows: a value sent as well would undo what it does.

import { bindingsOf, valueBindingOf } from './binding.js';
import { controlOf } from './controls.js';
import rules from './rules.js';

/**
 * Whether a method of the app switches this toggle.
 * @param {Element} element
 */
export function isSwitchedByMethod(element) {
  if (!controlOf(element)?.together) return false;
  return [...bindingsOf(element)].some(({ event, plan }) => rules.toggledBy.includes(event) && plan.path.call === '()');
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
