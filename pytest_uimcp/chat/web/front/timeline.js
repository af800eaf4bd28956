/** @import { ChangedState, Item, StateFrame } from "./types" */

import { found } from "./dom.js";
import { drawn } from "./items.js";

/** So near to the end still counts as being there. */
const NEAR = 80;

/**
 * The list of items. Only what is new or has changed is drawn, so that a reader keeps selection and place.
 */
export class Timeline {
  constructor() {
    this.log = found("log", HTMLDivElement);
    this.list = found("timeline", HTMLOListElement);
    this.empty = found("empty", HTMLParagraphElement);
    this.older = found("older", HTMLParagraphElement);
    this.latest = found("latest", HTMLButtonElement);
    this.seq = -1;
    /** @type {Map<string, { text: string, element: HTMLLIElement, callId: string }>} */
    this.shown = new Map();
    this.latest.onclick = () => this.toEnd();
    /** Whether the reader is at the end, and wants to stay there. */
    this.stuck = true;
    this.top = 0;
    this.log.onscroll = () => this.scrolled();
    // What appears below takes room away; who read the end goes on reading it.
    new ResizeObserver(() => this.stuck && this.toEnd()).observe(this.log);
  }

  /** @param {StateFrame} frame */
  take(frame) {
    const { payload } = frame;
    if (payload.type === "ui_state_changed" && payload.seq <= this.seq) return;
    const first = this.seq < 0;
    this.scrolled(); // the event of a scroll may not have come yet
    this.seq = payload.seq;
    const stay = !first && !this.stuck;
    const added =
      payload.type === "ui_state_snapshot" ? this.replace(payload.state.items, frame) : this.change(payload, frame);
    this.older.hidden = !frame.truncated;
    this.empty.hidden = this.shown.size > 0;
    // What was there from the beginning is not news for a screen reader.
    if (first) requestAnimationFrame(() => this.log.setAttribute("aria-live", "polite"));
    if (!stay) this.toEnd();
    else if (added) this.latest.hidden = false;
  }

  /**
   * Show these items and no others; whether any is new.
   *
   * @param {Item[]} items
   * @param {StateFrame} frame
   */
  replace(items, frame) {
    const kept = new Set(items.map((item) => item.id));
    this.remove([...this.shown.keys()].filter((id) => !kept.has(id)));
    const added = this.show(items, frame);
    const elements = items.flatMap((item) => this.shown.get(item.id)?.element ?? []);
    // Only if need be: moving an element takes a selection in it away.
    const own = new Set(elements);
    const present = [...this.list.children].filter((child) => child instanceof HTMLLIElement && own.has(child));
    if (elements.some((element, place) => present[place] !== element)) this.list.append(...elements);
    return added;
  }

  /**
   * @param {ChangedState} payload
   * @param {StateFrame} frame
   */
  change({ gone, items }, frame) {
    this.remove(gone);
    return this.show(items, frame);
  }

  /**
   * The step of a call, the latest if several calls have the id.
   *
   * @param {string} callId
   */
  stepOf(callId) {
    return [...this.shown.values()].findLast((shown) => shown.callId === callId)?.element;
  }

  /** @param {string[]} ids */
  remove(ids) {
    for (const id of ids) {
      this.shown.get(id)?.element.remove();
      this.shown.delete(id);
    }
  }

  /**
   * Draw what has changed in its place, and what is new at the end; whether anything is new.
   *
   * @param {Item[]} items
   * @param {StateFrame} frame
   */
  show(items, { html, who }) {
    let added = false;
    for (const item of items) {
      const before = this.shown.get(item.id);
      const text = JSON.stringify([item, who[item.id]]);
      if (before?.text === text) continue;
      const element = drawn(item, html[item.id], who[item.id]);
      if (before) replaced(before.element, element);
      else this.list.append(element);
      added ||= before === undefined;
      this.shown.set(item.id, { text, element, callId: item.kind === "Tool" ? item.tool_call.call_id : "" });
    }
    return added;
  }

  /** What is behind the items has become longer: who reads the end goes on reading it. */
  grown() {
    if (this.stuck) this.toEnd();
  }

  scrolled() {
    // Only scrolling up leaves the end; when it is further away for another reason, it has moved since.
    if (this.atEnd()) this.stuck = true;
    else if (this.log.scrollTop < this.top) this.stuck = false;
    this.top = this.log.scrollTop;
    if (this.stuck) this.latest.hidden = true;
  }

  atEnd() {
    return this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < NEAR;
  }

  toEnd() {
    this.log.scrollTop = this.log.scrollHeight;
    this.top = this.log.scrollTop;
    this.stuck = true;
    this.latest.hidden = true;
  }
}

/**
 * Put an item in the place of its earlier version; what a reader has opened stays open.
 *
 * @param {HTMLLIElement} before
 * @param {HTMLLIElement} next
 */
function replaced(before, next) {
  const [was, is] = [before.querySelector("details"), next.querySelector("details")];
  if (was && is) is.open = was.open;
  const focused = before.contains(document.activeElement);
  before.replaceWith(next);
  if (focused) next.querySelector("summary")?.focus();
}
