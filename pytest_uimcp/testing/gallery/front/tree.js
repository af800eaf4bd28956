/** @import { GalleryApp, Item, Tree, View } from "./types" */
/** @import { Marks } from "./marks.js" */
import { found, link, made } from "./dom.js";

/**
 * Everything in the gallery, in its order.
 * @param {Tree} tree
 * @returns {Item[]}
 */
export function itemsOf(tree) {
  return tree.apps.flatMap((app) => [
    { address: app.name, title: app.name, app: app.name, key: "" },
    ...app.views.flatMap((view) => itemsOfView(app, view)),
  ]);
}

/**
 * @param {GalleryApp} app
 * @param {View} view
 * @returns {Item[]}
 */
function itemsOfView(app, view) {
  const address = `${app.name}/${view.key}`;
  const itself = { address, title: view.key, app: app.name, key: view.key };
  return [
    itself,
    ...view.examples.map((name) => ({ ...itself, address: `${address}/${name}`, title: `${view.key}: ${name}` })),
  ];
}

/**
 * The tree at the left: apps, in them views, in these example states; searched by all of their names.
 */
export class TreeView {
  /**
   * @param {Tree} tree
   * @param {Marks} marks
   */
  constructor(tree, marks) {
    this.tree = tree;
    this.marks = marks;
    /** @type {Map<string, HTMLElement>} */
    this.links = new Map();
    this.chosen = "";
    this.search = found("search", HTMLInputElement);
    this.search.oninput = () => this.draw();
    found("title", HTMLAnchorElement).textContent = tree.title;
  }

  /** @param {string} address */
  mark(address) {
    this.chosen = address;
    this.draw();
  }

  draw() {
    this.links.clear();
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (/** @type {string} */ text) => words.every((word) => text.toLowerCase().includes(word));
    const apps = this.tree.apps.map((app) => this.app(app, fits, words.length > 0)).filter((part) => part !== null);
    const nothing = made("p", "empty", this.tree.apps.length ? "No view matches." : "There is no app yet.");
    found("tree", HTMLDivElement).replaceChildren(...(apps.length ? apps : [nothing]));
    this.sign();
  }

  /** Show how all of them are doing. */
  sign() {
    for (const [address, anchor] of this.links) {
      anchor.querySelector(".mark")?.remove();
      const sign = this.marks.sign([address], true);
      if (sign) anchor.append(sign);
    }
  }

  /**
   * @param {GalleryApp} app
   * @param {(text: string) => boolean} fits
   * @param {boolean} searches
   */
  app(app, fits, searches) {
    const views = app.views.filter((view) => fits(`${app.name} ${view.key} ${view.examples.join(" ")}`));
    if (searches && !views.length && !fits(app.name)) return null;
    const rows = views.map((view) => this.view(app, view));
    const details = made("details", "", made("summary", "", app.name));
    details.open = true;
    // Of a search only what it found, so that its first link is a hit.
    if (!searches || fits(app.name)) rows.unshift(made("li", "", this.link(app.name, "The whole app")));
    details.append(made("ul", "", ...rows));
    return details;
  }

  /**
   * @param {GalleryApp} app
   * @param {View} view
   */
  view(app, view) {
    const address = `${app.name}/${view.key}`;
    const words = [view.type, made("small", view.namespace === "DEFAULT" ? "usual" : "", view.namespace)];
    const row = made("li", "", this.link(address, ...words));
    if (view.problem) row.append(made("p", "problem", view.problem));
    const examples = view.examples.map((name) => made("li", "", this.link(`${address}/${name}`, name)));
    if (examples.length) row.append(made("ul", "", ...examples));
    return row;
  }

  /**
   * @param {string} address
   * @param {...(string | Node)} words
   */
  link(address, ...words) {
    const anchor = made("a", "", ...words);
    anchor.href = link(address);
    this.links.set(address, anchor);
    if (address === this.chosen) anchor.setAttribute("aria-current", "page");
    return anchor;
  }
}
