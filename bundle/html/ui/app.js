// The page's one object: variables, viewdefs, and the view of the app variable in the element marked `ui-app`.

import { valueBindingOf } from './binding.js';
import { Inbox } from './inbox.js';
import { resume } from './resume.js';
import { Shoelace } from './shoelace.js';
import { Store } from './variables.js';
import { Viewdefs } from './viewdefs.js';
import { View } from './views.js';

export class App {
  viewdefs = new Viewdefs();
  /** Viewdefs have come, or come again. */
  onReload = () => {};
  #shoelace = new Shoelace();
  /** Controls that something to be shown waits for. @type {Set<Promise<void>>} */
  waiting = new Set();
  /** What bindings do once their elements are in the page. @type {Map<import('./binding.js').Binding, () => void>} */
  #later = new Map();
  /** Views that show another object than before. @type {Set<View>} */
  #moved = new Set();

  /** @param {import('./connection.js').Connection} connection */
  constructor(connection) {
    this.connection = connection;
    this.store = new Store(connection);
    this.store.onViewdefs = (sources) => this.viewdefs.take(sources);
    this.viewdefs.onSource = (source) => this.onSource(source);
    const inbox = new Inbox((messages) => {
      this.store.apply(messages);
      if (this.viewdefs.announce()) this.onReload();
      this.#lookInsideMoved();
    });
    connection.onMessages = (messages) => inbox.put(messages);
    connection.onOpen = (again) => (again ? resume(this) : this.store.watchRoot());
  }

  /** @param {Element} element the one marked `ui-app` */
  start(element) {
    const host = document.createElement('div');
    element.replaceChildren(host);
    const ready = () => void performance.mark('ui-drawn');
    new View(this, { host, owner: null, inside: null, variable: this.store.root, ready });
    // A form in a viewdef is there for its fields: sending it would leave the page.
    element.addEventListener('submit', (event) => {
      if (!(/** @type {Element} */ (event.target).hasAttribute('action'))) event.preventDefault();
    });
    this.connection.open();
  }

  /**
   * Send what people have entered into an element, before something else happens to it.
   * @param {Element} element
   */
  flush(element) {
    const binding = valueBindingOf(element);
    if (!binding?.onlyShows) binding?.commit();
  }

  /**
   * Send an element's value, or another one in its place.
   * @param {string} elementId
   * @param {Value} [value]
   */
  updateValue(elementId, value) {
    const element = document.getElementById(elementId);
    const binding = element && valueBindingOf(element);
    if (!binding) throw new Error(`updateValue: no element with the id ${elementId} has ui-value`);
    if (value === undefined) return binding.commit();
    binding.dirty = false;
    this.store.update(binding.variable, value);
    binding.reapply();
  }

  /**
   * Do it when the binding's element is in the page, now if it is.
   * @param {import('./binding.js').Binding} binding
   * @param {() => void} action
   */
  whenInPage(binding, action) {
    if (binding.element.isConnected) action();
    else this.#later.set(binding, action);
  }

  /**
   * A view shows another object: those inside look again once all news has been told.
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

  /** Something has come into the page. */
  inPage() {
    for (const [binding, action] of this.#later) {
      if (!binding.gone && !binding.element.isConnected) continue;
      this.#later.delete(binding);
      if (!binding.gone) action();
    }
  }

  /** @param {string} source markup that is about to be shown */
  onSource(source) {
    this.#shoelace.see(source);
  }

  /**
   * Show nothing whose controls the browser does not know yet.
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
