// The variables page: every variable of a session, as a tree or a list, as it changes. Pointing at a row points at its
// element in the tabs that show the session; choosing it shows all that is known of it.

import { ActionLog } from "./ui/action-log.js";
import { sessionId } from "./ui/session.js";
import { Details, Past } from "./ui/variable-details.js";
import { RowView } from "./ui/variable-row-view.js";
import { byTree, countsOf, matches, objectsOf, sorted, summaryOf } from "./ui/variable-rows.js";
import { Tabs } from "./ui/variable-tabs.js";

/** How often to look while there is somebody to see it. */
const INTERVAL = 700;

// At /variables, the cookie names the session.
const session = sessionId() ?? "";
const data = `/${session}/variables.json`;
const tabs = new Tabs(session);
const past = new Past();

/** @type {VariableRow[]} */
let rows = [];
/** @type {Map<string, RowView>} */
const views = new Map();
/** @type {Set<string>} */
const closed = new Set();
const choice = { tree: true, text: "", errors: false, sort: "", down: false, key: "" };

/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);
const table = at("rows");
const details = new Details(at("details"), tabs, () => close());

/** Connections number their variables each for themselves. @param {VariableRow} row */
const keyOf = ({ connection = 0, id }) => `${connection}:${id}`;

async function refresh() {
  const response = await fetch(data, { cache: "no-store" }).catch(() => null);
  if (!response?.ok) {
    at("summary").textContent = response?.status === 404 ? "The session has ended" : "The server does not answer";
    return;
  }
  rows = await response.json();
  past.see(rows, objectsOf(rows), keyOf);
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
  const countOf = countsOf(rows);
  for (const { row, depth, isOpen } of ordered) {
    const key = keyOf(row);
    used.add(key);
    const view = views.get(key) ?? newView(key);
    view.show(row, { depth, isOpen, tree: choice.tree, isChosen: key === choice.key, count: countOf(row) }, objects);
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
  at("details").hidden = !choice.key;
  if (choice.key) showDetails(objects);
}

/** @param {ReturnType<typeof objectsOf>} objects */
function showDetails(objects) {
  const key = choice.key;
  const row = rows.find((row) => keyOf(row) === key) ?? null;
  details.show(row, { key, rows, objects, places: row ? placesOf(row) : [], past: past.of(key) });
}

/** The paths from the app down to a variable. @param {VariableRow} row @returns {string[]} */
function placesOf(row) {
  const parents = [keyOf({ ...row, id: row.parentId }), `0:${row.parentId}`];
  const parent = rows.find((row) => parents.includes(keyOf(row)));
  return parent && parent !== row ? [...placesOf(parent), row.path] : [row.path];
}

/** The choice stands in the address, so that it can be sent as a link. @param {string} key */
function choose(key) {
  choice.key = key;
  history.replaceState(null, "", key ? `#${key}` : location.pathname + location.search);
  show();
  views.get(key)?.element.scrollIntoView({ block: "nearest" });
}

/** What the address names: `#1:3` of the first connection, `#3` of any, or the first with a path, `#search`. */
function chosenByAddress() {
  const name = decodeURIComponent(location.hash.slice(1));
  const row = rows.find((row) => name !== "" && [keyOf(row), String(row.id), row.path].includes(name));
  if (row) choose(keyOf(row));
}

/** Close the details, and go back to the row that they were of. */
function close() {
  const row = views.get(choice.key)?.element ?? null;
  choose("");
  focus(row);
}

/** @param {string} key */
function newView(key) {
  const view = new RowView(() => toggle(key));
  const point = () => tabs.point({ id: view.row.id, path: view.row.path });
  view.element.addEventListener("mouseenter", point);
  view.element.addEventListener("focusin", point);
  view.element.addEventListener("click", ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) choose(key);
  });
  view.element.addEventListener("mouseleave", () => tabs.point({}));
  view.element.addEventListener("focusout", () => tabs.point({}));
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
 * Arrows walk the table: up and down, and out of and into a branch. Enter goes to the details, the space bar shows them.
 * @param {KeyboardEvent} event
 * @param {string} key
 */
function walk(event, key) {
  const row = /** @type {HTMLElement} */ (event.currentTarget);
  if (event.key === "ArrowDown") focus(row.nextElementSibling);
  else if (event.key === "ArrowUp") focus(row.previousElementSibling);
  else if (event.key === "Home") focus(table.firstElementChild);
  else if (event.key === "End") focus(table.lastElementChild);
  else if (event.key === "Enter" && event.target === row) {
    choose(key);
    details.enter();
  } else if (event.key === " " && event.target === row) choose(choice.key === key ? "" : key);
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

at("details").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
  if (event.key === "Escape") close();
});
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
/** Tabs tell what people do once there is a log. @type {ActionLog | null} */
let log = null;
at("log").onchange = () => {
  if (!log) {
    log = new ActionLog();
    log.follow(session);
    at("actions").append(log.element);
  }
  at("actions").hidden = !at("log").checked;
};
for (const button of document.querySelectorAll("[data-sort]")) {
  button.addEventListener("click", () => sortBy(button.getAttribute("data-sort") ?? ""));
}
addEventListener("hashchange", chosenByAddress);
await refresh();
chosenByAddress();
live();
