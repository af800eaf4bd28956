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
 * The calls that wait for the human: each below its step in the conversation, or at the end of the page if it has none.
 */
export class Approvals {
  /**
   * @param {Connection} connection
   * @param {(callId: string) => HTMLElement | undefined} stepOf  where the conversation has a call
   * @param {() => void} grown  called when the conversation has become longer
   */
  constructor(connection, stepOf, grown) {
    this.connection = connection;
    this.stepOf = stepOf;
    this.grown = grown;
    this.section = found("approvals", HTMLElement);
    this.title = found("approvals-title", HTMLHeadingElement);
    this.list = found("pending", HTMLUListElement);
    this.reveal = found("reveal", HTMLButtonElement);
    this.announcement = found("announcement", HTMLParagraphElement);
    /** @type {Map<string, { item: Approval, element: HTMLLIElement }>} */
    this.shown = new Map();
    /** The cards in the conversation that cannot be seen at present. @type {Set<Element>} */
    this.unseen = new Set();
    /** The item that the human has just answered. */
    this.answered = "";
    this.watch = new IntersectionObserver((seen) => this.see(seen), { root: found("log", HTMLDivElement) });
    this.reveal.onclick = () => this.goToUnseen();
  }

  /** @param {Approval[]} pending */
  show(pending) {
    const waiting = new Set(pending.map((item) => item.id));
    let orphaned = false;
    for (const [id, { element }] of this.shown) {
      if (waiting.has(id)) continue;
      orphaned ||= id === this.answered || element.contains(document.activeElement);
      this.watch.unobserve(element);
      this.unseen.delete(element);
      element.remove();
      this.shown.delete(id);
    }
    for (const item of pending)
      if (!this.shown.has(item.id)) this.shown.set(item.id, { item, element: this.drawn(item) });
    const words = pending.length === 1 ? "1 call waits for you" : `${pending.length} calls wait for you`;
    this.title.textContent = words;
    this.announcement.textContent = pending.length ? words : "";
    document.title = pending.length ? `(${pending.length}) Chat` : "Chat";
    this.place();
    // Whoever answers with the keyboard goes on from the next one, or writes. Not from its first button: a key that is
    // held down would answer it, too.
    const [next] = this.shown.values();
    if (orphaned) (next?.element ?? found("message", HTMLTextAreaElement)).focus();
  }

  /** Put each card below its step; called again when the conversation has changed, for a step may come later. */
  place() {
    for (const { item, element } of this.shown.values()) {
      const step = item.call_id ? this.stepOf(item.call_id) : undefined;
      const isThere = step ? step.nextElementSibling === element : element.parentElement === this.list;
      if (isThere) continue;
      const focused = document.activeElement;
      if (step) step.after(element);
      else this.list.append(element);
      // An element that is moved loses the focus.
      if (focused instanceof HTMLElement && element.contains(focused)) focused.focus();
      if (step) this.watch.observe(element);
      else this.watch.unobserve(element);
      this.unseen.delete(element);
      this.grown();
    }
    this.arrange();
  }

  /** @param {IntersectionObserverEntry[]} seen */
  see(seen) {
    for (const { target, isIntersecting } of seen) {
      if (isIntersecting || !target.isConnected) this.unseen.delete(target);
      else this.unseen.add(target);
    }
    this.arrange();
  }

  /** The part at the end of the page is there for the cards that it has, and for those that cannot be seen. */
  arrange() {
    this.reveal.hidden = this.unseen.size === 0;
    this.section.hidden = this.unseen.size === 0 && this.list.childElementCount === 0;
  }

  goToUnseen() {
    const card = [...this.shown.values()].find(({ element }) => this.unseen.has(element))?.element;
    card?.scrollIntoView({ block: "nearest" });
    card?.focus();
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
      { class: "approval", tabindex: "-1", "aria-label": item.name },
      name,
      ...(item.rationale ? [made("p", { class: "rationale" }, item.rationale)] : []),
      made(
        "pre",
        { tabindex: "0", "aria-label": `Arguments of ${item.name}` },
        pretty(item.args ?? item.args_json ?? {}),
      ),
      made(
        "div",
        { class: "answer" },
        made("label", {}, "Reason (optional)", reason),
        made("div", { class: "buttons" }, ...buttons),
      ),
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
