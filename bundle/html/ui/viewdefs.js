// The templates the server has delivered, by `Type.Namespace`, and who wants to know when they change.

import { Template } from './templates.js';

export class Viewdefs {
  /** @type {Map<string, Template>} */
  #templates = new Map();
  #news = false;
  /** @type {Set<() => void>} */
  #watchers = new Set();
  /** @type {(source: string) => void} */
  onSource = () => {};

  /**
   * Take templates in; null takes one back. The same text again is no news.
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

  /** Tell those who watch, once what came along with the templates has been read too; whether there was news. */
  announce() {
    if (!this.#news) return false;
    this.#news = false;
    for (const watcher of [...this.#watchers]) watcher();
    return true;
  }

  /**
   * The template for an object, by the names to try in turn.
   * @param {string} type
   * @param {Namespaces} namespaces
   */
  resolve(type, { namespace, fallback }) {
    for (const key of keysOf(type, { namespace, fallback })) {
      const template = this.#templates.get(key);
      if (template) return template;
    }
    return undefined;
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
  const names = [namespace, fallback, 'DEFAULT'].filter((name) => name);
  return [...new Set(names)].map((name) => `${type}.${name}`);
}
