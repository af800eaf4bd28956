/** @import { Step } from "./types" */
import { folded, made } from "./dom.js";

/** @param {unknown} value */
export function pretty(value) {
  return typeof value === "string" ? unpacked(value) : JSON.stringify(value, null, 2);
}

/**
 * JSON in a text, as tools often answer, on lines of its own; any other text as it is.
 * @param {string} text
 */
function unpacked(text) {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const LONG = 4;
// Their result stands in their line.
const DECISIONS = ["approves", "ask", "denies", "deny"];

/**
 * What a step was given and what came of it, whole; folded where it is long. Of an error that stands above the story, only
 * the first line.
 * @param {Step} step
 * @param {string} message
 */
export function details(step, message) {
  const parts = [];
  const given = step.arguments ?? {};
  const called = given["arguments"];
  const shown =
    called && typeof called === "object" && Object.keys(called).length ? called : calls(step) ? null : given;
  // Short arguments stand in the call already.
  if (shown && Object.keys(shown).length && step.call.includes("…")) parts.push(value("Arguments", shown));
  const result = outcome(step.outcome);
  const isNothing = result === undefined || result === null || result === "" || result === "null";
  if (!isNothing && !(DECISIONS.includes(step.verb) && isShort(step.result))) parts.push(value(titleOf(step), result));
  if (step.error) parts.push(made("pre", "wrong", isTold(step.error, message) ? firstLine(step.error) : step.error));
  return parts;
}

/**
 * @param {string} error
 * @param {string} message
 */
function isTold(error, message) {
  const text = firstLine(error);
  return message.includes(text.slice(text.indexOf(": ") + 2));
}

/** @param {string} text */
function firstLine(text) {
  return text.split("\n", 1)[0] ?? "";
}

/**
 * Whether a call was refused by the policy or a human; every server says so in the same words.
 * @param {Step} step
 */
export function refusal(step) {
  return failed(step) && /^policy_denied/.test(String(outcome(step.outcome)));
}

/** @param {Step} step */
function failed(step) {
  const { outcome } = step;
  return Boolean(outcome && typeof outcome === "object" && "is_error" in outcome && outcome.is_error);
}

/** @param {Step} step */
function titleOf(step) {
  if (refusal(step)) return "Refused";
  return failed(step) ? "Error" : "Result";
}

/**
 * Whether a text stands in its line already, uncut.
 * @param {string} text
 */
function isShort(text) {
  return !text.endsWith("…");
}

/** @param {Step} step */
function calls(step) {
  return ["ask", "approves", "call", "denies", "deny", "tool"].includes(step.verb);
}

/** @param {unknown} result */
function outcome(result) {
  if (!result || typeof result !== "object") return result;
  // Of a program that was run, what it wrote.
  if ("output" in result) return result.output;
  return "text" in result ? result.text : result;
}

/**
 * @param {string} title
 * @param {unknown} content
 */
function value(title, content) {
  const text = pretty(content);
  return folded(title, text.split("\n").length <= LONG && text.length < 300, made("pre", "", text));
}
