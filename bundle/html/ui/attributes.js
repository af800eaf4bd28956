// What each attribute does with the value of its path and with the user's events: one row each. The rules, such as the
// access of the variable, are in rules.js.

import { valueBindingOf } from "./binding.js";
import { textOfClass } from "./classes.js";
import { controlOf, selectAround } from "./controls.js";
import { closesDialog } from "./forms.js";
import { isPrevented, parseKey } from "./keys.js";
import { fault } from "./errors.js";
import { attributeIn, setAttributeIn } from "./namespaces.js";
import { real } from "./nodes.js";
import { isOn } from "./paths.js";
import rules from "./rules.js";
import { applyHtml } from "./html.js";
import { same, textOf } from "./values.js";

/** @typedef {import('./binding.js').Binding} Binding */

/** @type {Record<string, Pick<Rule, 'apply' | 'listen'>>} */
export const BINDINGS = {
  "ui-value": { apply: applyValue, listen: listenForValues },
  "ui-attr-": { apply: applyAttribute },
  "ui-class-": { apply: applyClass },
  "ui-style-": { apply: applyStyle },
  "ui-html": { apply: applyHtml },
  "ui-code": { apply: applyCode },
  "ui-action": { listen: listenForEvent },
  "ui-event-keypress-": { listen: listenForKey },
  "ui-event-": { listen: listenForEvent },
  "ui-view": {},
  "ui-viewlist": {},
};

/** In the order in which they are tried. @type {Rule[]} */
const RULES = Object.entries(rules.attributes).map(([attribute, rule]) => ({
  attribute,
  ...rule,
  ...BINDINGS[attribute],
}));

/** Attributes that are read together with others, or that we write. */
const BESIDE = new RegExp(`^(${rules.beside.join("|").replaceAll("*", ".+")})$`);
/** @type {Map<string, Rule | undefined>} */
const found = new Map();

/**
 * The rule for an attribute, if it is one of ours.
 * @param {string} name
 */
export function ruleOf(name) {
  if (!found.has(name)) found.set(name, findRule(name));
  return found.get(name);
}

/** @param {string} name */
function findRule(name) {
  if (BESIDE.test(name)) return undefined;
  const rule = RULES.find(({ attribute }) =>
    attribute.endsWith("-") ? name.startsWith(attribute) && name !== attribute : name === attribute,
  );
  if (!rule) {
    const known = RULES.map(({ attribute }) => (attribute.endsWith("-") ? `${attribute}…` : attribute)).join(", ");
    console.warn(`${name} is not an attribute that does anything; there are ${known} and ui-namespace`);
  }
  return rule;
}

// ui-value

/**
 * @param {Binding} binding
 * @param {Value} value
 */
function applyValue(binding, value) {
  const { element } = binding;
  const control = controlOf(element);
  if (!control) return setText(element, textOf(value));
  if (binding.isBeingEdited) return;
  binding.showsText(textOf(value));
  if (!same(control.read(element), control.normal(value, element))) control.write(element, value);
}

/**
 * @param {Element} element
 * @param {string} text
 */
function setText(element, text) {
  const holder = real(element);
  const only = holder.firstChild;
  if (only instanceof Text && only === holder.lastChild) {
    if (only.data !== text) only.data = text;
  } else if (holder.textContent !== text || holder.firstElementChild) {
    holder.textContent = text;
  }
}

/** @param {Binding} binding */
function listenForValues(binding) {
  const stops = [listenForEdits(binding), on(binding.element, "ui-value-change", (event) => takeValue(binding, event))];
  return () => stops.forEach((stop) => stop());
}

/**
 * A script gives the value, with an event that it made.
 * @param {Binding} binding
 * @param {Event} event
 */
function takeValue(binding, event) {
  const { detail } = /** @type {CustomEvent} */ (event);
  if (detail?.value !== undefined) binding.put(detail.value);
}

/** @param {Binding} binding */
function listenForEdits(binding) {
  const control = controlOf(binding.element);
  const isRead = binding.variable.properties.access === "r";
  // Text typed into a field that only shows its value may stay there; a toggle must not show a wrong state.
  if (!control?.input || (isRead && !control.together)) return () => {};
  const each = isOn(binding.plan.path.properties, "keypress");
  const commit = (/** @type {Event} */ event) => {
    press(event);
    binding.leave();
  };
  const edit = (/** @type {Event} */ event) => {
    if (binding.onlyShows) return;
    // Some controls fire `input` after `change`.
    binding.dirty = binding.differs;
    // A partly composed character is not a value; `compositionend` delivers the complete one.
    if (each && !(/** @type {InputEvent} */ (event).isComposing)) binding.commit();
  };
  const stops = [
    ...control.commit.map((name) => on(binding.element, name, commit)),
    ...control.live.map((name) => on(binding.element, name, edit)),
  ];
  if (each) stops.push(on(binding.element, "compositionend", commit));
  return () => stops.forEach((stop) => stop());
}

// ui-attr-X, ui-class-X, ui-style-P, ui-code

/**
 * @param {Binding} binding
 * @param {Value} value
 */
