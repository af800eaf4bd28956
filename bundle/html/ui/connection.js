// The WebSocket to the session: receives frames, sends messages, and reconnects.
//
// Messages of one turn of the event loop leave as one frame. Messages caused by the user (`user`) are queued while the
// connection is down, and sent when resume.js says so; all others are made again from the variables.

import { pack } from "./packing.js";

/** A frame of more leaves at once, so that the server works on it while the page makes the next. */
const MOST_MESSAGES = 8000;

const FIRST_DELAY = 100;
const LONGEST_DELAY = 5000;

/** @typedef {'connecting' | 'resuming' | 'live' | 'lost' | 'gone'} State */

export class Connection {
  /** @type {State} */
  state = "connecting";
  /** @type {(messages: Message[]) => void} */
  onMessages = () => {};
  /** Called on every opening; after a reconnect, call `live()` once the page has been restored. */
  onOpen = (/** @type {boolean} */ _again) => {};
  /** @type {(state: State) => void} */
  onState = () => {};
  /** Called before a frame leaves, for what can be sent with any. */
  onFlush = () => {};

  #url;
  #sessionUrl;
  /** @type {WebSocket | null} */
  #socket = null;
  #opened = 0;
  #failures = 0;
  #timer = 0;
  /** @type {Message[]} */
  #out = [];
  /** @type {Message[]} */
  #waiting = [];
  #flushing = false;
  #urgent = false;

  /** @param {string} session the session's internal id */
  constructor(session) {
    const url = new URL(`/ws/${session}`, location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    // Identifies the page when it reconnects; the server keeps its variables for a while.
    url.searchParams.set("page", crypto.randomUUID());
    this.#url = url.href;
    this.#sessionUrl = `/${session}`;
    addEventListener("online", () => this.#hurry());
    addEventListener("pageshow", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
  }

  open() {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => this.#opens();
    socket.onmessage = (event) => this.onMessages(JSON.parse(event.data));
    socket.onclose = () => this.#closes(socket);
  }

  /** @param {Message} message */
  send(message, { urgent = true } = {}) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#out.push(message);
    this.#urgent ||= urgent;
    if (this.#out.length < MOST_MESSAGES) this.wake();
    else this.#flush();
  }

  /** A frame is to leave at the end of this turn. */
  wake() {
    if (this.#flushing) return;
    this.#flushing = true;
    queueMicrotask(() => this.#flush());
  }

  /**
   * Send a message caused by the user, once the connection is live.
   * @param {Message} message
   */
  sendUser(message) {
    if (this.state === "live") this.send(message);
    else this.#waiting.push(message);
  }

  /**
   * Queue user messages that may not have arrived again, before all others.
   * @param {Message[]} messages
   */
  waitFirst(messages) {
    this.#waiting.unshift(...messages);
  }

  /** The queued messages of the user. */
  takeWaiting() {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }

  /** The page has been restored after a reconnect. */
  live() {
    this.#become("live");
  }

  #flush() {
    this.onFlush();
    this.#flushing = false;
    const frame = { userEvent: this.#urgent, messages: pack(this.#out) };
    this.#out = [];
    this.#urgent = false;
    if (!frame.messages.length) return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  #opens() {
    this.#failures = 0;
    this.#opened += 1;
    this.#become(this.#opened > 1 ? "resuming" : "live");
    this.onOpen(this.#opened > 1);
  }

  /** @param {WebSocket} socket */
  #closes(socket) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    this.#out = [];
    if (this.state === "gone") return;
    this.#become(this.#opened ? "lost" : "connecting");
    const delay = Math.min(FIRST_DELAY * 2 ** this.#failures, LONGEST_DELAY);
    this.#failures += 1;
    // Jitter: tabs that lost the same server should not all reconnect at the same time.
    this.#timer = setTimeout(() => this.#retry(), delay * (0.75 + Math.random() / 2));
  }

  async #retry() {
    this.#timer = 0;
    // A refused upgrade gives no reason, so a plain request finds out whether the session still exists.
    const known = await fetch(this.#sessionUrl, { method: "HEAD", cache: "no-store" }).then(
      (response) => response.status !== 404,
      () => true,
    );
    if (this.#socket) return;
    if (known) this.open();
    else this.#become("gone");
  }

  #hurry() {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#retry();
  }

  /** @param {State} state */
  #become(state) {
    if (state === this.state && state !== "connecting") return;
    this.state = state;
    this.onState(state);
  }
}
