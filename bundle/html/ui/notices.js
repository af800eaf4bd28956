// Notices of the page itself: it is reconnecting, its session has ended, a file is broken. They are shown in a corner,
// in a shadow root, so that the app's layout and styles are not affected and do not affect them.

const STYLE = `
  :host { position: fixed; inset: auto 1rem 1rem auto; z-index: 2147483000; display: flex; flex-direction: column;
    gap: .5rem; align-items: flex-end; max-width: min(32rem, calc(100vw - 2rem)); pointer-events: none; }
  .notice { pointer-events: auto; display: flex; gap: .75rem; align-items: baseline; box-sizing: border-box;
    font: .875rem/1.4 system-ui, sans-serif; color: #f5f5f7; background: #26262b; border: 1px solid #48484f;
    border-radius: .6rem; padding: .5rem .8rem; box-shadow: 0 4px 16px rgb(0 0 0 / .25);
    animation: appear .15s ease-out; }
  .problem { border-left: 4px solid #ff6b6b; }
  .text { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 40vh; overflow: auto; }
  .dot { flex: none; width: .55rem; height: .55rem; border-radius: 50%; background: #f5b83d;
    animation: pulse 1.2s ease-in-out infinite; }
  a, button { font: inherit; color: #9cc9ff; background: none; border: 0; padding: 0; cursor: pointer; }
  a:focus-visible, button:focus-visible { outline: 2px solid #9cc9ff; outline-offset: 3px; border-radius: 2px; }
  @keyframes appear { from { opacity: 0; transform: translateY(.5rem); } }
  @keyframes pulse { 50% { opacity: .3; } }
  @media (prefers-reduced-motion: reduce) { .notice, .dot { animation: none; } }
`;

/** Shorter interruptions are not reported: they are over before the notice could be read. */
const PATIENCE = 400;
const MOST_PROBLEMS = 3;

export class Notices {
  /** @type {ShadowRoot | null} */
  #shadow = null;
  /** @type {HTMLElement | null} */
  #connection = null;
  #timer = 0;
  /** @type {Map<string, HTMLElement>} */
  #problems = new Map();
  /** @type {Map<string, HTMLElement>} */
  #unsent = new Map();

  /** @param {import('./connection.js').State} state */
  connection(state) {
    clearTimeout(this.#timer);
    if (state === "live" || state === "gone") this.#connection?.remove();
    if (state === "live") {
      this.#connection = null;
    } else if (state === "gone") {
      const link = document.createElement("a");
      link.href = "/";
      link.textContent = "Open the current one";
      this.#connection = this.#add("alert", "This session has ended.", link);
    } else if (!this.#connection) {
      const text = state === "connecting" ? "Connecting…" : "Reconnecting…";
      this.#timer = setTimeout(() => this.#waiting(text), PATIENCE);
    }
  }

  /** @param {Fault} fault */
  problem({ code, description, problem }) {
    const known = this.#problems.get(description);
    if (known) this.#dismiss(description, known);
    const button = document.createElement("button");
    button.textContent = "Dismiss";
    const element = this.#add("alert", description, button);
    element.classList.add("problem");
    element.dataset.code = code;
    if (problem !== undefined) element.dataset.problem = String(problem);
    button.onclick = () => this.#dismiss(description, element);
    this.#problems.set(description, element);
    if (this.#problems.size > MOST_PROBLEMS) this.#dismiss(...this.#oldest());
  }

  /**
   * Text that was typed and not sent before its session ended.
   * @param {import('./unsent.js').Unsent} unsent
   * @param {() => void} taken it need not be offered again
   */
  unsent({ label, text }, taken) {
    const known = this.#unsent.get(`${label}: ${text}`);
    if (known?.isConnected) return;
    const element = this.#add("alert", `Not sent: ${label}: ${text}`);
    this.#unsent.set(`${label}: ${text}`, element);
    const acts = { Copy: () => navigator.clipboard.writeText(text), Dismiss: async () => {} };
    for (const [name, act] of Object.entries(acts)) {
      const button = document.createElement("button");
      button.textContent = name;
      button.onclick = () => act().then(() => (taken(), element.remove()));
      element.append(button);
    }
  }

  /**
   * Dismiss the problems of files that are mended. A fault that is about no file stays until somebody dismisses it.
   * @param {number[]} open the ids of those that are not
   */
  keepProblems(open) {
    for (const [description, element] of this.#problems) {
      const { problem } = element.dataset;
      if (problem !== undefined && !open.includes(Number(problem))) this.#dismiss(description, element);
    }
  }

  /** @param {string} text */
  #waiting(text) {
    const dot = document.createElement("span");
    dot.className = "dot";
    this.#connection = this.#add("status", text);
    this.#connection.prepend(dot);
  }

  /** @returns {[string, HTMLElement]} */
  #oldest() {
    return /** @type {[string, HTMLElement]} */ (this.#problems.entries().next().value);
  }

  /**
   * @param {string} description
   * @param {HTMLElement} element
   */
  #dismiss(description, element) {
    element.remove();
    this.#problems.delete(description);
  }

  /**
   * @param {'status' | 'alert'} role
   * @param {string} text
   * @param {HTMLElement} [action]
   */
  #add(role, text, action) {
    const element = document.createElement("div");
    element.className = "notice";
    element.setAttribute("role", role);
    const words = document.createElement("span");
    words.className = "text";
    words.textContent = text;
    element.append(words);
    if (action) element.append(action);
    this.#root().append(element);
    return element;
  }

  #root() {
    if (!this.#shadow) {
      const host = document.createElement("div");
      host.id = "ui-notices";
      document.body.append(host);
      this.#shadow = host.attachShadow({ mode: "open" });
      const style = document.createElement("style");
      style.textContent = STYLE;
      this.#shadow.append(style);
    }
    return this.#shadow;
  }
}
