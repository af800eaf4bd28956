// A viewdef's template, parsed once: the positions of its bound elements, and their bindings. Cloning it then only has
// to walk to those positions.

import { ruleOf } from "./attributes.js";
import { templateIn } from "./namespaces.js";
import { real } from "./nodes.js";
import { parsePath } from "./paths.js";

/**
 * A bound element, located by child indices.
 * @typedef {{ steps: number[], plans: Plan[], namespace: string | undefined }} Site
 */

export class Template {
  /** By namespace. @type {Map<string, Form>} */
  #forms = new Map();

  /**
   * @param {string} key `Type.Namespace`
   * @param {string} source a `<template>` element
   */
  constructor(key, source) {
    this.key = key;
    this.source = source;
  }

  /**
   * The template as it is in an element that holds this namespace.
   * @param {string} namespace
   */
  in(namespace) {
    let form = this.#forms.get(namespace);
    if (!form) this.#forms.set(namespace, (form = new Form(this.key, this.source, namespace)));
    return form;
  }
}

/** A template, parsed for one namespace. */
class Form {
  /** @type {Site[]} */
  sites = [];
  #content;

  /**
   * @param {string} key
   * @param {string} source
   * @param {string} namespace
   */
  constructor(key, source, namespace) {
    this.#content = templateIn(source, namespace);
    trim(this.#content);
    this.#content.querySelectorAll("script").forEach(revive);
    this.#survey(this.#content, [], undefined);
    const first = this.#content.firstElementChild;
    if (first) real(first).setAttribute("ui-viewdef", key);
  }

  /** A copy of its nodes, and the bound elements in order. */
  clone() {
    const fragment = document.importNode(this.#content, true);
    const elements = this.sites.map(({ steps }) => {
      /** @type {Node} */
      let node = fragment;
      for (const step of steps) node = real(node).childNodes[step];
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
    real(parent).childNodes.forEach((node, index) => {
      if (!(node instanceof Element)) return;
      const here = [...steps, index];
      const inside = real(node).getAttribute("ui-namespace") ?? namespace;
      const plans = plansOf(node);
      if (plans.length) this.sites.push({ steps: here, plans, namespace: inside });
      // The content of a list is the exemplar of its rows; that of a view is replaced.
      if (!plans.some(({ rule }) => rule.kind === "view" || rule.kind === "list")) this.#survey(node, here, inside);
    });
  }
}

/** @param {Element} element */
export function plansOf(element) {
  /** @type {Plan[]} */
  const plans = [];
  for (const name of real(element).getAttributeNames()) {
    if (!name.startsWith("ui-")) continue;
    const value = real(element).getAttribute(name) ?? "";
    const rule = ruleOf(name);
    if (!rule) continue;
    const argument = rule.attribute.endsWith("-") ? name.slice(rule.attribute.length) : "";
    plans.push({ attribute: name, rule, argument, path: parsePath(value) });
  }
  return plans;
}

/**
 * Remove the white space around a template's elements, which only comes from the layout of its file.
 * @param {DocumentFragment} content
 */
function trim(content) {
  for (const end of /** @type {const} */ (["firstChild", "lastChild"])) {
    for (let node = content[end]; node instanceof Text && !node.data.trim(); node = content[end]) node.remove();
  }
}

/**
 * The parser marks a template's scripts as already run. A script made by `createElementNS` runs when it is inserted into
 * the page, and so does each of its clones.
 * @param {Element} script
 */
function revive(script) {
  const copy = document.createElementNS(script.namespaceURI, "script");
  for (const { name, value } of script.attributes) copy.setAttribute(name, value);
  copy.textContent = script.textContent;
  script.replaceWith(copy);
}
