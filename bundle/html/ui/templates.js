// A viewdef's template, read once: where its bound elements are and what is bound there. Cloning it then costs a
// walk to those places and nothing more.

import { ruleOf } from './attributes.js';
import { parsePath } from './paths.js';

/**
 * A bound element, by the child indices that lead to it.
 * @typedef {{ steps: number[], plans: Plan[], namespace: string | undefined }} Site
 */

export class Template {
  /** @type {Site[]} */
  sites = [];
  #content;

  /**
   * @param {string} key `Type.Namespace`
   * @param {string} source a `<template>` element
   */
  constructor(key, source) {
    this.key = key;
    this.source = source;
    const holder = document.createElement('template');
    holder.innerHTML = source;
    const inner = holder.content.querySelector('template');
    this.#content = inner ? inner.content : holder.content;
    trim(this.#content);
    this.#content.querySelectorAll('script').forEach(revive);
    this.#survey(this.#content, [], undefined);
  }

  /** A copy of its nodes, with the elements of its sites in order. */
  clone() {
    const fragment = document.importNode(this.#content, true);
    const elements = this.sites.map(({ steps }) => {
      /** @type {Node} */
      let node = fragment;
      for (const step of steps) node = node.childNodes[step];
      return /** @type {HTMLElement} */ (node);
    });
    return { fragment, elements };
  }

  /**
   * @param {ParentNode & Node} parent
   * @param {number[]} steps
   * @param {string | undefined} namespace
   */
  #survey(parent, steps, namespace) {
    parent.childNodes.forEach((node, index) => {
      if (!(node instanceof Element)) return;
      const here = [...steps, index];
      const inside = node.getAttribute('ui-namespace') ?? namespace;
      const plans = plansOf(node);
      if (plans.length) this.sites.push({ steps: here, plans, namespace: inside });
      // What a view or a list holds is not content but a pattern, or replaced.
      if (!plans.some(({ rule }) => rule.kind === 'view' || rule.kind === 'list')) this.#survey(node, here, inside);
    });
  }
}

/** @param {Element} element */
export function plansOf(element) {
  /** @type {Plan[]} */
  const plans = [];
  for (const { name, value } of element.attributes) {
    if (!name.startsWith('ui-')) continue;
    const rule = ruleOf(name);
    if (!rule) continue;
    const argument = rule.attribute.endsWith('-') ? name.slice(rule.attribute.length) : '';
    plans.push({ attribute: name, rule, argument, path: parsePath(value) });
  }
  return plans;
}

/**
 * White space around a template's elements comes from how its file is laid out.
 * @param {DocumentFragment} content
 */
function trim(content) {
  for (const end of /** @type {const} */ (['firstChild', 'lastChild'])) {
    for (let node = content[end]; node instanceof Text && !node.data.trim(); node = content[end]) node.remove();
  }
}

/**
 * The parser marks a template's scripts as done. One made by hand runs when it gets into the page, and so do its
 * clones, each once.
 * @param {HTMLScriptElement} script
 */
function revive(script) {
  const copy = document.createElement('script');
  for (const { name, value } of script.attributes) copy.setAttribute(name, value);
  copy.textContent = script.textContent;
  script.replaceWith(copy);
}
