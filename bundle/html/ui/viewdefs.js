// The templates that the server has delivered, by `Type.Namespace`, and the watchers of changes.

import { Template } from "./templates.js";

export class Viewdefs {
  /** @type {Map<string, Template>} */
  #templates = new Map();
  #news = false;
  /** @type {Set<() => void>} */
  #watchers = new Set();
  /** @type {(source: string) => void} */
  onSource = () => {};

  /**
   * Store templates; null removes one. An unchanged text does not count as a change.
   * @param {Record<string, string | null>} sources
   */
  take(sources) {
    for (const [key, source] of Object.entries(sources)) {
      if (this.#templates.get(key)?.source === (source ?? undefined)) continue;
      this.#news = true;
      if (source === null) {
        this.#templates.delete(key);
        continue;
      }
      this.#templates.set(key, new Template(key, source));
      this.onSource(source);
    }
  }

  /** Notify the watchers of changed templates, once the messages that came with them are processed. */
  announce() {
    if (!this.#news) return;
    this.#news = false;
    for (const watcher of [...this.#watchers]) watcher();
  }

  /**
   * The template for an object: the first that exists of these names.
   * @param {string} type
   * @param {Namespaces} namespaces
   */
  resolve(type, { namespace, fallback }) {
    // Each row asks: no lists are made for that, as `keysOf` does.
    const templates = this.#templates;
    return (
      (namespace && templates.get(`${type}.${namespace}`)) ||
      (fallback && templates.get(`${type}.${fallback}`)) ||
      templates.get(`${type}.DEFAULT`)
    );
  }

  /** @param {() => void} watcher */
  watch(watcher) {
    this.#watchers.add(watcher);
  }

  /** @param {() => void} watcher */
  unwatch(watcher) {
    this.#watchers.delete(watcher);
  }
}

/**
 * @param {string} type
 * @param {Namespaces} namespaces
 */
export function keysOf(type, { namespace, fallback }) {
  const names = [namespace, fallback, "DEFAULT"].filter((name) => name);
  return [...new Set(names)].map((name) => `${type}.${name}`);
}
