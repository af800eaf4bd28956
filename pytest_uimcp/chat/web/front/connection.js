/** @import { Frame, ResultFrame } from "./types" */

const FIRST_DELAY = 300;
const LONGEST_DELAY = 5000;
/** How long a request waits for its result while the connection is up. */
const PATIENCE = 30_000;

/** The server refused a request; `code` says why. */
export class Refused extends Error {
  /** @param {{ code: string, message: string }} error */
  constructor(error) {
    super(error.message);
    this.code = error.code;
  }
}

/**
 * The WebSocket to the server, reopened whenever it is lost.
 */
export class Connection {
  /**
   * @param {(frame: Frame) => void} receive
   * @param {(state: "open" | "lost" | "closed") => void} changed  "closed": the session is over
   */
  constructor(receive, changed) {
    this.receive = receive;
    this.changed = changed;
    /** @type {WebSocket | undefined} */
    this.socket = undefined;
    /** @type {Map<number, { done: (result: ResultFrame) => void, lost: () => void }>} */
    this.waiting = new Map();
    this.requests = 0;
    this.delay = FIRST_DELAY;
  }

  open() {
    const socket = new WebSocket(new URL("/live", location.href.replace(/^http/, "ws")));
    this.socket = socket;
    socket.onopen = () => {
      this.delay = FIRST_DELAY;
      this.changed("open");
    };
    socket.onmessage = (event) => this.take(JSON.parse(event.data));
    socket.onclose = () => void this.reopen();
  }

  /**
   * Send a request and wait for what the server answers.
   *
   * @param {Record<string, unknown>} request
   * @returns {Promise<unknown>}
   */
  ask(request) {
    const socket = this.socket;
    if (socket?.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Error("The server cannot be reached now. Try again once it is."));
    }
    const number = ++this.requests;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error("The server has not answered. Try again.")), PATIENCE);
      this.waiting.set(number, {
        done: (result) => {
          clearTimeout(late);
          if (result.error) reject(new Refused(result.error));
          else resolve(result.ok);
        },
        lost: () => {
          clearTimeout(late);
          reject(new Error("The connection was lost before the server answered. Try again."));
        },
      });
      socket.send(JSON.stringify({ ...request, request: number }));
    });
  }

  /** @param {Frame} frame */
  take(frame) {
    if (!("type" in frame) || frame.type !== "result") {
      this.receive(frame);
      return;
    }
    this.waiting.get(frame.request)?.done(frame);
    this.waiting.delete(frame.request);
  }

  async reopen() {
    for (const { lost } of this.waiting.values()) lost();
    this.waiting.clear();
    // A refused WebSocket does not say why.
    const session = await fetch("/session").catch(() => undefined);
    if (session?.status === 401) {
      this.changed("closed");
      return;
    }
    this.changed("lost");
    setTimeout(() => this.open(), this.delay);
    this.delay = Math.min(this.delay * 2, LONGEST_DELAY);
  }
}
