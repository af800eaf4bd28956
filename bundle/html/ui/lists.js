// `ui-viewlist`: an array, one view per element. Rows are matched by object, so a row that stays keeps its nodes and
// its variable when it moves. New rows are inserted, and old ones removed, once all new ones are complete.

import { Binding, valueBindingOf } from "./binding.js";
import { selectAround } from "./controls.js";
import { fault, setFault } from "./errors.js";
import { Gate } from "./gates.js";
import { ensureId } from "./ids.js";
import { groupIn, namespaceIn } from "./namespaces.js";
import { real } from "./nodes.js";
import { showDefault, watchChoice } from "./options.js";
import { isOn } from "./paths.js";
import { arrange, match } from "./rows.js";
import { Follower } from "./scrolling.js";
import { plansOf } from "./templates.js";
import { isObject } from "./values.js";
import { View, namesOf, pathProperties } from "./views.js";

/** @typedef {import('./variables.js').Variable} Variable */

/** A list that keeps changing shows the rows that it has after this time. */
const LONGEST_WAIT = 200;

/** @implements {Part} */
class Row {
  ready = false;
  /** Its index among the rows in the page, or -1. */
  at = -1;
  /** @type {(() => void) | null} */
  release = null;
  /** @type {Binding[]} */
  #bindings = [];

  /**
   * @param {List} list
   * @param {Value} value
   * @param {number} index
   */
  constructor(list, value, index) {
    this.key = isObject(value) ? value.obj : undefined;
    this.index = index;
    const host = /** @type {HTMLElement} */ (real(list.exemplar).cloneNode(true));
    real(host).removeAttribute("ui-namespace");
    /** @type {Properties} */
    const properties = { path: String(index) };
    // The server moves the variable with its object.
    if (this.key !== undefined) properties.rowObject = String(this.key);
    const ready = () => this.#appears();
    const place = { host, owner: null, inside: list.inside, space: list.space, isRow: true, ready };
    this.view = new View(list.app, { ...place, parent: list.variable, properties, alike: list.rowProperties });
    // Bindings on the exemplar concern the row.
    for (const plan of list.exemplarPlans) {
      this.#bindings.push(new Binding(list.app, list, host, plan, { parent: this.view.variable }));
    }
  }

  get nodes() {
    return this.view.slot.nodes;
  }

  /** @param {number} index */
  moveTo(index) {
    if (index === this.index) return;
    this.index = index;
    this.view.variable.properties.path = String(index);
  }

  dispose() {
    this.view.dispose();
    for (const binding of this.#bindings) binding.dispose();
  }

  #appears() {
    this.ready = true;
    this.release?.();
    this.release = null;
  }
}

/** @implements {Listener} */
export class List {
  rank = /** @type {const} */ (0);
  /** @type {Row[]} */
  #rows = [];
  /** @type {Row[]} */
  #leaving = [];
  /** @type {Gate | null} */
  #gate = null;
  #waitingSince = 0;
  #ready;
  #tail;
  #top;
  /** @type {Follower | null} */
  #follower = null;

  /**
   * @param {import('./app.js').App} app
   * @param {HTMLElement} element
   * @param {Plan} plan
   * @param {{ parent: Variable, namespaces: Namespaces, inside: import('./views.js').Rendering, ready: () => void }} place
   */
  constructor(app, element, plan, { parent, namespaces, inside, ready }) {
    this.app = app;
    this.element = element;
    this.inside = inside;
    this.#ready = ready;
    const list = real(element);
    /** The XML namespace of its rows. */
    this.space = namespaceIn(element);
    this.exemplar = list.firstElementChild ?? groupIn(this.space);
    real(this.exemplar).remove();
    // White space alone is dropped, so that `:empty` matches an empty list.
    if (!list.firstElementChild) list.replaceChildren();
    this.#tail = list.firstChild;
    watchChoice(selectAround(element));
    this.exemplarPlans = plansOf(this.exemplar).filter(({ rule }) => rule.kind === "binding" || rule.kind === "event");
    const { top, items } = this.#createVariables(plan, parent, namespaces);
    this.#top = top;
    this.variable = items;
    const { namespace } = this.variable.properties;
    const own = real(this.exemplar).getAttribute("ui-namespace") ?? namespace;
    /** @type {Properties} */
    this.rowProperties = { access: "r", ...namesOf({ namespace: own, fallback: "list-item" }) };
    const presenter = list.getAttribute("ui-item-wrapper");
    if (presenter) this.rowProperties.wrapper = presenter;
    if (isOn(plan.path.properties, "scrollOnOutput")) this.#follower = new Follower(() => element);
  }

