// The root object of the page: variables, viewdefs, and the view of the app variable in the element `ui-app`.

import { valueBindingOf } from "./binding.js";
import { closesDialog } from "./forms.js";
import { Inbox } from "./inbox.js";
import { namespaceIn } from "./namespaces.js";
import { real } from "./nodes.js";
import { resume } from "./resume.js";
import { lookAtScheme } from "./scheme.js";
import { Shoelace } from "./shoelace.js";
import { Store } from "./variables.js";
import { Viewdefs } from "./viewdefs.js";
import { View } from "./views.js";

export class App {
  viewdefs = new Viewdefs();
  /** The view of the app variable. @type {View | null} */
  view = null;
  #shoelace = new Shoelace();
  /** Controls being loaded that rendering waits for. @type {Set<Promise<void>>} */
  waiting = new Set();
  /** Actions to run once a binding's element is in the page. @type {Map<import('./binding.js').Binding, () => void>} */
  #later = new Map();
  /** Views that show a different object than before. @type {Set<View>} */
  #moved = new Set();

  /** @param {import('./connection.js').Connection} connection */
  constructor(connection) {
    this.connection = connection;
    this.store = new Store(connection);
    this.store.onViewdefs = (sources) => this.viewdefs.take(sources);
    this.viewdefs.onSource = (source) => this.onSource(source);
    const inbox = new Inbox((messages) => {
      this.store.apply(messages);
      this.viewdefs.announce();
      this.#lookInsideMoved();
    });
    connection.onMessages = (messages) => inbox.put(messages);
    connection.onOpen = (again) => (again ? resume(this) : this.store.watchRoot());
  }

  /** @param {Element} element the one with the attribute `ui-app` */
  start(element) {
    const host = document.createElement("div");
    element.replaceChildren(host);
    const ready = () => void performance.mark("ui-drawn");
    this.view = new View(this, {
      host,
      owner: null,
      inside: null,
      space: namespaceIn(element),
      variable: this.store.root,
      ready,
    });
    element.addEventListener("submit", (event) => {
      const isSent = real(/** @type {Element} */ (event.target)).hasAttribute("action");
      if (!isSent && !closesDialog(event)) event.preventDefault();
    });
    this.connection.open();
  }

  /**
   * Send what the user has entered into an element, before another event of it is sent.
   * @param {Element} element
   */
  flush(element) {
    const binding = valueBindingOf(element);
    if (!binding?.onlyShows) binding?.commit();
  }

  /**
   * Send an element's value, or the given one instead.
   * @param {string} elementId
   * @param {Value} [value]
   */
  updateValue(elementId, value) {
    const element = document.getElementById(elementId);
    const binding = element && valueBindingOf(element);
    if (!binding) throw new Error(`updateValue: no element with the id ${elementId} has ui-value`);
    if (value === undefined) binding.commit();
    else binding.put(value);
  }

  /**
   * Run an action once the binding's element is in the page, or now if it is already.
   * @param {import('./binding.js').Binding} binding
   * @param {() => void} action
   */
  whenInPage(binding, action) {
    if (real(binding.element).isConnected) action();
    else this.#later.set(binding, action);
  }

  /**
   * Note that a view shows another object: the views inside check again once all news has been delivered.
   * @param {View} view
   */
  anotherObject(view) {
    this.#moved.add(view);
  }

  #lookInsideMoved() {
    const moved = [...this.#moved];
    this.#moved.clear();
    for (const view of moved) view.lookInside();
  }

  /** New content has been inserted into the page. */
  inPage() {
    lookAtScheme();
    for (const [binding, action] of this.#later) {
      if (!binding.gone && !real(binding.element).isConnected) continue;
      this.#later.delete(binding);
      if (!binding.gone) action();
    }
  }

  /** @param {string} source markup that is about to be shown */
  onSource(source) {
    this.#shoelace.see(source);
  }

  /**
   * Hold back content until the browser knows its custom elements.
   * @param {DocumentFragment} fragment
   * @param {import('./gates.js').Gate} gate
   */
  holdForControls(fragment, gate) {
    const known = this.#shoelace.define(fragment);
    if (!known) return;
    this.waiting.add(known);
    known.finally(gate.hold()).finally(() => this.waiting.delete(known));
  }
}
