// The browser's side of the variable tree. Ids are chosen here; values come from the server, which resolves every
// path. A variable has one listener, which is notified when what it shows is out of date.

import { same } from "./values.js";

export const ROOT = 1;

/** What most messages say about properties. @type {Properties} */
const NOTHING = Object.freeze({});

export class Variable {
  /** Most have none. @type {Set<Variable> | null} */
  children = null;
  /** @type {Value} */
  value = null;
  /** @type {Fault | null} */
  error = null;
  /** The value that has arrived for it while its own write is unconfirmed. */
  incoming = /** @type {{ value: Value } | null} */ (null);
  gone = false;
  /** Value, error and properties of the last notification. */
  notified = /** @type {{ value: Value, error: Fault | null, revision: number } | null} */ (null);
  /** Incremented by changes other than those of value and error. */
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
    return this.properties.path ?? "";
  }

  /** @param {string} name */
  getProperty(name) {
    return this.properties[name];
  }

  /** Whether its listener has been notified of everything. */
  get isTold() {
    const notified = this.notified;
    return (
      notified !== null &&
      notified.revision === this.revision &&
      notified.error === this.error &&
      same(notified.value, this.value)
    );
  }

  tell() {
    this.notified = { value: this.value, error: this.error, revision: this.revision };
    this.listener.changed(this);
  }

  /** Whether the server keeps reading it, so that writing an unchanged value is pointless. */
  get isState() {
    const { access } = this.properties;
    return access !== "action" && access !== "w";
  }
}

export class Store {
  #nextId = ROOT + 1;
  /** @type {Map<number, Variable>} */
  #byId = new Map();
  #connection;
  /** @type {Listener} */
  #nobody = { rank: 2, element: null, changed() {} };
  /** Destroyed here, not yet confirmed by the server. */
  #doomed = new Set();
  /** Fences that the server has not passed yet, with their callbacks. @type {Map<number, () => void>} */
  #fences = new Map();
  /** They have missed notifications. @type {Set<Variable>} */
  #late = new Set();
  /** Written, and not yet processed by the server. @type {Map<Variable, Value>} */
  unconfirmed = new Map();
  /** The fences behind the latest writes. @type {Map<Variable, number>} */
  #confirming = new Map();
  /** Written while there is no connection. @type {Set<Variable>} */
  pending = new Set();
  /** What shows variables, to be sent with the next frame. @type {Map<Variable, Properties>} */
  #described = new Map();
  /** Called for an id that the server does not know. @type {((id: number) => void) | null} */
  onMissing = null;
  /** @type {(viewdefs: Record<string, string | null>) => void} */
  onViewdefs = () => {};
  /** An error that concerns no variable. @type {(fault: Fault) => void} */
  onError = () => {};
  /** Which problems of files are still open; all others are mended. @type {(open: number[]) => void} */
  onProblems = () => {};