  /** @param {Variable} variable */
  changed(variable) {
    const { value, error } = variable;
    const array = Array.isArray(value) ? value : [];
    setFault(this.element, this, error ?? (value === null || Array.isArray(value) ? null : notAnArray(value)));
    this.#update(array);
  }

  lookInside() {
    for (const { view } of this.#rows) {
      view.look();
      view.lookInside();
    }
  }

  dispose() {
    this.#gate?.drop();
    this.#follower?.stop();
    this.app.store.destroy(this.#top);
    for (const row of this.#rows) row.dispose();
    setFault(this.element, this, null);
    setFault(this.element, this.#topListener, null);
  }

  /**
   * With a wrapper, the array is a property of the list object on the server.
   * @param {Plan} plan
   * @param {Variable} parent
   * @param {Namespaces} namespaces
   */
  #createVariables(plan, parent, namespaces) {
    /** @type {Properties} */
    const properties = { ...namesOf(namespaces), ...pathProperties(plan.path), elementId: ensureId(this.element) };
    const { wrapper, itemWrapper, item } = plan.path.properties;
    if (!wrapper && !itemWrapper && !item) {
      const variable = this.app.store.create(parent, properties, this);
      return { top: variable, items: variable };
    }
    const top = this.app.store.create(parent, { wrapper: "lua.ViewList", ...properties }, this.#topListener);
    const { namespace, fallbackNamespace: fallback } = properties;
    const inside = {
      path: "items",
      access: "r",
      ...namesOf({ namespace, fallback }),
      elementId: ensureId(this.element),
    };
    return { top, items: this.app.store.create(top, inside, this) };
  }

  /** @type {Listener} */
  #topListener = {
    rank: 2,
    element: null,
    changed: (variable) => setFault(this.element, this.#topListener, variable.error),
  };

  /** @param {Value[]} values */
  #update(values) {
    const { rows, leaving, fresh } = match(this.#rows, values, (value, index) => new Row(this, value, index));
    for (const row of leaving) row.dispose();
    this.#leaving.push(...leaving);
    this.#rows = rows;
    rows.forEach((row, index) => row.moveTo(index));
    if (fresh || this.#gate) this.#wait();
    else this.#show();
  }

  #wait() {
    this.#gate?.drop();
    this.#waitingSince ||= performance.now();
    if (performance.now() - this.#waitingSince > LONGEST_WAIT) return this.#show();
    this.#gate = new Gate(() => this.#show());
    for (const row of this.#rows) if (!row.ready) row.release = this.#gate.hold();
    this.#gate.seal();
  }

  #show() {
    this.#gate = null;
    this.#waitingSince = 0;
    for (const row of this.#leaving) for (const node of row.nodes) real(node).remove();
    this.#leaving = [];
    arrange(
      this.element,
      this.#rows.filter(({ ready }) => ready),
      this.#tail,
    );
    // A selection can only be shown once its options exist.
    const select = selectAround(this.element);
    const binding = select && valueBindingOf(select);
    if (binding) binding.reapply();
    else if (select) showDefault(select);
    if (real(this.element).isConnected) this.app.inPage();
    this.#ready();
    this.#ready = () => {};
    // Shown incomplete because it took too long: the other rows follow.
    if (this.#rows.some(({ ready }) => !ready)) this.#wait();
  }
}

/**
 * @param {Value} value
 * @returns {Fault}
 */
function notAnArray(value) {
  const what = isObject(value) ? "an object" : JSON.stringify(value);
  return fault("notAnArray", { what });
}
