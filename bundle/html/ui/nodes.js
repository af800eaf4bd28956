// A form has its fields as properties by their names, which hide its own ones: in a form with a field named `children`
// or `remove`, these are that field. What this front end does with an element of an app goes through `real`.

/** @type {ProxyHandler<HTMLFormElement>} */
const BY_PROTOTYPE = {
  get(form, name) {
    const value = Reflect.get(HTMLFormElement.prototype, name, form);
    return typeof value === "function" ? value.bind(form) : value;
  },
  set: (form, name, value) => Reflect.set(HTMLFormElement.prototype, name, value, form),
  has: (_, name) => Reflect.has(HTMLFormElement.prototype, name),
};

/**
 * A node by its own properties. Only for reading, writing and calling them: to pass the node on, pass the node.
 * @template {Node | EventTarget} T
 * @param {T} node
 * @returns {T}
 */
export function real(node) {
  return node instanceof HTMLFormElement ? /** @type {any} */ (new Proxy(node, BY_PROTOTYPE)) : node;
}