  /** @param {import('./connection.js').Connection} connection */
  constructor(connection) {
    this.#connection = connection;
    connection.onFlush = () => this.#sendDescriptions();
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

  /**
   * These ids are gone on the server too.
   * @param {number[]} ids
   */
  bury(ids) {
    for (const id of ids) this.#doomed.delete(id);
  }

  watchRoot() {
    this.#connection.send({ type: "watch", data: { varId: ROOT } });
    const { viewdef, elementId } = this.root.properties;
    // Shown already: a server that was started anew does not know it.
    if (viewdef) this.#connection.send({ type: "update", data: { varId: ROOT, properties: { viewdef, elementId } } });
  }

  /**
   * @param {Variable} parent
   * @param {Properties} properties
   * @param {Listener} listener
   * @param {{ watched?: boolean, alike?: Properties }} [options] `alike`: more properties, in one object for all variables
   *   that have these
   */
  create(parent, properties, listener, { watched = true, alike } = {}) {
    const variable = new Variable(this.#nextId++, parent, { ...alike, ...properties }, listener, watched);
    this.#byId.set(variable.id, variable);
    parent.children ??= new Set();
    parent.children.add(variable);
    this.announce(variable, alike);
    return variable;
  }

  /**
   * @param {Variable} variable
   * @param {Properties} [alike]
   */
  announce(variable, alike) {
    const { id, parent, properties, watched } = variable;
    /** @type {MessageData} */
    const data = { id, parentId: parent?.id ?? 0, properties };
    if (!watched) data.nowatch = true;
    this.#connection.send({ type: "create", data, alike });
  }

  /** @param {Variable} variable */
  destroy(variable) {
    if (variable.gone) return;
    this.#doomed.add(variable.id);
    this.#connection.send({ type: "destroy", data: { varId: variable.id } }, { urgent: false });
    this.#forget(variable);
    variable.parent?.children?.delete(variable);
  }

  /** @param {Variable} variable */
  #forget(variable) {
    variable.gone = true;
    this.#byId.delete(variable.id);
    this.#late.delete(variable);
    this.unconfirmed.delete(variable);
    this.#confirming.delete(variable);
    this.pending.delete(variable);
    variable.listener = this.#nobody;
    for (const child of variable.children ?? []) this.#forget(child);
    variable.children = null;
  }

  /**
   * Write a value that the user entered. A state variable's unchanged value is not sent again.
   * @param {Variable} variable
   * @param {Value} value
   * @param {string} [base] the text that a typed one was made from
   */
  update(variable, value, base) {
    if (variable.gone) return;
    if (variable.isState) {
      if (!variable.error && same(variable.value, value)) return;
      variable.value = value;
      if (variable.notified) variable.notified.value = value;
      if (this.#connection.state !== "live") this.pending.add(variable);
    }
    const data = base === undefined ? { varId: variable.id, value } : { varId: variable.id, value, base };
    this.#connection.sendUser({ type: "update", data });
    if (variable.isState && this.#connection.state === "live") this.#confirm(variable, value);
  }

  /**
   * Until the server has processed a write, the values that it sends are older than what the user sees.
   * @param {Variable} variable
   * @param {Value} value
   */
  #confirm(variable, value) {
    this.pending.delete(variable);
    this.unconfirmed.set(variable, value);
    const fence = this.fence(() => {
      if (this.#confirming.get(variable) !== fence) return;
      this.#confirming.delete(variable);
      this.unconfirmed.delete(variable);
    });
    this.#confirming.set(variable, fence);
  }

  /** @param {Variable} variable */
  #isUnconfirmed(variable) {
    const fence = this.#confirming.get(variable);
    return fence !== undefined && this.#fences.has(fence);
  }

  /**
   * Tell the server properties that change nothing but what it knows of a variable; empty ones go.
   * @param {Variable} variable
   * @param {Properties} properties
   */
  describe(variable, properties) {
    if (variable.gone) return;
    for (const name in properties) {
      const text = properties[name];
      if ((variable.properties[name] ?? "") === text) continue;
      this.#takeProperty(variable, name, text);
      const news = this.#described.get(variable);
      if (news) news[name] = text;
      else this.#described.set(variable, { [name]: text });
    }
    if (this.#described.size) this.#connection.wake();
  }

  /** Most of the variables of a frame are shown in the same way. */
  #sendDescriptions() {
    /** @type {Map<string, { varIds: number[], properties: Properties }>} */
    const groups = new Map();
    for (const [variable, properties] of this.#described) {
      if (variable.gone) continue;
      const key = JSON.stringify(properties);
      const group = groups.get(key);
      if (group) group.varIds.push(variable.id);
      else groups.set(key, { varIds: [variable.id], properties });
    }
    this.#described.clear();
    for (const { varIds, properties } of groups.values()) {
      const data = varIds.length === 1 ? { varId: varIds[0], properties } : { varIds, properties };
      this.#connection.send({ type: "update", data }, { urgent: false });
    }
  }

  /**
   * Tell the session's log of a fault.
   * @param {Variable} variable
   * @param {Fault} fault
   */
  report(variable, fault) {
    this.#connection.send({ type: "error", data: { varId: variable.id, ...fault } }, { urgent: false });
  }

  /**
   * Call back when the server has answered everything sent before. It creates and destroys a variable: the server
   * confirms the destruction in order.
   * @param {() => void} passed
   */
  fence(passed) {
    const id = this.#nextId++;
    this.#fences.set(id, passed);
    this.#connection.send({ type: "create", data: { id, parentId: 0, properties: {}, nowatch: true, unbound: true } });
    this.#connection.send({ type: "destroy", data: { varId: id } });
    return id;
  }

  /** Drop the fences of a connection that was lost. */
  dropFences() {
    this.#fences.clear();
    this.#confirming.clear();
  }

  /**
   * Writes that were queued for the connection have been answered: show the results.
   * @param {Variable[]} variables
   */
  settle(variables) {
    for (const variable of variables) {
      // Written again meanwhile.
      if (!this.pending.delete(variable)) continue;
      this.unconfirmed.delete(variable);
      if (variable.incoming) variable.value = variable.incoming.value;
      variable.incoming = null;
      this.#late.add(variable);
    }
  }

  /** @param {Message[]} messages */
  apply(messages) {
    /** @type {[Set<Variable>, Set<Variable>, Set<Variable>]} */
    const touched = [new Set(), new Set(), new Set()];
    /** @type {(() => void)[]} */
    const passed = [];
    for (const { type, data } of messages) {
      if (data.varIds) {
        for (const varId of data.varIds) this.#take(type, { varId }, passed);
        continue;
      }
      const variable = this.#take(type, data, passed);
      if (variable) touched[variable.listener.rank].add(variable);
    }
    for (const pass of passed) pass();
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
      // An error answers it as well.
      if (type === "update") return undefined;
      this.#fences.delete(id);
      passed.push(fence);
      return undefined;
    }
    const variable = this.#byId.get(id);
    if (type === "update") return variable && this.#takeUpdate(variable, data);
    if (type === "error") return this.#takeError(variable, data);
    if (type === "destroy") this.#doomed.delete(id);
    if (type === "problems") this.onProblems(data.open ?? []);
    return undefined;
  }

  /**
   * @param {Variable} variable
   * @param {MessageData} data
   */
  #takeUpdate(variable, data) {
    if (variable.properties.each && !variable.isTold) this.#tell(variable);
    if (data.value !== undefined) {
      if (this.pending.has(variable)) variable.incoming = { value: data.value };
      else if (!this.#isUnconfirmed(variable)) variable.value = data.value;
      variable.error = null;
    }
    // A message without any data asks to show the value again.
    let isNews = data.value === undefined;
    const properties = data.properties ?? NOTHING;
    for (const name in properties) {
      this.#takeProperty(variable, name, properties[name]);
      isNews = true;
    }
    if (isNews) variable.revision += 1;
    return variable;
  }

  /**
   * @param {Variable} variable
   * @param {string} name
   * @param {string | null} value
   */
  #takeProperty(variable, name, value) {
    if (variable === this.root && name === "viewdefs") this.onViewdefs(JSON.parse(value ?? "{}"));
    else if (!value) delete variable.properties[name];
    else variable.properties[name] = value;
  }

  /**
   * @param {Variable | undefined} variable
   * @param {MessageData} data
   */
  #takeError(variable, { varId, code = "error", description = "", problem }) {
    if (varId !== undefined && code === "not-found" && this.onMissing) {
      this.#doomed.delete(varId);
      this.onMissing(varId);
      return undefined;
    }
    if (variable) variable.error = { code, description };
    else if (varId === undefined) this.onError({ code, description, problem });
    return variable;
  }

  /** @param {Variable} variable */
  #tell(variable) {
    if (variable.gone || variable.isTold) return;
    variable.tell();
  }
}
