/** @import { Item, Tree } from "./types" */
import { adopt, Canvas } from "./canvas.js";
import { asked, found, made } from "./dom.js";
import { Marks } from "./marks.js";
import { PanelView } from "./panels.js";
import { Previews } from "./previews.js";
import { itemsOf, TreeView } from "./tree.js";

const LOOK_AGAIN = 1000;
const main = found("main", HTMLElement);
const panel = found("views", HTMLDetailsElement);
const isNarrow = matchMedia("(max-width: 45rem)");
const marks = new Marks();
const gallery = {
  /** @type {Tree} */
  tree: { title: "", version: "", apps: [] },
  style: "",
  /** @type {Previews | null} */
  previews: null,
  /** @type {Canvas | null} */
  canvas: null,
};

/** Show what the address says: an entry, or all of them. */
function follow() {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const address = path.split("/").map(decodeURIComponent).filter(Boolean).join("/");
  const items = itemsOf(gallery.tree);
  const item = items.find((one) => one.address === address);
  gallery.previews?.close();
  gallery.previews = null;
  gallery.canvas?.close();
  gallery.canvas = null;
  view.mark(address);
  document.title = item ? `${item.title} · ${gallery.tree.title}` : gallery.tree.title;
  // On a phone the tree is folded once something is chosen.
  panel.open = !isNarrow.matches;
  if (item) {
    adopt(query);
    const canvas = new Canvas(item);
    gallery.canvas = canvas;
    main.replaceChildren(heading(item), canvas.element, new PanelView(item, canvas).element);
  } else if (address) {
    main.replaceChildren(made("p", "problem", `There is no ${address} in this directory; the tree has what there is.`));
  } else {
    gallery.previews = new Previews(items, gallery.style, marks);
    gallery.previews.head.append(counts, checks);
    main.replaceChildren(gallery.previews.element);
    marks.changed();
  }
  main.scrollTop = 0;
}

/** @param {Item} item */
function heading(item) {
  const [, key = "", example = ""] = item.address.split("/");
  return made("h2", "heading", item.app, ...[key, example].filter(Boolean).flatMap((part) => [" / ", part]));
}

/** What stands above the small pictures: how many entries are in which state, and a button to know more. */
function overview() {
  const addresses = itemsOf(gallery.tree).map((item) => item.address);
  const states = marks.summary(addresses).map(({ state, sign, words, count }) => {
    const number = made("span", `mark ${state}`, `${sign} ${count}`);
    number.title = words;
    number.append(made("span", "aside", ` ${words}`));
    return number;
  });
  const all = made("span", "", `${addresses.length} views and states`);
  return [all, ...states];
}

/** Ask the checks about one app after the other, and draw what has not been scrolled to, to compare its snapshot. */
async function check() {
  checks.disabled = true;
  const items = itemsOf(gallery.tree);
  for (const { name } of gallery.tree.apps) {
    checks.textContent = `Checking ${name} …`;
    await asked("checks", name);
    for (const item of items) if (item.app === name) await asked("drawn", item.address);
    await marks.look();
  }
  checks.textContent = "Run the checks";
  checks.disabled = false;
}

/** Begin anew when a file has been saved. */
async function look() {
  if (!document.hidden) {
    const { version } = await asked("version").catch(() => ({ version: "" }));
    if (version && version !== gallery.tree.version) await read();
  }
  setTimeout(look, LOOK_AGAIN);
}

async function read() {
  [gallery.tree, { style: gallery.style }] = await Promise.all([asked("tree"), asked("style")]);
  view = new TreeView(gallery.tree, marks);
  follow();
  await marks.look();
}

/**
 * Go to the entry before or after this one, as far as the search leaves them.
 * @param {number} by
 */
function go(by) {
  const links = [...found("tree", HTMLDivElement).querySelectorAll("a")];
  const current = links.findIndex((anchor) => anchor.hasAttribute("aria-current"));
  const next = current < 0 ? links[0] : links[current + by];
  next?.click();
  found("tree", HTMLDivElement).querySelector("a[aria-current]")?.scrollIntoView({ block: "nearest" });
}

/** @param {KeyboardEvent} event */
function shortcut(event) {
  const search = found("search", HTMLInputElement);
  const isTyping = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
  if (event.key === "/" && !isTyping) {
    panel.open = true;
    search.select();
  } else if (event.key === "Enter" && event.target === search)
    found("tree", HTMLDivElement).querySelector("a")?.click();
  else if (event.altKey && event.key === "ArrowDown") go(1);
  else if (event.altKey && event.key === "ArrowUp") go(-1);
  else return;
  event.preventDefault();
}

let view = new TreeView(gallery.tree, marks);
const counts = made("span", "counts");
const checks = made("button", "", "Run the checks");
checks.type = "button";
checks.onclick = () => void check();
marks.changed = () => {
  view.sign();
  gallery.previews?.mark();
  counts.replaceChildren(...overview());
};
addEventListener("hashchange", follow);
isNarrow.addEventListener("change", () => {
  panel.open = !isNarrow.matches;
});
addEventListener("keydown", shortcut);
await read();
setTimeout(look, LOOK_AGAIN);
