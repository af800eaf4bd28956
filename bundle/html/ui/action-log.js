// A list of what people have done in the tabs of a session, and what followed, the newest first.

const MOST = 200;

/** @typedef {import("./actions.js").Told} Told */

export class ActionLog {
  #list = document.createElement("ol");
  #empty = document.createElement("p");
  /** @type {BroadcastChannel | null} */
  #channel = null;
  /** The tab of what stands at the top: others that show the session tell of the same changes. */
  #tab = "";

  constructor() {
    this.element = document.createElement("div");
    this.element.className = "actions";
    this.element.setAttribute("role", "log");
    this.element.ariaLabel = "Actions";
    this.#list.tabIndex = 0;
    this.#empty.className = "empty";
    this.#empty.textContent = "What is clicked and typed in the app appears here, with what follows from it.";
    this.element.append(this.#empty, this.#list);
  }

  /**
   * Begin anew, with the tabs of a session.
   * @param {string} session its long id
   */
  follow(session) {
    this.close();
    this.#list.replaceChildren();
    this.#empty.hidden = false;
    this.#tab = "";
    const channel = new BroadcastChannel(`ui-variables-${session}`);
    channel.onmessage = ({ data }) => {
      if (data.told) this.#take(data.told, data.tab);
      // A tab that has come later.
      else if (data.ready) channel.postMessage({ listens: true });
    };
    channel.postMessage({ listens: true });
    this.#channel = channel;
  }

  close() {
    this.#channel?.close();
    this.#channel = null;
  }

  /**
   * @param {Told} told
   * @param {string} tab
   */
  #take(told, tab) {
    const isAction = told.kind === "action";
    if (!isAction && this.#tab && this.#tab !== tab) return;
    this.#empty.hidden = true;
    if (isAction || !this.#tab) this.#list.prepend(this.#entry(told));
    if (!isAction) this.#list.firstElementChild?.lastElementChild?.append(part(told));
    this.#tab = tab;
    while (this.#list.childElementCount > MOST) this.#list.lastElementChild?.remove();
  }

  /** @param {Told} told */
  #entry({ kind, path, text, element, time }) {
    const words = kind === "action" ? `${path}${text && ` ← ${text}`}` : "by itself";
    const moment = new Date(time);
    const item = made("li");
    const clock = made("time", "", moment.toLocaleTimeString());
    clock.dateTime = moment.toISOString();
    item.append(clock, " ", made("b", "", words), " ", made("small", "", kind === "action" ? element : ""), made("ul"));
    return item;
  }
}

/** @param {Told} told */
function part({ kind, path, text }) {
  return made("li", kind, `${path}: ${text}`);
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string} style
 * @param {string} text
 * @returns {HTMLElementTagNameMap[T]}
 */
function made(tag, style = "", text = "") {
  const element = document.createElement(tag);
  if (style) element.className = style;
  element.textContent = text;
  return element;
}
