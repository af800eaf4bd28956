// How the variables page reaches the tabs of its browser that show the session: they outline the element of a variable, say
// what it is, and send a value as if it had been entered there (diagnostics.js answers).

// A tab in the background of a busy machine is slow to answer; one that shows the variable answers at once.
const PATIENCE = 5000;

/** @typedef {{ id: number, places: string[] }} Place its paths, from the app down: tabs number variables each for themselves */
/** @typedef {{ answer: number, tab: string, element?: string, error?: string }} Answer */

export class Tabs {
  #channel;
  #number = 0;
  /** @type {Map<number, (answer: Answer | null) => void>} */
  #waiting = new Map();

  /** @param {string} session */
  constructor(session) {
    this.#channel = new BroadcastChannel(`ui-variables-${session}`);
    this.#channel.onmessage = ({ data }) => this.#waiting.get(data.answer)?.(data);
  }

  /** @param {{ id: number, path: string } | {}} variable none: outline nothing */
  point(variable) {
    this.#channel.postMessage(variable);
  }

  /**
   * The first tab that has the variable, and the element there that shows it.
   * @param {Place} place
   */
  ask(place) {
    return this.#asked(place);
  }

  /**
   * Write a value; what is wrong, or an empty text.
   * @param {Place & { value: Value }} what
   * @returns {Promise<string>}
   */
  async write({ value, ...place }) {
    const answer = await this.#asked(place);
    if (!answer) return "No open tab of this browser shows this variable: open the app beside this page.";
    const done = await this.#asked({ ...place, value, tab: answer.tab });
    return done ? (done.error ?? "") : "The tab that shows it does not answer.";
  }

  /**
   * @param {object} question
   * @returns {Promise<Answer | null>}
   */
  #asked(question) {
    const number = ++this.#number;
    return new Promise((resolve) => {
      const settle = (/** @type {Answer | null} */ answer) => {
        clearTimeout(timer);
        this.#waiting.delete(number);
        resolve(answer);
      };
      const timer = setTimeout(() => settle(null), PATIENCE);
      this.#waiting.set(number, settle);
      this.#channel.postMessage({ ...question, ask: number });
    });
  }
}
