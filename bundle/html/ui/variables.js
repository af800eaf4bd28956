// The browser's side of the variable tree. Ids are chosen here; values come from the server, which resolves every
// path. A variable has one listener, which hears of it when what it shows is out of date.

import { same } from './values.js';

export const ROOT = 1;

export class Variable {
  /** @type {Set<Variable>} */
  children = new Set();
  /** @type {Value} */
  value = null;
  /** @type {Fault | null} */
  error = null;
  /** What has arrived for it while a write of its own is on the way. */
  incoming = /** @type {{ value: Value } | null} */ (null);
  gone = false;
  /** Value, error and properties its listener was told last. */
  told = /** @type {{ value: Value, error: Fault | null, revision: number } | null} */ (null);
  /** Grows whenever something else than value and error changes. */
  revision = 0;

  /**
   * @param {number} id
   * @param {Variable | null} parent
   * @param {Properties} properties
   * @param {Listener} listener
   * @param {boolean} watched
   */
  constructor(id, parent, properties, listener, watched) {
    this.id = id;
    this.parent = parent;
    this.properties = properties;
    this.listener = listener;
    this.watched = watched;
  }

  get varId() {
    return this.id;
  }

  get path() {
    return this.properties.path ?? '';
  }

  /** @param {string} name */
  getProperty(name) {
    return this.properties[name];
  }

  /** Whether its listener knows all there is to know. */
  get isTold() {
    const told = this.told;
    return (
      told !== null && told.revision === this.revision && told.error === this.error && same(told.value, this.value)
    );
  }

  tell() {
    this.told = { value: this.value, error: this.error, revision: this.revision };
    this.listener.changed(this);
  }

  /** Whether the server reads it again and again, so that writing what it has is pointless. */
  get isState() {
    const { access } = this.properties;
    return access !== 'action' && access !== 'w';
  }
}

export class Store {
  #nextId = ROOT + 1;
  /** @type {Map<number, Variable>} */
  #byId = new Map();
  #connection;
  /** @type {Listener} */
  #nobody = { rank: 2, element: null, changed() {} };
  /** Destroyed here, not yet confirmed. */
  #doomed = new Set();
  /** Fences the server has not passed yet, and what happens then. @type {Map<number, () => void>} */
  #fences = new Map();
  /** Variables whose news, and that of all below them, waits for a fence. @type {Map<Variable, number>} */
  #held = new Map();
  /** @type {Set<Variable>} */
  #late = new Set();
  /** Written since the server was last heard of. @type {Map<Variable, Value>} */
  unconfirmed = new Map();
  /** Written while there is no connection. @type {Set<Variable>} */
  pending = new Set();
  /** Called for an id that the server does not know. @type {((id: number) => void) | null} */
  onMissing = null;
  /** @type {(viewdefs: Record<string, string | null>) => void} */
  onViewdefs = () => {};
  /** An error that is about no variable. @type {(fault: Fault) => void} */
  onError = () => {};

