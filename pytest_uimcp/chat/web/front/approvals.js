/** @import { Answer, Approval } from "./types" */
/** @import { Connection } from "./connection.js" */

import { found, made } from "./dom.js";
import { pretty } from "./items.js";

/** @type {[Answer, string, string][]} */
const BUTTONS = [
  ["approve", "Approve", "Make this call"],
  ["deny_continue", "Deny", "Do not make this call; the agent goes on"],
  ["deny_abort", "Deny and stop", "Do not make this call, and end the agent's run"],
];

/**
 * The calls that wait for the human.
 */
export class Approvals {
  /** @param {Connection} connection */
  constructor(connection) {
    this.connection = connection;
    this.section = found("approvals", HTMLElement);
    this.title = found("approvals-title", HTMLHeadingElement);
    this.list = found("pending", HTMLUListElement);
    this.announcement = found("announcement", HTMLParagraphElement);
    /** @type {Map<string, HTMLLIElement>} */
    this.shown = new Map();
    /** The item that the human has just answered. */
    this.answered = "";
  }

  /** @param {Approval[]} pending */
  show(pending) {
    const waiting = new Set(pending.map((item) => item.id));
    let orphaned = false;
    for (const [id, element] of this.shown) {
      if (waiting.has(id)) continue;
      orphaned ||= id === this.answered || element.contains(document.activeElement);
      element.remove();
      this.shown.delete(id);
    }
    for (const item of pending) {
      if (this.shown.has(item.id)) continue;
      const element = this.drawn(item);
      this.shown.set(item.id, element);
      this.list.append(element);
    }
    this.section.hidden = pending.length === 0;
    this.title.textContent = pending.length === 1 ? "1 call waits for you" : `${pending.length} calls wait for you`;
    this.announcement.textContent = pending.length ? this.title.textContent : "";
    document.title = pending.length ? `(${pending.length}) Chat` : "Chat";
    // Whoever answers with the keyboard goes on from the next one, or writes. Not from its first button: a key that is
    // held down would answer it, too.
    if (orphaned) (this.list.querySelector("li") ?? found("message", HTMLTextAreaElement)).focus();
  }

  /** @param {Approval} item */
  drawn(item) {
    const reason = made("input", { type: "text", maxlength: "2000", autocomplete: "off" });
    const problem = made("p", { class: "problem", role: "alert" });
    const name = made("h3", {}, made("code", {}, item.name));
    const buttons = BUTTONS.map(([answer, words, title]) => {
      const button = made(
        "button",
        { type: "button", class: answer, title, "aria-label": `${words}: ${item.name}` },
        words,
      );
      button.onclick = () => void this.decide(item, answer, reason.value.trim(), buttons, problem);
      return button;
    });
    return made(
      "li",
      { tabindex: "-1", "aria-label": item.name },
      name,
      ...(item.rationale ? [made("p", { class: "rationale" }, item.rationale)] : []),
      made(
        "pre",
        { tabindex: "0", "aria-label": `Arguments of ${item.name}` },
        pretty(item.args ?? item.args_json ?? {}),
      ),
      made("label", {}, "Reason (optional)", reason),
      made("div", { class: "buttons" }, ...buttons),
      problem,
    );
  }

  /**
   * @param {Approval} item
   * @param {Answer} decision
   * @param {string} reason
   * @param {HTMLButtonElement[]} buttons
   * @param {HTMLElement} problem
   */
  async decide(item, decision, reason, buttons, problem) {
    this.answered = item.id;
    const focused = document.activeElement;
    for (const button of buttons) button.disabled = true;
    problem.textContent = "";
    try {
      await this.connection.ask({ type: "decide", id: item.id, decision, reason: reason || null });
    } catch (error) {
      this.answered = "";
      problem.textContent = error instanceof Error ? error.message : String(error);
      for (const button of buttons) button.disabled = false;
      if (focused instanceof HTMLElement) focused.focus();
    }
  }
}
