// The variables page: every variable of a session, as a tree or a list, as it changes. Pointing at a row points at its
// element in the tabs that show the session.

import { byTree, matches, objectsOf, sorted, summaryOf } from "./ui/variable-rows.js";
import { RowView } from "./ui/variable-row-view.js";
import { sessionId } from "./ui/session.js";

/** How often to look while there is somebody to see it. */
const INTERVAL = 700;

// At /variables, the cookie names the session.
const session = sessionId() ?? "";
const data = `/${session}/variables.json`;
const channel = new BroadcastChannel(`ui-variables-${session}`);

/** @type {VariableRow[]} */
let rows = [];
/** @type {Map<string, RowView>} */
const views = new Map();
/** @type {Set<string>} */
const closed = new Set();
const choice = { tree: true, text: "", errors: false, sort: "", down: false };

/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);
const table = at("rows");

/** Connections number their variables each for themselves. @param {VariableRow} row */
const keyOf = ({ connection = 0, id }) => `${connection}:${id}`;

async function refresh() {
  const response = await fetch(data, { cache: "no-store" }).catch(() => null);
  if (!response?.ok) {
    at("summary").textContent = response?.status === 404 ? "The session has ended" : "The server does not answer";
    return;
  }
  rows = await response.json();
  show();
}

function show() {
  const wanted = rows.filter((row) => matches(row, choice));
  const ordered = choice.tree ? byTree(rows, new Set(wanted), closed, keyOf) : sorted(wanted, choice);
  /** @type {Set<string>} */
  const used = new Set();
  /** @type {Element | null} */
  let before = null;
  const objects = objectsOf(rows);
  for (const { row, depth, isOpen } of ordered) {
    const key = keyOf(row);
    used.add(key);
    const view = views.get(key) ?? newView(key);
    view.show(row, { depth, isOpen, tree: choice.tree }, objects);
    const next = /** @type {Element | null} */ (before ? before.nextElementSibling : table.firstElementChild);
    if (view.element !== next) table.insertBefore(view.element, next);
    before = view.element;
  }
  for (const [key, view] of views) {
    if (used.has(key)) continue;
    view.element.remove();
    views.delete(key);
  }
  at("empty").hidden = ordered.length > 0;
  at("summary").textContent = summaryOf(rows, wanted);
}

/** @param {string} key */
function newView(key) {
  const view = new RowView(() => toggle(key));
  const point = () => channel.postMessage({ id: view.row.id, path: view.row.path });
  view.element.addEventListener("mouseenter", point);
  view.element.addEventListener("focusin", point);
  view.element.addEventListener("mouseleave", () => channel.postMessage({}));
  view.element.addEventListener("focusout", () => channel.postMessage({}));
  view.element.addEventListener("keydown", (event) => walk(event, key));
  views.set(key, view);
  return view;
}

/** @param {string} key */
function toggle(key) {
  if (!closed.delete(key)) closed.add(key);
  show();
}

/**
 * Arrows walk the table: up and down, and out of and into a branch.
 * @param {KeyboardEvent} event
 * @param {string} key
 */
function walk(event, key) {
  const row = /** @type {HTMLElement} */ (event.currentTarget);
  if (event.key === "ArrowDown") focus(row.nextElementSibling);
  else if (event.key === "ArrowUp") focus(row.previousElementSibling);
  else if (event.key === "ArrowLeft" && !closed.has(key)) toggle(key);
  else if (event.key === "ArrowRight" && closed.has(key)) toggle(key);
  else return;
  event.preventDefault();
}

/** @param {Element | null} element */
function focus(element) {
  if (element instanceof HTMLElement) element.focus();
}

/** @param {boolean} tree */
function arrange(tree) {
  choice.tree = tree;
  at("tree").setAttribute("aria-pressed", String(tree));
  at("flat").setAttribute("aria-pressed", String(!tree));
  showSort();
  show();
}

/** @param {string} column */
function sortBy(column) {
  choice.down = choice.sort === column && !choice.down;
  choice.sort = column;
  arrange(false);
}

function showSort() {
  for (const button of document.querySelectorAll("[data-sort]")) {
    const header = /** @type {Element} */ (button.parentElement);
    if (choice.tree || button.getAttribute("data-sort") !== choice.sort) header.removeAttribute("aria-sort");
    else header.setAttribute("aria-sort", choice.down ? "descending" : "ascending");
  }
}

async function live() {
  if (at("live").checked && !document.hidden) await refresh();
  setTimeout(live, INTERVAL);
}

at("tree").onclick = () => arrange(true);
at("flat").onclick = () => arrange(false);
at("filter").oninput = () => {
  choice.text = at("filter").value;
  show();
};
at("errors").onchange = () => {
  choice.errors = at("errors").checked;
  show();
};
for (const button of document.querySelectorAll("[data-sort]")) {
  button.addEventListener("click", () => sortBy(button.getAttribute("data-sort") ?? ""));
}
await refresh();
live();
