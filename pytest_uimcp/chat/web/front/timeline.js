/** @import { Item, StateFrame } from "./types" */

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
    /** @type {Map<string, { text: string, element: HTMLLIElement }>} */
    this.shown = new Map();
    /** @type {Map<string, string>} */
    this.html = new Map();
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
    if (payload.type === "ui_state_updated" && payload.seq <= this.seq) return;
    const first = this.seq < 0;
    this.scrolled(); // the event of a scroll may not have come yet
    this.seq = payload.seq;
    for (const [id, html] of Object.entries(frame.html)) this.html.set(id, html);
    const stay = !first && !this.stuck;
    const added = this.show(payload.state.items);
    this.older.hidden = !frame.truncated;
    this.empty.hidden = payload.state.items.length > 0;
    // What was there from the beginning is not news for a screen reader.
    if (first) requestAnimationFrame(() => this.log.setAttribute("aria-live", "polite"));
    if (!stay) this.toEnd();
    else if (added) this.latest.hidden = false;
  }

  /** @param {Item[]} items */
  show(items) {
    let added = false;
    const kept = new Set(items.map((item) => item.id));
    for (const [id, { element }] of this.shown) {
      if (kept.has(id)) continue;
      element.remove();
      this.shown.delete(id);
      this.html.delete(id);
    }
    for (const [place, item] of items.entries()) {
      const before = this.shown.get(item.id);
      const text = JSON.stringify(item);
      let element = before?.element;
      if (element === undefined || before?.text !== text) {
        const next = drawn(item, this.html.get(item.id));
        if (element) replaced(element, next);
        else added = true;
        element = next;
        this.shown.set(item.id, { text, element });
      }
      if (this.list.children[place] !== element) this.list.insertBefore(element, this.list.children[place] ?? null);
    }
    return added;
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
