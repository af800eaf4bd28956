// `ui-view`: an object, drawn by its viewdef in place of the element.
//
// A rendering is built outside the page and inserted once all its values have arrived, so it never appears incomplete.
// If the object changes but not its viewdef, nothing is redrawn: the server sends other values for the same paths.

import { Binding, bindingsOf } from "./binding.js";
import { newViewClass, viewClassesOf } from "./classes.js";
import { fault, setFault } from "./errors.js";
import { keepFocus } from "./focus.js";
import { Gate } from "./gates.js";
import { ensureId, isOurs } from "./ids.js";
import { List } from "./lists.js";
import { namespaceIn, placeholderIn } from "./namespaces.js";
import { real } from "./nodes.js";
import { isOn } from "./paths.js";
import { Follower } from "./scrolling.js";
import { Slot, firstElementOf, mainOf } from "./slots.js";
import { isObject, textOf } from "./values.js";
import { keysOf } from "./viewdefs.js";

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./variables.js').Variable} Variable */
/** @typedef {import('./templates.js').Template} Template */

/**
 * @typedef {{ id: string, class: string | null, style: string | null, slot: string, viewClass: string, isRow: boolean }}
 *   Inherited
 */

/**
 * @typedef {object} ViewOptions
 * @property {HTMLElement} host the element whose place the view takes
 * @property {Slot | null} owner
 * @property {Rendering | null} inside the drawing it is a part of
 * @property {string} space the XML namespace of the place
 * @property {Variable} [variable] shown as it is, or
 * @property {Variable} [parent] the variable a new one hangs under,
 * @property {Properties} [properties] with these
 * @property {Properties} [alike] and these, which many have in common
 * @property {boolean} [scrolls] whether it stays scrolled to its end
 * @property {boolean} [isRow] whether it is a row of a list
 * @property {() => void} [ready] called once there is something to see
 */

/** @implements {Listener} */
export class View {
  rank = /** @type {const} */ (1);
  #app;
  #host;
  #inside;
  #inherited;
  #ready;
  /** Of all of its roots. */
  #viewClass = newViewClass();
  #complaint = "";
  /** @type {Rendering | null} */
  #current = null;
  /** @type {Rendering | null} */
  #pending = null;
  /** @type {Value} */
  #value = null;
  /** @type {Follower | null} */
  #follower = null;
  #look = () => this.look();

