// What people do in a page, and what follows: told on a channel as soon as somebody listens there, such as the log of the
// variables page or of a gallery of views.

import { Binding } from "./binding.js";
import { isObject, same, textOf } from "./values.js";

const LONGEST = 80;

/** @typedef {{ kind: "action" | "change" | "fault", path: string, text: string, element: string, time: number }} Told */

/**
 * @param {import('./app.js').App} app
 * @param {(told: Told) => void} tell
 */
export function tellActions(app, tell) {
  const { connection, store } = app;
  const { sendUser, onMessages } = connection;

  connection.sendUser = (message) => {
    const variable = store.get(message.data.varId ?? 0);
    if (variable && message.type === "update") tell(actionOf(variable, message.data.value));
    sendUser.call(connection, message);
  };
  connection.onMessages = (messages) => {
    for (const { type, data } of messages) {
      const variable = store.get(data.varId ?? 0);
      if (!variable) continue;
      // The first value of what has just been drawn is no change.
      if (type === "update" && data.value !== undefined && variable.notified && !same(data.value, variable.value))
        tell(changeOf(variable, data));
      if (type === "error") tell(toldOf("fault", variable, data.description ?? ""));
    }
    onMessages(messages);
  };
}

/**
 * @param {import('./variables.js').Variable} variable
 * @param {MessageData} data
 */
function changeOf(variable, { value = null, properties }) {
  const { type } = variable.properties;
  return toldOf(
    "change",
    variable,
    `${shortOf(variable, variable.value, type)} → ${shortOf(variable, value, properties?.type ?? type)}`,
  );
}

/**
 * @param {import('./variables.js').Variable} variable
 * @param {Value | undefined} value
 */
function actionOf(variable, value = null) {
  const isCall = variable.properties.access === "action";
  return toldOf("action", variable, isCall && value === null ? "" : shortOf(variable, value));
}

/**
 * @param {Told["kind"]} kind
 * @param {import('./variables.js').Variable} variable
 * @param {string} text
 * @returns {Told}
 */
function toldOf(kind, variable, text) {
  return { kind, path: pathsOf(variable).slice(1).join(" › "), text, element: elementOf(variable), time: Date.now() };
}

/**
 * The paths from the app down to a variable.
 * @param {import('./variables.js').Variable | null} variable
 * @returns {string[]}
 */
export function pathsOf(variable) {
  return variable ? [...pathsOf(variable.parent), variable.path] : [];
}

/**
 * @param {import('./variables.js').Variable} variable
 * @param {Value} value
 * @param {string} [type] of an object
 */
function shortOf({ listener }, value, type) {
  // What nobody is to see on the page is not seen here.
  if (listener.element?.matches("[type='password']")) return "***";
  if (Array.isArray(value)) return value.length === 1 ? "1 item" : `${value.length} items`;
  const text = typeof value === "string" ? JSON.stringify(value) : textOf(value);
  if (isObject(value)) return type ?? text;
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text || "nothing";
}

/**
 * The element as people would call it: `button "Save"`.
 * @param {import('./variables.js').Variable} variable
 */
function elementOf({ listener }) {
  if (!(listener instanceof Binding)) return "";
  const { element } = listener;
  const label = "labels" in element ? /** @type {HTMLInputElement} */ (element).labels?.[0] : null;
  const isField = element.matches("input, select, textarea");
  const names = [
    element.ariaLabel,
    label?.textContent,
    element.getAttribute("placeholder"),
    isField ? "" : element.textContent,
  ];
  const name = names.map((text) => (text ?? "").trim().replace(/\s+/g, " ")).find(Boolean) ?? "";
  return name ? `${element.localName} ${JSON.stringify(name.slice(0, LONGEST))}` : element.localName;
}
