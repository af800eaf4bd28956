// The attribute `class` of an element: a `ui-attr-class` shares it with the `ui-class-X` of the same element and with the
// views whose root the element is.

import { bindingsOf } from "./binding.js";
import { real } from "./nodes.js";

/** Every root of a view has a class of this form; `ui-error` marks a fault. */
const OURS = /^(ui-view-\d+|ui-error)$/;

/**
 * What `ui-attr-class` writes: the classes of the app, those that views own, and those whose `ui-class-X` is on.
 * @param {Element} element
 * @param {string | null} own the classes of the app; null for none
 */
export function textOfClass(element, own) {
  const classes = new Set((own ?? "").split(/\s+/).filter(Boolean));
  for (const name of real(element).classList) if (OURS.test(name)) classes.add(name);
  for (const { plan, variable } of bindingsOf(element)) {
    if (plan.rule.attribute !== "ui-class-") continue;
    if (variable.value) classes.add(plan.argument);
    else classes.delete(plan.argument);
  }
  return classes.size || own !== null ? [...classes].join(" ") : null;
}

let last = 0;

/** The class of the roots of a new view, which no other view of the page has. */
export function newViewClass() {
  return `ui-view-${(last += 1)}`;
}

/** @param {string | null} classes those of views among them */
export function viewClassesOf(classes) {
  return (classes ?? "").split(/\s+/).filter((name) => name.startsWith("ui-view-") && OURS.test(name));
}