  /**
   * @param {App} app
   * @param {ViewOptions} options
   */
  constructor(
    app,
    { host, owner, inside, space, variable, parent, properties = {}, alike, scrolls = false, isRow = false, ready },
  ) {
    this.#app = app;
    this.#host = host;
    this.#inside = inside;
    this.#ready = ready ?? (() => {});
    const id = ensureId(host);
    this.#inherited = {
      id,
      class: real(host).getAttribute("class"),
      style: real(host).getAttribute("style"),
      slot: real(host).slot,
      viewClass: this.#viewClass,
      isRow,
    };
    real(host).classList.add(this.#viewClass);
    real(host).replaceChildren();
    this.slot = new Slot([host], owner, space);
    if (variable) variable.listener = this;
    this.variable =
      variable ?? app.store.create(/** @type {Variable} */ (parent), { ...properties, elementId: id }, this, { alike });
    if (scrolls) this.#follow();
    app.viewdefs.watch(this.#look);
  }

  get element() {
    return this.slot.main ?? null;
  }

  /** @returns {Namespaces} */
  get namespaces() {
    const { namespace, fallbackNamespace } = this.variable.properties;
    return { namespace, fallback: fallbackNamespace };
  }

  /** The rendering that this view is a part of. */
  get inside() {
    return this.#inside;
  }

  /** The id of the object that it shows. */
  get object() {
    return isObject(this.#value) ? this.#value.obj : undefined;
  }

  /** @param {Variable} variable */
  changed(variable) {
    const before = this.object;
    this.#value = variable.value;
    this.look();
    if (this.object !== before) this.#app.anotherObject(this);
  }

  /** Draw the value's object with its viewdef, unless that is already drawn or being drawn. */
  look() {
    const { variable } = this;
    if (!variable.notified || variable.gone) return;
    const type = variable.properties.type;
    if (!isObject(this.#value)) return this.#showBare(this.#faultOf(this.#value));
    const template = type ? this.#app.viewdefs.resolve(type, this.namespaces) : undefined;
    if (!template) return this.#showBare(missing(type, this.namespaces));
    const chain = this.#chainTo(template.key);
    if (chain) return this.#showInsideItself(fault("insideItself", { chain: chain.join(" > ") }));
    if (this.#pending?.template === template) return;
    this.#dropPending();
    if (this.#current?.template === template) return this.#mark(variable.error);
    const pending = new Rendering(this.#app, this, template, this.#inherited);
    this.#pending = pending;
    pending.start(() => this.#swap(pending));
  }

  /** @param {Fault} fault */
  #showInsideItself(fault) {
    // For the session's log, once: nothing else tells of an element that is not there.
    if (this.#complaint !== fault.description) this.#app.store.report(this.variable, fault);
    this.#complaint = fault.description;
    this.#showBare(fault);
  }

  /** Check the views inside again: whether they may draw their object depends on this one's. */
  lookInside() {
    this.#current?.lookInside();
    this.#pending?.lookInside();
  }

  /**
   * The viewdefs from the enclosing view that already draws this object with this viewdef; null if there is none.
   * @param {string} key
   */
  #chainTo(key) {
    const keys = [key];
    for (let around = this.#inside; around; around = around.view.inside) {
      keys.unshift(around.template.key);
      if (around.template.key === key && around.view.object === this.object) return keys;
    }
    return null;
  }

  dispose() {
    this.#app.viewdefs.unwatch(this.#look);
    this.#app.store.destroy(this.variable);
    this.#dropPending();
    this.#current?.dispose();
    this.#follower?.stop();
    this.#mark(null);
  }

  #follow() {
    const follower = new Follower(() => this.slot.main);
    this.#follower = follower;
    this.slot.onChange = () => follower.look();
  }

  /** @param {Rendering} rendering */
  #swap(rendering) {
    this.#pending = null;
    this.#mark(null);
    this.#put(rendering.slot.nodes, rendering);
    this.#mark(this.variable.error);
    this.#describe(rendering.template.key);
    this.#ready();
  }

  /**
   * Without a viewdef, show the element itself, empty or with a plain value.
   * @param {Fault | null} fault
   */
  #showBare(fault) {
    this.#dropPending();
    this.#mark(null);
    const value = this.#value;
    const text = isObject(value) || Array.isArray(value) ? "" : textOf(value);
    const host = real(this.#host);
    // What a binding of the row itself shows is its own affair, also while the row moves and has no value for a moment.
    const isFilled = !text && ["ui-value", "ui-html"].some((name) => host.hasAttribute(name));
    if (!isFilled && host.textContent !== text) host.textContent = text;
    host.toggleAttribute("ui-empty", value === null);
    this.#put([this.#host], null);
    this.#mark(fault);
    this.#describe("");
    this.#ready();
  }

  /**
   * Tell the server what shows the object, for the page of variables.
   * @param {string} viewdef
   */
  #describe(viewdef) {
    const first = firstElementOf(this.slot.nodes);
    const elementId = first ? real(first).id : this.#inherited.id;
    this.#app.store.describe(this.variable, { viewdef, elementId });
  }

  /**
   * @param {ChildNode[]} nodes
   * @param {Rendering | null} rendering
   */
  #put(nodes, rendering) {
    const old = this.#current;
    const before = this.slot.main;
    const restoreFocus = old && this.slot.isConnected ? keepFocus(this.slot.nodes) : () => {};
    this.#current = rendering;
    // First: a field that is removed while it is edited fires `change`, and would write into the object shown from now on.
    old?.dispose();
    this.slot.replace(nodes);
    const now = this.slot.main;
    // Bindings of the element itself, and of enclosing view elements that it replaced, move to the new one.
    if (before && now && before !== now) {
      for (const binding of bindingsOf(before)) if (binding.scope !== old) binding.retarget(now);
    }
    restoreFocus();
    if (this.slot.isConnected) this.#app.inPage();
  }

  #dropPending() {
    this.#pending?.dispose();
    this.#pending = null;
  }

  /** @param {Value} value @returns {Fault | null} */
  #faultOf(value) {
    if (this.variable.error) return this.variable.error;
    return Array.isArray(value) ? fault("notAnObject") : null;
  }

  #marked = /** @type {Element | undefined} */ (undefined);

  /** @param {Fault | null} fault */
  #mark(fault) {
    if (this.#marked) setFault(this.#marked, this, null);
    this.#marked = fault ? this.slot.main : undefined;
    if (this.#marked) setFault(this.#marked, this, fault);
  }
}

/**
 * @param {string | undefined} type
 * @param {Namespaces} namespaces
 * @returns {Fault}
 */
function missing(type, namespaces) {
  return type ? fault("noViewdef", { type, keys: keysOf(type, namespaces).join(", ") }) : fault("noType");
}

/** One rendering of a template, from cloning until it is replaced. */
export class Rendering {
  /** @type {Part[]} */
  #parts = [];
  #app;
  /** @type {Gate | null} */
  #gate = null;
  #sites;
  #elements;

  /**
   * @param {App} app
   * @param {View} view
   * @param {Template} template
   * @param {Inherited} inherited
   */
  constructor(app, view, template, inherited) {
    this.#app = app;
    this.view = view;
    this.template = template;
    const { space } = view.slot;
    const form = template.in(space);
    const { fragment, elements } = form.clone();
    this.#sites = form.sites;
    this.#elements = elements;
    if (!fragment.firstElementChild) {
      const placeholder = placeholderIn(space);
      placeholder.setAttribute("ui-viewdef", template.key);
      fragment.append(placeholder);
    }
    const nodes = [...fragment.childNodes];
    inheritAttributes(nodes, inherited);
    this.fragment = fragment;
    this.slot = new Slot(nodes, view.slot, space);
  }

  /** @param {() => void} whole called when all its values have arrived */
  start(whole) {
    const gate = new Gate(whole);
    this.#gate = gate;
    this.#app.holdForControls(this.fragment, gate);
    this.#sites.forEach((site, index) => {
      for (const plan of site.plans) this.#bind(this.#elements[index], plan, site.namespace, gate);
    });
    gate.seal();
  }

