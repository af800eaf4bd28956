// The namespace of what stands in an element. A browser draws in SVG only what was made as SVG, and in MathML as MathML; in
// `foreignObject` and the like it is HTML again.

import { real } from "./nodes.js";

const HTML = "http://www.w3.org/1999/xhtml";
const SVG = "http://www.w3.org/2000/svg";
const MATH = "http://www.w3.org/1998/Math/MathML";

/** What groups others without a look of its own, by namespace. @type {Record<string, string>} */
const GROUPS = { [HTML]: "div", [SVG]: "g", [MATH]: "mrow" };

const HTML_IN_SVG = new Set(["foreignObject", "desc", "title"]);
const HTML_IN_MATH = new Set(["mi", "mo", "mn", "ms", "mtext", "annotation-xml"]);

/** Where markup is parsed: its images are not loaded, and its scripts do not run. */
const inert = document.createElement("template").content.ownerDocument;

/**
 * The namespace of an element's children.
 * @param {Element} element
 */
export function namespaceIn(element) {
  const { namespaceURI, localName } = real(element);
  if (namespaceURI === SVG) return HTML_IN_SVG.has(localName) ? HTML : SVG;
  if (namespaceURI === MATH) return HTML_IN_MATH.has(localName) ? HTML : MATH;
  return HTML;
}

/**
 * An element that only holds others.
 * @param {string} namespace
 */
export function groupIn(namespace) {
  return /** @type {HTMLElement} */ (document.createElementNS(namespace, GROUPS[namespace]));
}

/**
 * Marks a place where there is nothing to show.
 * @param {string} namespace
 */
export function placeholderIn(namespace) {
  const element = namespace === HTML ? document.createElement("span") : groupIn(namespace);
  element.setAttribute("hidden", "");
  return element;
}

/**
 * Parse markup as the content of an element that holds this namespace.
 * @param {string} markup
 * @param {string} namespace
 */
export function parseIn(markup, namespace) {
  const holder = inert.createElementNS(namespace, namespace === HTML ? "template" : GROUPS[namespace]);
  holder.innerHTML = markup;
  if (holder instanceof HTMLTemplateElement) return holder.content;
  const fragment = inert.createDocumentFragment();
  fragment.append(...holder.childNodes);
  return fragment;
}

/**
 * The content of the template that markup consists of, as it is in an element that holds this namespace. HTML that stands
 * in it directly ends SVG, wherever it is; but a `div` for a view or a list, as in the wrappers of the library, only groups.
 * @param {string} markup
 * @param {string} namespace
 */
export function templateIn(markup, namespace) {
  if (namespace !== HTML) {
    const { children } = parseIn(markup, namespace);
    if (children.length === 1 && children[0].localName === "template") {
      const fragment = inert.createDocumentFragment();
      fragment.append(...children[0].childNodes);
      return fragment;
    }
  }
  const whole = parseIn(markup, HTML);
  const content = whole.querySelector("template")?.content ?? whole;
  if (namespace !== HTML)
    [...content.children].filter(isPlaceOfViews).forEach((element) => regroup(element, namespace));
  return content;
}

/** @param {Element} element */
function isPlaceOfViews(element) {
  return element.matches("div[ui-view], div[ui-viewlist]");
}

/**
 * @param {Element} element
 * @param {string} namespace
 */
function regroup(element, namespace) {
  const group = inert.createElementNS(namespace, GROUPS[namespace]);
  for (const { name, value } of element.attributes) group.setAttribute(name, value);
  group.append(...element.childNodes);
  element.replaceWith(group);
}

/** What the parser makes of the names of attributes in SVG: it writes `viewBox` whatever the case. @type {Map<string, Attr>} */
const attributes = new Map();

/**
 * @param {Element} element
 * @param {string} name in small letters, as it is behind `ui-attr-`
 * @param {string} value
 */
export function setAttributeIn(element, name, value) {
  if (element.namespaceURI !== SVG) return element.setAttribute(name, value);
  const attribute = attributes.get(name) ?? parseIn(`<svg ${name}>`, HTML).firstElementChild?.attributes[0];
  if (!attribute) return element.setAttribute(name, value);
  attributes.set(name, attribute);
  element.setAttributeNS(attribute.namespaceURI, attribute.name, value);
}

/**
 * The attribute that `setAttributeIn` sets.
 * @param {Element} element
 * @param {string} name
 */
export function attributeIn(element, name) {
  const text = name.toLowerCase();
  return element.namespaceURI === SVG
    ? (element.getAttributeNames().find((own) => own.toLowerCase() === text) ?? name)
    : name;
}
