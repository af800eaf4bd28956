/** @import { ExecContent, Item, JsonContent, Tool, Who } from "./types" */

import { made } from "./dom.js";
import { time } from "./moments.js";

const DECISIONS = { approve: "Approved", deny_continue: "Denied", deny_abort: "Denied, and the run stopped" };
/** The longest value that is written on one line. */
const SHORT = 100;

/**
 * An item of the timeline. `html` is what is said in it as the server has rendered it, `who` the human who said it.
 *
 * @param {Item} item
 * @param {string | undefined} html
 * @param {Who | undefined} who
 * @returns {HTMLLIElement}
 */
export function drawn(item, html, who) {
  switch (item.kind) {
    case "UserMessage":
      return said(who && !who.you ? "user other" : "user", name(who), item.ts, words(item.text, html));
    case "AssistantMarkdown":
      return said("assistant", "Assistant", item.ts, words(item.md, html));
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

/** @param {Who | undefined} who */
function name(who) {
  if (who === undefined) return "Human";
  return who.you ? "You" : who.name || "Somebody else";
}

/**
 * @param {string} text
 * @param {string | undefined} html
 */
function words(text, html) {
  if (html === undefined) return made("p", { class: "text", dir: "auto" }, text);
  const body = made("div", { class: "markdown", dir: "auto" });
  // The server has rendered it and escaped whatever HTML the message contains.
  body.innerHTML = html;
  return body;
}

/** @param {Tool} item */
function tool(item) {
  const { content, tool_call: call } = item;
  const state = condition(item);
  const summary = made(
    "summary",
    {},
    content.content_kind === "Exec"
      ? made("code", { class: "name" }, content.cmd)
      : made("code", { class: "name" }, call.name, ...subject(content.args)),
    made("span", { class: `state ${state.kind}` }, state.words),
  );
  const parts = content.content_kind === "Exec" ? execParts(call.name, content) : jsonParts(call.args_json, content);
  return made("li", { class: "tool" }, made("details", {}, summary, ...parts));
}

/**
 * What a call is about, beside its name: the first of its arguments that is a short text of one line.
 *
 * @param {unknown} args
 */
function subject(args) {
  if (typeof args !== "object" || args === null) return [];
  const [first] = Object.values(args);
  if (typeof first !== "string" || first === "" || first.length > SHORT || first.includes("\n")) return [];
  return [" ", made("small", {}, first)];
}

/** @param {Tool} item */
function condition(item) {
  const { content, decision } = item;
  if (item.approval === "pending" && decision === null) return { kind: "waiting", words: "Waits for approval" };
  if (decision !== null && decision !== "approve") return { kind: "failed", words: DECISIONS[decision] };
  if (content.is_error) return { kind: "failed", words: "Failed" };
  const over =
    content.content_kind === "Exec" ? content.stdout !== null || content.exit_code !== null : content.is_error !== null;
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
  return [...part("Tool", name), ...part("Output", content.stdout ?? ""), ...part("Errors", content.stderr ?? "")];
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
  return (
    Object.entries(value)
      .map(([name, one]) => `${name}: ${line(one)}`)
      .join("\n") || "{}"
  );
}

/** @param {unknown} value */
function line(value) {
  const short = JSON.stringify(value);
  return short.length <= SHORT ? short : JSON.stringify(value, null, 2);
}
