// A queue between the socket and the variables. When messages arrive faster than the page can show them, those of one
// variable are merged. After each batch it pauses for as long as the batch took, so half of the thread stays free.

export class Inbox {
  /** @type {Message[]} */
  #messages = [];
  #apply;
  #restUntil = 0;
  #timer = 0;

  /** @param {(messages: Message[]) => void} apply */
  constructor(apply) {
    this.#apply = apply;
  }

  /** @param {Message[]} messages */
  put(messages) {
    for (const message of messages) this.#messages.push(message);
    if (this.#timer) return;
    const rest = this.#restUntil - performance.now();
    if (rest <= 0) this.#drain();
    else this.#timer = setTimeout(() => this.#drain(), rest);
  }

  #drain() {
    this.#timer = 0;
    const start = performance.now();
    const messages = this.#messages;
    this.#messages = [];
    this.#apply(messages);
    const end = performance.now();
    this.#restUntil = end + (end - start);
  }
}
