/** @import { AssistantMarkdown, ExecContent, Item, JsonContent, Tool } from "./types" */

import { made } from "./dom.js";

const DECISIONS = { approve: "Approved", deny_continue: "Denied", deny_abort: "Denied, and the run stopped" };
/** The longest value that is written on one line. */
const SHORT = 100;

/**
 * An item of the timeline. `html` is the rendered Markdown of what the assistant said.
 *
 * @param {Item} item
 * @param {string | undefined} html
 * @returns {HTMLLIElement}
 */
export function drawn(item, html) {
  switch (item.kind) {
    case "UserMessage":
      return said("user", "You", item.ts, made("p", { class: "text", dir: "auto" }, item.text));
    case "AssistantMarkdown":
      return said("assistant", "Assistant", item.ts, answer(item, html));
    case "EndTurn":
      return made("li", { class: "end" }, made("span", {}, "End of turn"));
    case "Tool":
      return tool(item);
  }
}

/**
 * @param {string} side
 * @param {string} name
 * @param {string} ts
 * @param {HTMLElement} body
 */
function said(side, name, ts, body) {
  return made("li", { class: `said ${side}` }, made("p", { class: "who" }, made("b", {}, name), " ", time(ts)), body);
}

/**
 * @param {AssistantMarkdown} item
 * @param {string | undefined} html
 */
function answer(item, html) {
  const body = made("div", { class: "markdown", dir: "auto" });
  // The server has rendered it and escaped whatever HTML the message contains.
  if (html === undefined) body.textContent = item.md;
  else body.innerHTML = html;
  return body;
}

/** @param {string} ts */
function time(ts) {
  const moment = new Date(ts);
  const options = /** @type {const} */ ({ hour: "2-digit", minute: "2-digit" });
  const shown = Number.isNaN(moment.getTime()) ? "" : moment.toLocaleTimeString([], options);
  return made("time", { datetime: ts, title: Number.isNaN(moment.getTime()) ? "" : moment.toLocaleString() }, shown);
}

/** @param {Tool} item */
function tool(item) {
  const { content, tool_call: call } = item;
  const state = condition(item);
  const summary = made(
    "summary",
    {},
    made("code", { class: "name" }, content.content_kind === "Exec" ? content.cmd : call.name),
    made("span", { class: `state ${state.kind}` }, state.words),
  );
  const parts = content.content_kind === "Exec" ? execParts(call.name, content) : jsonParts(call.args_json, content);
  return made("li", { class: "tool" }, made("details", {}, summary, ...parts));
}

/** @param {Tool} item */
function condition(item) {
  const { content, decision } = item;
  if (item.approval === "pending" && decision === null) return { kind: "waiting", words: "Waits for approval" };
  if (decision !== null && decision !== "approve") return { kind: "failed", words: DECISIONS[decision] };
  if (content.is_error) return { kind: "failed", words: "Failed" };
  const over = content.content_kind === "Exec" ? content.stdout !== null || content.exit_code !== null : content.is_error !== null;
  if (!over) return { kind: "running", words: "Running" };
  if (content.content_kind === "Exec" && content.exit_code) {
    return { kind: "failed", words: `Exit code ${content.exit_code}` };
  }
  return { kind: "done", words: decision === "approve" ? "Approved, done" : "Done" };
}

/**
 * @param {string} name
 * @param {ExecContent} content
 */
function execParts(name, content) {
  return [
    ...part("Tool", name),
    ...part("Output", content.stdout ?? ""),
    ...part("Errors", content.stderr ?? ""),
  ];
}

/**
 * @param {string | null} args
 * @param {JsonContent} content
 */
function jsonParts(args, content) {
  const given = content.args === null ? (args ?? "") : pretty(content.args);
  return [...part("Arguments", given), ...part("Result", content.result === null ? "" : pretty(content.result))];
}

/**
 * @param {string} title
 * @param {string} text
 */
function part(title, text) {
  return text === "" ? [] : [made("h3", {}, title), made("pre", { tabindex: "0" }, text)];
}

/**
 * A value as text to read: an object has a line for each of its parts while they are short.
 *
 * @param {unknown} value
 */
export function pretty(value) {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value, null, 2);
  return Object.entries(value).map(([name, one]) => `${name}: ${line(one)}`).join("\n") || "{}";
}

/** @param {unknown} value */
function line(value) {
  const short = JSON.stringify(value);
  return short.length <= SHORT ? short : JSON.stringify(value, null, 2);
}