  /** @param {import('./connection.js').Connection} connection */
  constructor(connection) {
    this.#connection = connection;
    this.root = new Variable(ROOT, null, {}, this.#nobody, true);
    this.#byId.set(ROOT, this.root);
  }

  /** @param {number} id */
  get(id) {
    return this.#byId.get(id);
  }

  get size() {
    return this.#byId.size;
  }

  /** All variables, parents before children. */
  all() {
    return [...this.#byId.values()].sort((a, b) => a.id - b.id);
  }

  /** Ids whose destruction the server has not confirmed. */
  get doomed() {
    return [...this.#doomed];
  }

  /** Variables that wait for a fence. */
  get held() {
    return [...this.#held.keys()];
  }

  watchRoot() {
    this.#connection.send({ type: 'watch', data: { varId: ROOT } });
  }

  /**
   * @param {Variable} parent
   * @param {Properties} properties
   * @param {Listener} listener
   */
  create(parent, properties, listener, { watched = true } = {}) {
    const variable = new Variable(this.#nextId++, parent, properties, listener, watched);
    this.#byId.set(variable.id, variable);
    parent.children.add(variable);
    this.announce(variable);
    return variable;
  }

  /** @param {Variable} variable */
  announce(variable) {
    const { id, parent, properties, watched } = variable;
    /** @type {MessageData} */
    const data = { id, parentId: parent?.id ?? 0, properties };
    if (!watched) data.nowatch = true;
    this.#connection.send({ type: 'create', data });
  }

  /** @param {Variable} variable */
  destroy(variable) {
    if (variable.gone) return;
    this.#doomed.add(variable.id);
    this.#connection.send({ type: 'destroy', data: { varId: variable.id } }, { urgent: false });
    this.#forget(variable);
    variable.parent?.children.delete(variable);
  }

  /** @param {Variable} variable */
  #forget(variable) {
    variable.gone = true;
    this.#byId.delete(variable.id);
    this.#held.delete(variable);
    this.#late.delete(variable);
    this.unconfirmed.delete(variable);
    this.pending.delete(variable);
    variable.listener = this.#nobody;
    for (const child of variable.children) this.#forget(child);
    variable.children.clear();
  }

  /**
   * A person's write. What a state variable has already is not sent again.
   * @param {Variable} variable
   * @param {Value} value
   */
  update(variable, value) {
    if (variable.gone) return;
    if (variable.isState) {
      if (!variable.error && same(variable.value, value)) return;
      variable.value = value;
      if (variable.told) variable.told.value = value;
      if (this.#connection.state === 'live') this.unconfirmed.set(variable, value);
      else this.pending.add(variable);
    }
    this.#connection.sendUser({ type: 'update', data: { varId: variable.id, value } });
  }

  /**
   * @param {Variable} variable
   * @param {string} path
   */
  setPath(variable, path) {
    variable.properties.path = path;
    this.#connection.send({ type: 'update', data: { varId: variable.id, properties: { path } } });
  }

  /**
   * Keep back the news of these until the server has read all that was sent so far.
   * @param {Iterable<Variable>} variables
   */
  hold(variables) {
    const fence = this.fence(() => this.#release(fence));
    for (const variable of variables) this.#held.set(variable, fence);
  }

  /**
   * Call back when the server has answered everything before this. A variable that lives for one message serves
   * as the mark: its destruction is confirmed in order.
   * @param {() => void} passed
   */
  fence(passed) {
    const id = this.#nextId++;
    this.#fences.set(id, passed);
    this.#connection.send({ type: 'create', data: { id, parentId: 0, properties: {}, nowatch: true, unbound: true } });
    this.#connection.send({ type: 'destroy', data: { varId: id } });
    return id;
  }

  /** Give up waiting for fences that went down with a connection. */
  dropFences() {
    this.#fences.clear();
  }

  /**
   * Writes that waited for the connection have been answered: show what came of them.
   * @param {Variable[]} variables
   */
  settle(variables) {
    for (const variable of variables) {
      this.pending.delete(variable);
      if (variable.incoming) variable.value = variable.incoming.value;
      variable.incoming = null;
      this.#late.add(variable);
    }
    this.#held.clear();
  }

  /** @param {Message[]} messages */
  apply(messages) {
    this.unconfirmed.clear();
    /** @type {[Set<Variable>, Set<Variable>, Set<Variable>]} */
    const touched = [new Set(), new Set(), new Set()];
    /** @type {(() => void)[]} */
    const passed = [];
    for (const { type, data } of messages) {
      const variable = this.#take(type, data, passed);
      if (variable) touched[variable.listener.rank].add(variable);
    }
    for (const pass of passed) pass();
    // Whoever was held and is no longer has missed something.
    for (const variable of this.#late) touched[variable.listener.rank].add(variable);
    this.#late.clear();
    for (const group of touched) {
      for (const variable of group) this.#tell(variable);
    }
  }

  /**
   * @param {string} type
   * @param {MessageData} data
   * @param {(() => void)[]} passed
   * @returns {Variable | undefined}
   */
  #take(type, data, passed) {
    const id = data.varId ?? 0;
    const fence = this.#fences.get(id);
    if (fence) {
      // An error will do as well: it has been read.
      if (type === 'update') return undefined;
      this.#fences.delete(id);
      passed.push(fence);
      return undefined;
    }
    const variable = this.#byId.get(id);
    if (type === 'update') return variable && this.#takeUpdate(variable, data);
    if (type === 'error') return this.#takeError(variable, data);
    if (type === 'destroy') this.#doomed.delete(id);
    return undefined;
  }

  /**
   * @param {Variable} variable
   * @param {MessageData} data
   */
  #takeUpdate(variable, data) {
    if (data.value !== undefined) {
      if (this.pending.has(variable)) variable.incoming = { value: data.value };
      else variable.value = data.value;
      variable.error = null;
    }
    const properties = Object.entries(data.properties ?? {});
    for (const [name, value] of properties) this.#takeProperty(variable, name, value);
    // One without anything asks for another look at what is shown.
    if (properties.length || data.value === undefined) variable.revision += 1;
    return variable;
  }

  /**
   * @param {Variable} variable
   * @param {string} name
   * @param {string | null} value
   */
  #takeProperty(variable, name, value) {
    if (variable === this.root && name === 'viewdefs') this.onViewdefs(JSON.parse(value ?? '{}'));
    else if (value === null) delete variable.properties[name];
    else variable.properties[name] = value;
  }

  /**
   * @param {Variable | undefined} variable
   * @param {MessageData} data
   */
  #takeError(variable, { varId, code = 'error', description = '' }) {
    if (varId !== undefined && code === 'not-found' && this.onMissing) {
      this.#doomed.delete(varId);
      this.onMissing(varId);
      return undefined;
    }
    if (variable) variable.error = { code, description };
    else if (varId === undefined) this.onError({ code, description });
    return variable;
  }

  /** @param {Variable} variable */
  #tell(variable) {
    if (variable.gone || variable.isTold) return;
    if (this.#isHeld(variable)) this.#late.add(variable);
    else variable.tell();
  }

  /** @param {Variable | null} variable */
  #isHeld(variable) {
    if (!this.#held.size) return false;
    for (; variable; variable = variable.parent) if (this.#held.has(variable)) return true;
    return false;
  }

  /** @param {number} passed */
  #release(passed) {
    for (const [variable, fence] of this.#held) if (fence <= passed) this.#held.delete(variable);
  }
}
