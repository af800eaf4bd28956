// Between the socket and the variables: when messages come faster than the page can show them, those of one
// variable become one. The rule is to rest as long as one has worked, so that people keep half of the thread.

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