function applyAttribute({ element, plan }, value) {
  // The string `true`: ARIA states such as aria-pressed require it, and to other attributes it makes no difference.
  const own = value === null || value === false ? null : textOf(value);
  const text = plan.argument === "class" ? textOfClass(element, own) : own;
  const name = attributeIn(real(element), plan.argument);
  if (text === null) return real(element).removeAttribute(name);
  if (real(element).getAttribute(name) !== text) setAttributeIn(real(element), plan.argument, text);
  // A radio is on if its own value is the chosen one.
  if (plan.argument === "value" && controlOf(element)?.together) reapplyValue(element);
  // A selection can only be shown once its option has its value.
  const select = plan.argument === "value" && real(element).matches("option, sl-option") ? selectAround(element) : null;
  if (select) reapplyValue(select);
}

/** @param {Element} element */
function reapplyValue(element) {
  const binding = valueBindingOf(element);
  if (binding?.variable.notified) binding.reapply();
}

/**
 * @param {Binding} binding
 * @param {Value} value
 */
function applyClass({ element, plan }, value) {
  real(element).classList.toggle(plan.argument, Boolean(value));
}

/**
 * @param {Binding} binding
 * @param {Value} value
 */
function applyStyle({ element, plan }, value) {
  const { style } = real(element);
  if (value === null || value === false) style.removeProperty(plan.argument);
  else style.setProperty(plan.argument, textOf(value));
}

/**
 * @param {Binding} binding
 * @param {Value} value
 */
function applyCode(binding, value) {
  if (typeof value !== "string" || !value) return binding.fail(null);
  binding.app.whenInPage(binding, () => {
    try {
      const run = new Function("element", "value", "variable", "store", value);
      run(binding.element, value, binding.variable, binding.app.store);
      binding.fail(null);
    } catch (error) {
      console.error(error);
      binding.fail(fault("code", { error: String(error) }));
    }
  });
}

// ui-action, ui-event-E, ui-event-keypress-…

/** @param {Binding} binding */
function listenForEvent(binding) {
  const name = binding.event;
  const attribute = `ui-event-${name}-value`;
  return on(binding.element, name, (event) => {
    if (isRelayed(event)) return;
    press(event);
    if (leavesPage(event, binding.plan.attribute === "ui-action")) event.preventDefault();
    binding.app.flush(binding.element);
    binding.send(real(binding.element).getAttribute(attribute) ?? valueFor(binding));
  });
}

/** @param {Binding} binding */
function listenForKey(binding) {
  const key = parseKey(binding.plan.argument);
  return on(binding.element, binding.event, (event) => {
    const press = /** @type {KeyboardEvent} */ (event);
    // Enter that ends a composition belongs to the input method.
    if (press.isComposing || !key.matches(press)) return;
    if (isPrevented(press)) press.preventDefault();
    binding.app.flush(binding.element);
    binding.send(binding.plan.path.call === "()" ? null : key.name);
  });
}

/**
 * What an event sends: null to a method without a parameter, else the element's value, else true.
 * @param {Binding} binding
 * @returns {Value}
 */
function valueFor({ element, plan }) {
  if (plan.path.call === "()") return null;
  const control = controlOf(element);
  const value = control ? control.read(element) : real(element).getAttribute("value");
  return value ?? true;
}

/**
 * Whether the default action would leave the page: submitting a form, or following a link to `#`. What has `ui-action`
 * does that and nothing else.
 * @param {Event} event
 * @param {boolean} isAction
 */
function leavesPage(event, isAction) {
  const { currentTarget: element, type } = event;
  if (type === "submit") return !closesDialog(event);
  if (type !== "click") return false;
  if (element instanceof HTMLAnchorElement) {
    const href = element.getAttribute("href");
    return href !== null && (isAction || /^#?$/.test(href));
  }
  return (
    isAction &&
    element instanceof HTMLButtonElement &&
    element.form !== null &&
    real(element.form).hasAttribute("action")
  );
}

/** @param {Event} event */
function press({ type, currentTarget }) {
  const element = /** @type {Element} */ (currentTarget);
  if (type === "click") controlOf(element)?.press?.(element);
}

// A click on one of these in a label is not passed on (HTML's interactive content).
const INTERACTIVE = "a[href], button, details, input, label, select, textarea";

/**
 * Whether a click is on the label inside a component, which clicks the component's control in turn. The user has
 * clicked once, so only the second event counts.
 * @param {Event} event
 */
function isRelayed(event) {
  if (event.type !== "click") return false;
  const path = event.composedPath();
  const place = path.findIndex((node) => node instanceof HTMLLabelElement && node.getRootNode() instanceof ShadowRoot);
  if (place < 0 || isOf(/** @type {HTMLLabelElement} */ (path[place]), path[0])) return false;
  return !path.slice(0, place).some((node) => node instanceof Element && node.matches(INTERACTIVE));
}

/**
 * @param {HTMLLabelElement} label
 * @param {EventTarget} target
 */
function isOf({ control }, target) {
  return control === null || control === target;
}

/**
 * @param {EventTarget} element
 * @param {string} name
 * @param {(event: Event) => void} listener
 */
function on(element, name, listener) {
  real(element).addEventListener(name, listener);
  return () => real(element).removeEventListener(name, listener);
}
