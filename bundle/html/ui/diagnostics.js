// For app developers: badges on elements whose binding fails, and what the variables page asks: outlines of elements, and
// values to send, and what people do.
// Badges are switched off by `<meta name="ui-badges" content="off">` in index.html or `?badges=off` in the address.

import { pathsOf, tellActions } from "./actions.js";
import { Binding } from "./binding.js";
import { observeFaults } from "./errors.js";
import { Overlay } from "./overlay.js";
import { same } from "./values.js";

/**
 * @param {import('./app.js').App} app
 * @param {string} session
 */
export function diagnose(app, session) {
  const overlay = new Overlay();
  if (wantsBadges())
    observeFaults((element, fault) => overlay.badge(element, fault && `${fault.code}: ${fault.description}`));
  point(app, overlay, session);
}

function wantsBadges() {
  const meta = document.querySelector('meta[name="ui-badges"]')?.getAttribute("content");
  return (new URLSearchParams(location.search).get("badges") ?? meta) !== "off";
}

/**
 * What the variables page asks of the tabs: to outline the element of the variable that is pointed at there, to say what
 * that is, to send a value, and to tell what people do.
 * @param {import('./app.js').App} app
 * @param {Overlay} overlay
 * @param {string} session
 */
function point(app, overlay, session) {
  const channel = new BroadcastChannel(`ui-variables-${session}`);
  const tab = Math.random().toString(36);
  const pointer = {};
  let isTelling = false;
  channel.onmessage = ({ data }) => {
    if (data.answer || data.told || data.ready) return;
    if (data.listens) {
      if (!isTelling) tellActions(app, (told) => channel.postMessage({ told, tab }));
      isTelling = true;
      return;
    }
    const variable = app.store.get(data.id);
    if (data.ask) {
      const isMeant = variable && same(pathsOf(variable), data.places) && (data.tab ?? tab) === tab;
      const reply = (/** @type {object} */ answer) => channel.postMessage({ answer: data.ask, tab, ...answer });
      if (isMeant && data.tab) write(app, variable, data.value, reply);
      else if (isMeant) reply({ element: wordsOf(variable.listener) });
      return;
    }
    overlay.remove(pointer);
    // Every tab numbers its variables itself, so the path has to match too.
    if (!variable || (variable.id > 1 && variable.path !== data.path)) return;
    const { element } = variable.listener;
    if (element) overlay.outline(pointer, element);
  };
  // Who listens to what people do has to ask a new tab for it.
  channel.postMessage({ ready: tab });
}

/**
 * Send a value as the element that shows the variable would, and tell what the server has answered.
 * @param {import('./app.js').App} app
 * @param {import('./variables.js').Variable} variable
 * @param {Value} value
 * @param {(answer: { error?: string }) => void} reply
 */
function write(app, variable, value, reply) {
  const { listener } = variable;
  if (listener instanceof Binding) listener.put(value);
  else app.store.update(variable, value);
  if (app.connection.state !== "live")
    reply({ error: "The tab has no connection to the server: it sends the value when it has one again." });
  else app.store.fence(() => reply({ error: variable.error?.description }));
}

/** @param {Listener} listener */
function wordsOf(listener) {
  const { element } = listener;
  if (!element) return "";
  const attribute = listener instanceof Binding ? ` ${listener.plan.attribute}` : "";
  return `<${element.localName}${element.id && ` id="${element.id}"`}>${attribute}`;
}
