// Check boxes, switches and radio buttons. An app binds a toggle to a path that holds its state, or to a method that
// its event calls. A toggle with such a method only shows its state: sending the value too would undo the call.

import { bindingsOf, valueBindingOf } from "./binding.js";
import { controlOf } from "./controls.js";
import rules from "./rules.js";

/**
 * Whether an event of this toggle calls a method of the app that switches it.
 * @param {Element} element
 */
export function isSwitchedByMethod(element) {
  if (!controlOf(element)?.together) return false;
  return [...bindingsOf(element)].some(({ event, plan }) => rules.toggledBy.includes(event) && plan.path.call === "()");
}

/**
 * Show the app's state after the user changed the toggle; the app may have refused the change.
 * @param {import('./binding.js').Binding} binding
 */
export function showAgain({ app, element }) {
  const again = () =>
    controlOf(element)
      ?.together?.(element)
      .forEach((one) => valueBindingOf(one)?.reapply());
  // Components fire several events for one change: send all of them first.
  setTimeout(() => app.store.fence(again));
}