  lookInside() {
    for (const part of this.#parts) {
      if (part instanceof View) part.look();
      part.lookInside?.();
    }
  }

  dispose() {
    this.#gate?.drop();
    for (const part of this.#parts) part.dispose();
    this.#parts = [];
  }

  /**
   * @param {HTMLElement} element
   * @param {Plan} plan
   * @param {string | undefined} namespace
   * @param {Gate} gate
   */
  #bind(element, plan, namespace, gate) {
    const parent = this.view.variable;
    if (plan.rule.kind === "list") {
      const namespaces = this.#namespacesFor(namespace);
      this.#parts.push(new List(this.#app, element, plan, { parent, namespaces, inside: this, ready: gate.hold() }));
    } else if (plan.rule.kind === "view") {
      const properties = { ...namesOf(this.#namespacesFor(namespace)), ...pathProperties(plan.path) };
      const scrolls = isOn(plan.path.properties, "scrollOnOutput");
      const around = real(element).parentElement;
      const space = around ? namespaceIn(around) : this.slot.space;
      const place = { host: element, owner: this.slot, inside: this, space, ready: gate.hold() };
      this.#parts.push(new View(this.#app, { ...place, parent, properties, scrolls }));
    } else {
      this.#parts.push(new Binding(this.#app, this, element, plan, { parent, gate, owner: this.slot }));
    }
  }

  /** @param {string | undefined} namespace the closest one stated in the template */
  #namespacesFor(namespace) {
    const inherited = this.view.namespaces;
    return { namespace: namespace ?? inherited.namespace, fallback: inherited.fallback };
  }
}

/**
 * @param {Path} path
 * @returns {Properties}
 */
export function pathProperties(path) {
  const { scrollOnOutput: _, ...properties } = path.properties;
  return { path: path.text, access: "r", ...properties };
}

/**
 * The namespaces as properties of a variable.
 * @param {Namespaces} namespaces
 */
export function namesOf({ namespace, fallback }) {
  /** @type {Properties} */
  const properties = {};
  if (namespace) properties.namespace = namespace;
  if (fallback) properties.fallbackNamespace = fallback;
  return properties;
}

/**
 * Pass the appearance of the replaced element on to the new ones: its id to the first, class and style to the first that
 * shows, and the classes of views to all.
 * @param {ChildNode[]} nodes
 * @param {Inherited} inherited
 */
function inheritAttributes(nodes, inherited) {
  const first = firstElementOf(nodes);
  const main = mainOf(nodes);
  if (!first || !main) return;
  // An id that the author chose stays, except in rows of lists, where each would have it.
  if (!real(first).id || inherited.isRow || !isOurs(inherited.id)) real(first).id = inherited.id;
  const shown = real(main);
  if (inherited.class) shown.setAttribute("class", join(shown.getAttribute("class"), " ", inherited.class));
  for (const node of nodes) {
    if (!(node instanceof Element)) continue;
    ensureId(node);
    real(node).classList.add(inherited.viewClass, ...viewClassesOf(inherited.class));
  }
  if (inherited.style)
    shown.setAttribute("style", join(shown.getAttribute("style")?.replace(/;\s*$/, ""), "; ", inherited.style));
  if (inherited.slot && !shown.slot) shown.slot = inherited.slot;
}

/**
 * @param {string | null | undefined} one
 * @param {string} between
 * @param {string} other
 */
function join(one, between, other) {
  return one ? one + between + other : other;
}
