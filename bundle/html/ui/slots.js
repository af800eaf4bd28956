// The nodes of a view in the document. They replace the view's element, so the top-level nodes of a view may be those
// of a view inside it; the owner of a slot is notified when its nodes change.

import { real } from "./nodes.js";

export class Slot {
  /** @type {(() => void) | null} */
  onChange = null;

  /**
   * @param {ChildNode[]} nodes at least one
   * @param {Slot | null} owner the slot of the surrounding view
   * @param {string} space the XML namespace of the place
   */
  constructor(nodes, owner, space) {
    this.nodes = nodes;
    this.owner = owner;
    this.space = space;
  }

  get isConnected() {
    return real(this.nodes[0]).isConnected;
  }

  /** The main element: the first that is drawn. */
  get main() {
    return mainOf(this.nodes);
  }

  /**
   * Replace the nodes.
   * @param {ChildNode[]} nodes
   */
  replace(nodes) {
    const old = this.nodes;
    if (old.length === nodes.length && old.every((node, i) => node === nodes[i])) return;
    // A row that is drawn before it comes into its list stands nowhere yet.
    if (real(old[0]).parentNode) {
      const stay = new Set(nodes);
      const place = document.createComment("");
      real(old[0]).before(place);
      for (const node of old) if (!stay.has(node)) real(node).remove();
      place.replaceWith(...nodes);
    }
    this.#become(nodes);
  }

  /** @param {ChildNode[]} nodes */
  #become(nodes) {
    const old = this.nodes;
    this.nodes = nodes;
    if (this.owner) this.owner.#substitute(old, nodes);
    this.onChange?.();
  }

  /**
   * @param {ChildNode[]} old
   * @param {ChildNode[]} nodes
   */
  #substitute(old, nodes) {
    const at = this.nodes.indexOf(old[0]);
    if (at >= 0) this.#become(this.nodes.toSpliced(at, old.length, ...nodes));
  }
}

/**
 * @param {ChildNode[]} nodes
 * @returns {HTMLElement | undefined}
 */
export function mainOf(nodes) {
  const elements = nodes.filter((node) => node instanceof Element);
  const shown = elements.find((element) => !/^(script|style)$/.test(real(element).localName));
  return /** @type {HTMLElement | undefined} */ (shown ?? elements[0]);
}

/**
 * @param {ChildNode[]} nodes
 * @returns {HTMLElement | undefined}
 */
export function firstElementOf(nodes) {
  return /** @type {HTMLElement | undefined} */ (nodes.find((node) => node instanceof Element));
}
