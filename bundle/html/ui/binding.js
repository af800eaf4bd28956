// One attribute of one element, and the variable behind it.

import { controlOf } from "./controls.js";
import { setFault } from "./errors.js";
import { ensureId } from "./ids.js";
import { real } from "./nodes.js";
import { isOn } from "./paths.js";
import rules from "./rules.js";
import { Follower } from "./scrolling.js";
import { isSwitchedByMethod, showAgain } from "./toggles.js";
import { same, textOf } from "./values.js";

/** The bindings of an element, as its property: a WeakMap of thousands of elements costs the collector its time. */
const BINDINGS = Symbol("bindings");

/**
 * @param {Element & { [BINDINGS]?: Set<Binding> }} element
 * @returns {Set<Binding>}
 */
export function bindingsOf(element) {
  return element[BINDINGS] ?? new Set();
}

/**
 * @param {Element & { [BINDINGS]?: Set<Binding> }} element
 * @param {Binding} binding
 */
function addBinding(element, binding) {
  const bindings = element[BINDINGS];
  if (bindings) bindings.add(binding);
  else element[BINDINGS] = new Set([binding]);
}

/**
 * The `ui-value` binding of an element that the user edits.
 * @param {Element} element
 */
export function valueBindingOf(element) {
  return [...bindingsOf(element)].find(({ plan }) => plan.attribute === "ui-value");
}

/**
 * The access of an attribute's variable, unless its path states it.
 * @param {Plan} plan
 * @param {Element} element
 */
function accessOf({ rule: { access }, path }, element) {
  if (!access) return "r";
  if (path.call) return access[path.call];
  return access.edited && controlOf(element)?.input ? access.edited : access.plain;
}

/**
 * The properties that the variables of a plan have in common: one object for all elements with the same access.
 * @param {Plan} plan
 * @param {Element} element
 */
function propertiesOf(plan, element) {
  const access = accessOf(plan, element);
  plan.alike ??= new Map();
  let properties = plan.alike.get(access);
  if (!properties) {
    const { rule, path } = plan;
    properties = { path: path.text, access };
    // Change detection must not call the method.
    if (rule.kind === "event") properties.priority = "low";
    if (rule.each) properties.each = "true";
    Object.assign(properties, path.properties);
    plan.alike.set(access, properties);
  }
  return properties;
}

/**
 * Whether what is typed is joined with what others type into the same field, and not written over it.
 * @param {Binding} binding
 */
function isMerged({ element, plan }) {
  const { type = "textarea" } = /** @type {{ type?: string }} */ (/** @type {unknown} */ (element));
  const isField = real(element).matches("input, textarea, sl-input, sl-textarea");
  return isField && isOn(plan.path.properties, "keypress") && rules.merged.includes(type);
}

/** @implements {Listener} */
export class Binding {
  rank = /** @type {const} */ (2);
  /** Whether the user has changed it since it was last sent. */
  dirty = false;
  gone = false;
  #stops = /** @type {(() => void)[]} */ ([]);
  #release = /** @type {(() => void) | null} */ (null);
  #failure = {};
  /** The text that the next edit is made from, in a field that others may type into too. @type {string | undefined} */
  #base;

  /**
   * @param {import('./app.js').App} app
   * @param {object} scope the owner; the bindings of a view's rendering are removed with that rendering
   * @param {HTMLElement} element
   * @param {Plan} plan
   * @param {{ parent: import('./variables.js').Variable, gate?: import('./gates.js').Gate,
   *   owner?: import('./slots.js').Slot }} place
   */
  constructor(app, scope, element, plan, { parent, gate, owner }) {
    this.app = app;
    this.scope = scope;
    this.element = element;
    this.plan = plan;
    this.owner = owner ?? null;
    const isEvent = plan.rule.kind === "event";
    if (!isEvent && gate) this.#release = gate.hold();
    const elementId = ensureId(element);
    this.variable = app.store.create(parent, { elementId }, this, {
      watched: !isEvent,
      alike: propertiesOf(plan, element),
    });
    this.#attach();
  }

  /** The event of the element that it listens for, if it sends anything. */
  get event() {
    const { rule, argument } = this.plan;
    return rule.kind === "event" ? (rule.event ?? argument) : "";
  }

  /** Whether an update would overwrite what the user is typing. */
  get isBeingEdited() {
    return this.dirty && document.activeElement === this.element;
  }

  /** @param {import('./variables.js').Variable} variable */
  changed(variable) {
    setFault(this.element, this, variable.error);
    this.plan.rule.apply?.(this, variable.value);
    this.#release?.();
    this.#release = null;
  }

  /** Show the current value again after something else changed the element. */
  reapply() {
    this.plan.rule.apply?.(this, this.variable.value);
  }

  /** Whether the element's value differs from the variable's. */
  get differs() {
    const control = controlOf(this.element);
    return !same(control?.read(this.element), control?.normal(this.variable.value, this.element));
  }

  /** Whether edits are not sent. */
  get onlyShows() {
    return this.variable.properties.access === "r" || isSwitchedByMethod(this.element);
  }

  /**
   * The element shows what the server has: what is typed from now on is made from it.
   * @param {string} text
   */
  showsText(text) {
    this.#base = isMerged(this) ? text : undefined;
  }

  /** The user has completed an edit. */
  leave() {
    if (!this.onlyShows) this.commit();
    else if (this.differs) showAgain(this);
  }

  /** Send what the user has entered, unless it is unchanged. */
  commit() {
    const value = controlOf(this.element)?.read(this.element);
    this.dirty = false;
    if (value === undefined) return;
    const { variable } = this;
    if (!variable.isState || variable.error || this.differs) this.app.store.update(variable, value, this.#base);
    if (this.#base !== undefined) this.#base = textOf(value);
  }

  /**
   * Show and send a value that a script gives.
   * @param {Value} value
   */
  put(value) {
    this.dirty = false;
    this.app.store.update(this.variable, value);
    this.reapply();
  }

  /** @param {Value} value */
  send(value) {
    this.app.store.update(this.variable, value);
  }

  /**
   * Report a fault found in the browser, independently of the server's faults.
   * @param {Fault | null} fault
   */
  fail(fault) {
    setFault(this.element, this.#failure, fault);
  }

  /**
   * Move the binding to another element.
   * @param {HTMLElement} element
   */
  retarget(element) {
    if (element === this.element) return;
    this.#detach();
    this.element = element;
    this.#attach();
    if (this.variable.notified) this.changed(this.variable);
  }

  dispose() {
    this.gone = true;
    this.#detach();
    this.app.store.destroy(this.variable);
  }

  #attach() {
    const { element, plan } = this;
    addBinding(element, this);
    if (plan.rule.listen) this.#stops.push(plan.rule.listen(this));
    if (isOn(plan.path.properties, "scrollOnOutput")) {
      const follower = new Follower(() => element);
      this.#stops.push(() => follower.stop());
    }
  }

  #detach() {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    setFault(this.element, this, null);
    this.fail(null);
    bindingsOf(this.element).delete(this);
  }
}
